import { eq, sql } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import { createHouse } from '../boot.ts'
import type { House } from '../house.ts'
import { type StaffActor, systemActor } from '../kit/auth/actor.ts'
import { hashPassword } from '../kit/auth/passwords.ts'
import { throttles } from '../kit/auth/throttle.ts'
import { randomToken } from '../kit/auth/tokens.ts'
import { type Database, deleteSetting, readSetting, rowsOf, saveSetting } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { inTurn, migrate, readMigrations } from '../kit/db/migrate.ts'
import { mailTable } from '../kit/mail/post.ts'
import type { Config } from '../kit/process/config.ts'
import { ConfigError } from '../kit/process/config-error.ts'
import { staffNotices } from '../notices/table.ts'
import { bootstrapOwner } from '../staff/bootstrap-owner.ts'
import { recheckOrganizations } from '../tax-verification/recheck-organizations.ts'
import { planCommunication } from './communication.ts'
import { planDevices } from './devices.ts'
import { DAY, demoStaffActor } from './fiction.ts'
import { planOrganizations } from './organizations.ts'
import { planProducts } from './products.ts'
import { importDemoRegistry, planReviews } from './tax-reviews.ts'

const MADE_TABLE = /^(?:create (?:unlogged )?table (?:if not exists )?|alter table \w+ rename to )(\w+)/gim

const ourTables = () =>
  readMigrations().flatMap((migration) => [...migration.sql.matchAll(MADE_TABLE)].map(([, name]) => name!))

/** Recreates all that the migrations created. Drops nothing if the database holds anything else. */
async function startOver(owner: Database): Promise<void> {
  const tables = await rowsOf<{ name: string }>(
    owner.db,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  // An import of the IRS files fills tables whose names end in `_next`.
  const ours = new Set([...ourTables(), 'schema_migrations'])
  const others = tables.filter(({ name }) => !ours.has(name.replace(/_next$/, '')))
  if (others.length > 0)
    throw new ConfigError(
      `DATABASE_URL: this database holds demo data that was not finished, beside what is not ours (${others[0]!.name}). Drop the database, create it anew and start again.`,
    )
  await inTurn(owner, async (tx) => {
    const drops = await rowsOf<{ words: string }>(tx, DROPS)
    for (const { words } of drops) await tx.execute(sql.raw(words))
  })
  await migrate(owner)
}

/** Leaves out what belongs to extensions. */
const DROPS = sql`
  select 'drop schema if exists pgboss cascade' as words
  union all select format('drop table if exists %s cascade', oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  union all select format('drop sequence if exists %s cascade', oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S'
  union all select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  union all select format('drop collation if exists %s cascade', oid::regcollation) from pg_collation
    where collnamespace = 'public'::regnamespace`

const FIRST_DAYS_AGO = 430
const EARLIER_FILES_DAYS_AGO = [FIRST_DAYS_AGO, 62]
/** This setting exists while the demo data is made. */
const UNFINISHED = 'demo-data-unfinished'

/** Held while demo data is made, so that another server that starts then waits. */
const DEMO_LOCK = 748_207

/** Demo data left half made by a killed start must not pass for real data, so it is deleted and made again. */
export async function bringDemoData(config: Config, database: Database): Promise<void> {
  const bring = async () => {
    if ((await readSetting(database.db, UNFINISHED)) !== undefined) await startOver(database)
    if (config.demoData) await makeDemoData(config, database)
  }
  await inTurn(database, bring, DEMO_LOCK)
}

/** Uses the product's own verbs at past times, so every count, timeline and audit entry is consistent. */
async function makeDemoData(config: Config, database: Database): Promise<boolean> {
  if ((await rowsOf(database.db, sql`select 1 from staff limit 1`)).length > 0) return false
  const now = new Date()
  await saveSetting(database.db, UNFINISHED, true)
  process.stderr.write('Making the demo data, at the first start only …\n')
  // No single write has to be on the disk; the checkpoint at the end covers them all.
  if (database.kind === 'embedded') await setSynchronousCommit(database, 'off')
  const end = now.getTime()
  const time = { now: new Date(end - FIRST_DAYS_AGO * DAY) }
  const house = createHouse(config, database, { now: () => time.now }, () => undefined)
  await bootstrapOwner(house)
  const crew = await createDemoStaff(house)
  const acts = [
    ...planOrganizations(house, crew, end),
    ...planReviews(house, crew, end),
    ...planDevices(house, crew, end),
    ...planCommunication(house, crew, end),
    ...planProducts(house, crew, end),
  ].sort((a, b) => a.at - b.at)
  // What is decided is decided on the files of its time.
  const files = EARLIER_FILES_DAYS_AGO.map((days) => end - days * DAY)
  for (const act of acts) {
    while (files[0] !== undefined && files[0] <= act.at)
      await importDemoRegistry(config, house.keys, new Date(files.shift()!), true)
    time.now = new Date(act.at)
    await act.run()
  }
  time.now = new Date()
  await importDemoRegistry(config, house.keys, time.now)
  await recheckOrganizations(house)
  if (database.kind === 'embedded') await setSynchronousCommit(database, 'on')
  await settleMails(house)
  return true
}

/** Applies to every connection of the cluster. Turning it on again writes a checkpoint. */
async function setSynchronousCommit({ script }: Database, value: 'on' | 'off') {
  await script(`alter system set synchronous_commit = ${value}`)
  await script('select pg_reload_conf()')
  if (value === 'on') await script('checkpoint')
}

const HOME = { line2: '', city: 'Fremont', state: 'CA', postalCode: '94536', country: 'United States' }

/** The demo owner's colleagues: two who may sign in with the printed password, and three who show the other states. */
const crew = [
  { firstName: 'Omar', lastName: 'Siddiqui', role: 'hikmah_admin', phone: '+15105550131', line1: '39 Walnut Ave' },
  { firstName: 'Fatima', lastName: 'Noor', role: 'hikmah_manager', phone: '+15105550132', line1: '4100 Peralta Blvd' },
  { firstName: 'Idris', lastName: 'Bah', role: 'hikmah_manager', phone: '+15105550133', line1: '812 Mowry Ave' },
  { firstName: 'Nadia', lastName: 'Karimi', role: 'hikmah_admin', phone: '', line1: '', access: 'revoked' },
  { firstName: 'Sami', lastName: 'Yilmaz', role: 'hikmah_manager', phone: '', line1: '', isNew: true },
] as const

/** They share the printed password of the demo owner; with a real owner, nobody knows their password. */
async function createDemoStaff(house: House): Promise<StaffActor[]> {
  const { owner } = house.config
  const passwordHash = await hashPassword(owner.isDemo ? owner.password : randomToken(24))
  await house.change(systemActor('Demo data'), async (tx) => {
    if (owner.isDemo)
      await tx.update(staff).set({ phone: '+15105550130', address: { ...HOME, line1: '2450 Stevenson Blvd' } })
    await tx.insert(staff).values(
      crew.map(({ line1, ...person }) => ({
        id: newId(),
        ...person,
        userName: `${person.firstName}.${person.lastName}@hikmah.example`.toLowerCase(),
        address: line1 === '' ? {} : { ...HOME, line1 },
        passwordHash,
        passwordSetByOther: 'isNew' in person,
        verifiedAt: 'isNew' in person ? null : tx.at,
        createdAt: tx.at,
      })),
    )
  })
  const active = await house.db.select().from(staff).where(eq(staff.status, 'active')).orderBy(staff.rank)
  return active.filter(({ role }) => role !== 'hikmah_manager').map(demoStaffActor)
}

/** Nothing may be mailed to the fictional addresses: every mail and notice is marked as sent, except one that bounced. */
async function settleMails({ change, db }: House) {
  await change(systemActor('Demo data'), async (tx) => {
    await tx.update(mailTable).set({ status: 'sent', attempts: 1, sentAt: sql`created_at` })
    await tx.update(staffNotices).set({ sentAt: sql`created_at` })
    const [last] = await rowsOf<{ id: string }>(
      tx,
      sql`select m.id from mails m join invites i on i.id = m.invite_id
          where m.kind = 'invite' and i.accepted_at is null and i.revoked_at is null order by m.created_at limit 1`,
    )
    if (!last) return
    await tx
      .update(mailTable)
      .set({ status: 'failed', sentAt: null, lastError: '550 5.1.1 The mailbox does not exist' })
      .where(eq(mailTable.id, last.id))
  })
  // The acts used up rate limits. Removing the setting marks the demo data as complete.
  await db.delete(throttles)
  await deleteSetting(db, UNFINISHED)
}
