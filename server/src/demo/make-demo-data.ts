import { eq, sql } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import { createHouse } from '../boot.ts'
import type { House } from '../house.ts'
import { type StaffActor, systemActor } from '../kit/auth/actor.ts'
import { hashPassword } from '../kit/auth/passwords/passwords.ts'
import { randomToken } from '../kit/auth/sessions/tokens.ts'
import { throttles } from '../kit/auth/throttle.ts'
import { type Database, rowsOf } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { MIGRATION_LOCK, migrate, readMigrations } from '../kit/db/migrate.ts'
import { deleteSetting, readSetting, saveSetting } from '../kit/db/settings.ts'
import { mailTable } from '../kit/mail/post.ts'
import type { Config } from '../kit/process/config.ts'
import { ConfigError } from '../kit/process/config-error.ts'
import { staffNotices } from '../notices/table.ts'
import { bootstrapOwner } from '../staff/bootstrap-owner.ts'
import { recheckOrganizations } from '../tax-verification/recheck-organizations.ts'
import { importDemoRegistry } from './demo-registry.ts'
import { planDevices } from './devices.ts'
import { plan } from './plan.ts'
import { planCommunication } from './plan-communication.ts'
import { planProducts } from './plan-products.ts'
import { planReviews } from './plan-reviews.ts'

/** Those that the migrations make. */
const ourTables = () =>
  readMigrations().flatMap((migration) =>
    [...migration.sql.matchAll(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gim)].map(([, name]) => name!),
  )

/**
 * Empties a database that holds half of the demo data: nobody was served from it. All goes that the migrations made, and
 * they make it again; whatever else is there was somebody's before us, and then nothing goes.
 */
async function startOver(owner: Database): Promise<void> {
  const tables = await rowsOf<{ name: string }>(
    owner.db,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  // `_next` is what an import of the IRS's files was filling.
  const ours = new Set([...ourTables(), 'schema_migrations'])
  const others = tables.filter(({ name }) => !ours.has(name.replace(/_next$/, '')))
  if (others.length > 0)
    throw new ConfigError(
      `DATABASE_URL: this database holds demo data that was not finished, beside what is not ours (${others[0]!.name}). Drop the database, create it anew and start again.`,
    )
  await owner.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    const drops = await rowsOf<{ words: string }>(tx, DROPS)
    for (const { words } of drops) await tx.execute(sql.raw(words))
  })
  await migrate(owner)
}

/** Of extensions nothing. */
const DROPS = sql`
  select 'drop schema if exists pgboss cascade' as words
  union all select format('drop table if exists %s cascade', oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  union all select format('drop sequence if exists %s cascade', oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S'
  union all select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`

const DAY_MS = 86_400_000
const MONTHS_BACK_DAYS = 430
/** A setting that is there while the demo data is made. */
const UNFINISHED = 'demo-data-unfinished'

/** Held while demo data is made: whoever starts meanwhile waits for it. */
const DEMO_LOCK = 748_207

/**
 * Makes the demo data where it is asked for. What a start was making that was killed must not pass for real, and is thrown
 * away: of the embedded database all of it (kit/postgres/first-start.ts), on a server what is ours.
 */
export async function bringDemoData(config: Config, database: Database): Promise<void> {
  await database.transaction(async (lock) => {
    await lock.execute(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`)
    if ((await readSetting(database.db, UNFINISHED)) !== undefined) await startOver(database)
    if (config.demoData) await makeDemoData(config, database)
  })
}

/**
 * Fills an empty database with fictional organizations, devices, products, visitors and their history, through the product's own verbs at past
 * times, so that every count, timeline and audit entry is as true as one made by hand. True when it did.
 */
async function makeDemoData(config: Config, database: Database): Promise<boolean> {
  if ((await rowsOf(database.db, sql`select 1 from staff limit 1`)).length > 0) return false
  const now = new Date()
  await saveSetting(database.db, UNFINISHED, true)
  process.stderr.write('Making the demo data, at the first start only …\n')
  // Nobody waits for these writes one by one; the last one below is kept on the disk with all before it.
  if (database.kind === 'embedded') await setSynchronousCommit(database, 'off')
  const end = now.getTime()
  const time = { now: new Date(end - MONTHS_BACK_DAYS * DAY_MS) }
  const house = createHouse(config, database, { now: () => time.now }, () => undefined)
  await bootstrapOwner(house)
  const crew = await createDemoStaff(house)
  const acts = [
    ...plan(house, crew, end),
    ...planReviews(house, crew, end),
    ...planDevices(house, crew, end),
    ...planCommunication(house, crew, end),
    ...planProducts(house, crew, end),
  ].sort((a, b) => a.at - b.at)
  for (const act of acts) {
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

/** For every connection of the cluster. A checkpoint follows what was not waited for. */
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

/** With the demo owner they share the printed password, else nobody knows it. */
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
  return active
    .filter(({ role }) => role !== 'hikmah_manager')
    .map(
      (person): StaffActor => ({
        kind: 'staff',
        id: person.id,
        name: `${person.firstName} ${person.lastName}`,
        userName: person.userName,
        role: person.role,
        sessionId: '',
        ip: '127.0.0.1',
        userAgent: '',
        requestId: 'demo-data',
      }),
    )
}

/** The fictional addresses must never be written to: every mail and notice counts as sent, but for one that bounced. */
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
  // The limits that the acts used up are nobody's. With the mark gone the demo data is whole.
  await db.delete(throttles)
  await deleteSetting(db, UNFINISHED)
}
