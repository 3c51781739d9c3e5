import { invites as invite, invites } from '@hikmah/contract/invites/endpoints'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'

const { as, clock } = await startServer()
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
  expect(again.message).toBe(first.message)
  expect(await count()).toBe(before + 1)
})

test('twenty at once are done once', async () => {
  const before = await count()
  const replies = await Promise.all(Array.from({ length: 20 }, () => send('key-2', form(2))))
  const done = replies.filter((reply) => reply.status === 200)
  const early = replies.filter((reply) => reply.status === 409 && reply.error.code === 'CONFLICT')
  expect(done.length).toBeGreaterThan(0)
  expect(done.length + early.length).toBe(20)
  expect(await count()).toBe(before + 1)
})

test('a key that was used with another body is refused', async () => {
  expect((await send('key-3', form(3))).status).toBe(200)
  const other = await send('key-3', form(3, 'Another name'))
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
