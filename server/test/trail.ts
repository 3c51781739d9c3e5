import { rmSync } from 'node:fs'
import { type SQL, sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { createHouse } from '../src/boot.ts'
import type { House } from '../src/house.ts'
import { record } from '../src/kit/audit/audit.ts'
import { type AuditRow, hashEntry } from '../src/kit/audit/write-entries.ts'
import { systemActor } from '../src/kit/auth/actor.ts'
import { hmac } from '../src/kit/auth/keys.ts'
import { type Database, type Db, openPostgres, readSetting, rowsOf, saveSetting } from '../src/kit/db/db.ts'
import { newId } from '../src/kit/db/ids.ts'
import { type Migration, migrate } from '../src/kit/db/migrate.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { createDatabase, temporaryFolder } from './cluster.ts'
import { atTheEnd } from './start.ts'

/** A console of whose processes none runs: what it writes is sealed when a test says so, at the time that it says. */
export async function openTrail({ migrations }: { migrations?: Migration[] } = {}) {
  const { url, drop } = await createDatabase(inject('serverUrl'), migrations ? undefined : inject('template'))
  const database = openPostgres(url)
  if (migrations) await migrate(database, migrations)
  const time = { now: new Date() }
  const dataDir = temporaryFolder('hikmah-trail-')
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const openHouse = (on: Database = database) => createHouse(config, on, { now: () => time.now }, () => undefined)
  atTheEnd(async () => {
    await database.close()
    await drop()
    rmSync(dataDir, { recursive: true })
  })
  return { url, database, db: database.db, time, openHouse, house: openHouse() }
}

export const writeEntry = ({ change }: Pick<House, 'change'>, times = 1) =>
  change(systemActor('Test'), async (tx) => {
    for (let n = 0; n < times; n += 1)
      record(tx, {
        action: 'mail.resent',
        entity: 'mail',
        entityId: newId(),
        entityName: 'Invite',
        before: { status: 'failed' },
        after: { status: 'queued' },
      })
  })

/** As the owner of the tables, whom no trigger stops. */
export const tamper = (database: Database, statements: SQL[]) =>
  database.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const statement of statements) await tx.execute(statement)
  })

/** As the version before seals wrote: each entry has the hash of the one before, and whoever writes locks the head. */
export const writeAsBefore = (database: Database, key: Buffer) =>
  database.transaction(async (tx) => {
    await tx.execute(sql`select from settings where key = 'audit-head' for update`)
    const head = ((await readSetting(tx, 'audit-head')) ?? { seq: 0, hash: '' }) as { seq: number; hash: string }
    const row: AuditRow = {
      seq: head.seq + 1,
      at: new Date(),
      actorKind: 'system',
      actorId: '',
      actorName: 'Former version',
      sessionId: '',
      ip: '',
      requestId: '',
      action: 'mail.resent',
      entity: 'mail',
      entityId: newId(),
      entityName: 'Invite',
      organizationId: null,
      changes: {},
      previousHash: head.hash,
      hash: '',
    }
    row.hash = hashEntry(key, row)
    await tx.execute(sql`insert into audit_entries (seq, at, actor_kind, actor_id, actor_name, session_id, ip, request_id,
        action, entity, entity_id, entity_name, changes, previous_hash, hash)
      values (${row.seq}, ${row.at.toISOString()}, ${row.actorKind}, '', ${row.actorName}, '', '', '', ${row.action},
        ${row.entity}, ${row.entityId}, ${row.entityName}, '{}', ${row.previousHash}, ${row.hash})`)
    const { seq, hash } = row
    await saveSetting(tx, 'audit-head', { seq, hash, signature: hmac(key, `head ${seq} ${hash}`) })
  })

const TABLES = ['audit_entries', 'audit_seals', 'audit_unsealed', 'settings'].map((name) => ({
  name: sql.identifier(name),
  kept: sql.identifier(`kept_${name}`),
}))

/** Returns what puts it all back. */
export async function keepTrail(database: Database) {
  for (const { name, kept } of TABLES) await database.db.execute(sql`create table ${kept} as table ${name}`)
  return () =>
    tamper(database, [
      ...TABLES.map(({ name }) => sql`lock table ${name}`),
      ...TABLES.flatMap(({ name, kept }) => [sql`delete from ${name}`, sql`insert into ${name} select * from ${kept}`]),
    ])
}

/** What somebody may do to an entry, by its number; `other` is another of the same kind. */
export const entryTamperings: Record<string, (seq: number, other: number) => SQL[]> = {
  'its actor is another': (seq) => [sql`update audit_entries set actor_name = 'Somebody else' where seq = ${seq}`],
  'a value is another': (seq) => [
    sql`update audit_entries set changes = jsonb_set(changes, '{status,after}', '"sent"') where seq = ${seq}`,
  ],
  'it is said to be earlier': (seq) => [
    sql`update audit_entries set at = at - interval '1 millisecond' where seq = ${seq}`,
  ],
  'its signature is that of another': (seq, other) => [
    sql`update audit_entries set hash = (select hash from audit_entries where seq = ${other}) where seq = ${seq}`,
  ],
  'two change places': (seq, other) => [
    sql`update audit_entries set seq = -seq where seq in (${seq}, ${other})`,
    sql`update audit_entries set seq = ${seq}::bigint + ${other}::bigint + seq where seq < 0`,
  ],
  'it gets another number': (seq) => [
    sql`update audit_entries set seq = (select max(seq) + 1 from audit_entries) where seq = ${seq}`,
  ],
  'it is removed': (seq) => [sql`delete from audit_entries where seq = ${seq}`],
  'another is put in after it': (seq) => [
    sql`insert into audit_entries select (select max(seq) + 1 from audit_entries), at, actor_kind, actor_id, actor_name,
      session_id, ip, request_id, action, entity, entity_id, entity_name, organization_id, changes, previous_hash, hash
      from audit_entries where seq = ${seq}`,
  ],
  'it and all after it are cut off': (seq) => [sql`delete from audit_entries where seq >= ${seq}`],
}

/** What somebody may do to a seal, by its number, which is neither the first nor the last. */
export const sealTamperings: Record<string, (number: number) => SQL[]> = {
  'it seals one less': (number) => [
    sql`update audit_seals set entries = entries[2:] where number = ${number}`,
    sql`delete from audit_entries where seq = (select entries[1] from audit_seals where number = ${number})`,
  ],
  'it seals one twice': (number) => [
    sql`update audit_seals set entries = entries || entries[1:1] where number = ${number}`,
  ],
  'it is said to be of another time': (number) => [
    sql`update audit_seals set at = at - interval '1 day' where number = ${number}`,
  ],
  'it is said to be of another part': (number) => [
    sql`update audit_seals set part = '2001-01' where number = ${number}`,
  ],
  'its hash is another': (number) => [
    sql`update audit_seals set hash = (select hash from audit_seals where number = ${number - 1}) where number = ${number}`,
  ],
  'it follows another': (number) => [sql`update audit_seals set previous_hash = hash where number = ${number}`],
  'it is removed with its entries': (number) => [
    sql`delete from audit_entries where seq in (select unnest(entries) from audit_seals where number = ${number})`,
    sql`delete from audit_seals where number = ${number}`,
  ],
  'it is removed and its entries wait for another': (number) => [
    sql`insert into audit_unsealed select unnest(entries) from audit_seals where number = ${number}`,
    sql`delete from audit_seals where number = ${number}`,
  ],
  'all from it on are cut off, with their entries': (number) => [
    sql`delete from audit_entries where seq in (select unnest(entries) from audit_seals where number >= ${number})`,
    sql`delete from audit_unsealed`,
    sql`delete from audit_entries where seq > (select max(e) from audit_seals, unnest(entries) e where number < ${number})`,
    sql`delete from audit_seals where number >= ${number}`,
  ],
  'it changes places with the one before': (number) => [
    sql`update audit_seals set number = -number where number in (${number}, ${number - 1})`,
    sql`update audit_seals set number = ${2 * number - 1}::bigint + number where number < 0`,
  ],
  'the head is that of the seal before': (number) => [
    sql`update settings set value = value || jsonb_build_object('number', number - 1, 'hash', previous_hash)
      from audit_seals where key = 'audit-seals' and number = ${number}`,
  ],
  'the head is removed': () => [sql`delete from settings where key = 'audit-seals'`],
}

/** Who removes an entry and every seal, and lets the console seal the rest anew. */
export const sealAnew = (seq: number) => [
  sql`delete from audit_entries where seq = ${seq}`,
  sql`delete from audit_unsealed`,
  sql`insert into audit_unsealed select seq from audit_entries`,
  sql`delete from audit_seals`,
  sql`delete from settings where key = 'audit-seals'`,
]

/** The newest entry, and that it waits to be sealed. */
export const removeLast = [
  sql`delete from audit_entries where seq = (select max(seq) from audit_entries)`,
  sql`delete from audit_unsealed where not exists (select from audit_entries e where e.seq = audit_unsealed.seq)`,
]

/** Of all entries and of all seals. */
export async function readNumbers(db: Db): Promise<{ entries: number[]; numbers: number[] }> {
  const [read] = await rowsOf<{ entries: number[]; numbers: number[] }>(
    db,
    sql`select (select json_agg(seq order by seq) from audit_entries) as entries,
      (select json_agg(number order by number) from audit_seals) as numbers`,
  )
  // There is always one row.
  return read!
}
