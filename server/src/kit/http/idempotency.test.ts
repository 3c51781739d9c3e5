import { invites as invite, invites } from '@hikmah/contract/invites/endpoints'
import { staff } from '@hikmah/contract/staff'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { INVITE_SENT } from '@hikmah/contract/words'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'
import { record } from '../audit/audit.ts'
import { systemActor } from '../auth/actor.ts'
import { idempotencyKeys, once, readKey } from '../write/change.ts'

const { as, clock, db, house, audited, given } = await startServer()
const admin = await as('admin')

const form = (n: number, orgName = 'Masjid An-Noor') => ({
  orgName,
  orgAdmin: 'Yusuf Rahmani',
  orgEmail: `office${n}@noor.example`,
  phoneFax: { primaryPhone: '+15105550142' },
})
const send = (key: string, body: object, by = admin) =>
  by(invite.inviteOrganization, { body }, { headers: { 'idempotency-key': key } })
const count = async () => (await admin(invites.listInvites, { query: { page: 1 } })).meta.total

test('the same request with the same key is done once and answered alike', async () => {
  const before = await count()
  const first = await send('key-1', form(1))
  const again = await send('key-1', form(1))
  expect(first.status).toBe(200)
  expect(again.data).toEqual(first.data)
  expect([first.message, again.message]).toEqual([INVITE_SENT, INVITE_SENT])
  expect(await count()).toBe(before + 1)
})

test('twenty at once are done once', async () => {
  const before = await count()
  const replies = await Promise.all(Array.from({ length: 20 }, () => send('key-2', form(2))))
  expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
  expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
  expect(await count()).toBe(before + 1)
})

test('a key that was used with another body is refused', async () => {
  expect((await send('key-3', form(3))).status).toBe(200)
  const other = await send('key-3', form(3, 'Different name'))
  expect(other.status).toBe(422)
  expect(other.error.code).toBe('VALIDATION')
})

test('a key belongs to one person', async () => {
  expect((await send('key-4', form(4))).status).toBe(200)
  expect((await send('key-4', form(5), await as('owner'))).status).toBe(200)
})

test('a refused request may be sent again with the same key', async () => {
  expect((await send('key-5', { ...form(6), orgEmail: 'office1@noor.example' })).status).toBe(409)
  expect((await send('key-5', form(6))).status).toBe(200)
})

test('a key is forgotten after a day, and must be visible text of at most 255 characters', async () => {
  expect((await send('key-6', form(7))).status).toBe(200)
  clock.advance(86_401)
  const later = await as('admin')
  expect((await send('key-6', form(8), later)).status).toBe(200)
  const long = await send('x'.repeat(256), form(9), later)
  expect(long.status).toBe(400)
  expect(long.error.fields).toHaveProperty(['Idempotency-Key'])
})

const keyNamed = (key: string) =>
  readKey({ key, caller: 'staff:1', path: '/api/x', body: {} }, (result) => JSON.stringify({ data: result }))

/** A write that can be counted by its audit entries. */
const write = (entityId: string, key = keyNamed(entityId)) =>
  house.change({ ...systemActor('Test'), idempotencyKey: key }, async (tx) => {
    record(tx, { action: 'mail.resent', entity: 'mail', entityId, entityName: 'One' })
    return entityId
  })

test('a process that dies after the commit and before the answer has kept the answer', async () => {
  const died = once(db, clock.now(), keyNamed('died'), async () => {
    await write('died')
    throw new Error('the process is gone')
  })
  await expect(died).rejects.toThrow('gone')
  const again = await once(db, clock.now(), keyNamed('died'), () => write('died'))
  expect(JSON.parse(again)).toEqual({ data: 'died' })
  expect(await audited('died')).toHaveLength(1)
})

test('a write that fails keeps no key, and one whose key another instance has just used is not done', async () => {
  const failed = house.change({ ...systemActor('Test'), idempotencyKey: keyNamed('failed') }, async () => {
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => write('failed')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await audited('failed')).toHaveLength(1)
})

test('a request whose limit the first one used up is answered as the first, and not told to wait', async () => {
  const owner = await as('owner')
  const { userName } = await given.staff('admin')
  const ask = () =>
    owner(staff.sendPasswordResetCode, { body: { userName } }, { headers: { 'idempotency-key': 'reset-once' } })
  const replies = await Promise.all([ask(), ask(), ask()])
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
})

test('a POST that writes nothing answers with and without a key, and keeps none', async () => {
  const before = await db.$count(idempotencyKeys)
  const { id } = await given.organization()
  const reply = await (await as('owner'))(
    taxVerification.previewTaxLetter,
    { params: { orgId: id }, body: {} },
    { headers: { 'idempotency-key': 'preview' } },
  )
  expect(reply.status).toBe(200)
  expect(await db.$count(idempotencyKeys)).toBe(before)
})
