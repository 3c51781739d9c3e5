import { audit } from '@hikmah/contract/audit'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { record } from '../kit/audit/audit.ts'
import { verifyTrail } from '../kit/audit/verify-trail.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { loadKeys } from '../kit/auth/keys.ts'

/** A trail of five entries, which the owner of the table can change, and what the console says of it. */
async function trailOfFive() {
  const { as, db, house } = await startServer()
  const owner = await as('owner')
  const write = () =>
    house.change(systemActor('Test'), async (tx) =>
      record(tx, { action: 'mail.resent', entity: 'mail', entityId: 'one', entityName: 'One' }),
    )
  for (let n = 0; n < 5; n += 1) await write()
  await house.sealer.seal()
  const cut = async () => {
    await db.execute(sql`alter table audit_entries disable trigger user`)
    await db.execute(sql`delete from audit_entries where seq > 3`)
    await db.execute(sql`alter table audit_entries enable trigger user`)
  }
  const verify = async () => (await owner(audit.verifyAudit, {})).data
  return { db, house, write, cut, verify }
}

const CUT_OFF = { ok: false, entries: 3, brokenAt: 4, problem: 'cut-off' }

test('the newest entries cannot be removed unnoticed, neither at once nor when others are written after', async () => {
  const { cut, verify, write } = await trailOfFive()
  expect(await verify()).toEqual({ ok: true, entries: 5, brokenAt: null, problem: null })
  await cut()
  expect(await verify()).toEqual(CUT_OFF)
  await write()
  expect(await verify()).toMatchObject({ ok: false, brokenAt: 4 })
})

test.each([
  ['removed', sql`delete from settings where key = 'audit-seals'`],
  ['written anew', sql`update settings set value = value || '{"number": 1}' where key = 'audit-seals'`],
])('nor when the signed head is %s', async (_, tamper) => {
  const { db, cut, verify, write } = await trailOfFive()
  await cut()
  await db.execute(tamper)
  expect(await verify()).toEqual(CUT_OFF)
  await write()
  expect(await verify()).toMatchObject({ ok: false, brokenAt: 4 })
})

test('a trail of another key is called so', async () => {
  const { house } = await trailOfFive()
  const keys = loadKeys({ ...house.config, secretKey: 'another-key-of-at-least-32-characters' })
  expect(await verifyTrail(house.database, keys)).toMatchObject({ ok: false, problem: 'foreign-key' })
})
