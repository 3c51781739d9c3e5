import { invites } from '@hikmah/contract/invites/endpoints'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'
import { rowsOf } from '../db/db.ts'

const { as, audited, mailsTo, house } = await startServer()
const admin = await as('admin')

/** The next so many saved invites are ended by the database at their commit, with this error. A sequence forgets nothing. */
async function failNext(count: number, code: string) {
  await house.database.script(`
    create sequence if not exists tries;
    select setval('tries', 1, false);
    create or replace function fail_at_first() returns trigger language plpgsql as $$ begin
      if nextval('tries') <= ${count} then raise 'in the way of another' using errcode = '${code}'; end if;
      return null;
    end $$;
    drop trigger if exists fail_at_first on invites;
    create constraint trigger fail_at_first after insert on invites deferrable initially deferred
      for each row execute function fail_at_first()`)
}
const tries = async () => Number((await rowsOf<{ n: string }>(house.db, sql`select last_value as n from tries`))[0]!.n)

const invite = (n: number) =>
  admin(invites.inviteOrganization, {
    body: {
      orgName: `Masjid ${n}`,
      orgAdmin: 'Yusuf Rahmani',
      orgEmail: `office${n}@noor.example`,
      phoneFax: { primaryPhone: '+15105550142' },
    },
  })

test.each(['40001', '40P01'])('a write that the database ends with %s is tried again, and done once', async (code) => {
  const n = Number.parseInt(code, 10)
  await failNext(2, code)
  const reply = await invite(n)
  expect([reply.status, await tries()]).toEqual([200, 3])
  expect(await audited(reply.data._id)).toHaveLength(1)
  expect(await mailsTo(`office${n}@noor.example`)).toHaveLength(1)
})

test('it is tried three times, and then refused as busy with nothing saved', async () => {
  await failNext(100, '40001')
  const reply = await invite(7)
  expect([reply.status, await tries()]).toEqual([503, 3])
  expect(reply.headers['retry-after']).toBeDefined()
  expect(await mailsTo('office7@noor.example')).toEqual([])
})

test('a write that fails for another reason is tried once', async () => {
  await failNext(1, 'P0001')
  expect([(await invite(8)).status, await tries()]).toEqual([500, 1])
})
