import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createHouse } from '../src/boot.ts'
import { type Database, openEmbedded, openPostgres, rowsOf } from '../src/kit/db/db.ts'
import { migrate } from '../src/kit/db/migrate.ts'
import { systemClock } from '../src/kit/process/clock.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { createGiven } from '../test/given.ts'
import { type PrivatePostgres, startPostgres } from '../test/private-postgres.ts'

export interface Prepared {
  label: string
  env: Record<string, string>
  /** An owner's session. */
  token: string
  /** One organization's id and the name another has. */
  id: string
  name: string
  databaseUrl: string | undefined
  remove(): Promise<void>
}

/** A database with that many organizations and a signed-in owner, closed again so that a server can open it. */
export async function prepare(rows: number, cluster: PrivatePostgres | undefined): Promise<Prepared> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hikmah-bench-'))
  const databaseUrl = cluster && (await freshDatabase(cluster, `bench_${rows}`))
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    DEMO_DATA: 'false',
    LOG_LEVEL: 'info',
    PORT: '0',
  }
  const database = databaseUrl ? openPostgres(databaseUrl) : await openEmbedded(dataDir)
  await migrate(database)
  await fill(database, rows)
  await fillDevices(database)
  const house = createHouse(readConfig({ ...process.env, ...env }), database, systemClock, () => undefined)
  const { token } = await createGiven(house).staff('owner')
  const [middle] = await rowsOf<{ id: string; name: string }>(
    database.db,
    sql`select id, name from organizations order by created_at offset ${Math.floor(rows / 2)} limit 1`,
  )
  await database.close()
  return {
    label: `${databaseUrl ? 'PostgreSQL' : 'PGlite'}, ${rows.toLocaleString('en-US')} organizations`,
    env,
    token,
    id: middle!.id,
    name: middle!.name,
    databaseUrl,
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

async function freshDatabase(cluster: PrivatePostgres, name: string): Promise<string> {
  const server = openPostgres(cluster.url)
  await server.script(`create database ${name}`)
  await server.close()
  return Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href
}

const BATCH = 5000

async function fill({ db, script }: Database, rows: number) {
  for (let from = 0; from < rows; from += BATCH) {
    const to = Math.min(rows, from + BATCH) - 1
    await db.execute(sql`
      insert into organizations (id, name, short_name, type, email, admin, status, created_at, line1, city, state, country)
      select gen_random_uuid(),
             (array['Masjid','Islamic Center of','Darul Uloom','Noor Academy'])[1 + n % 4] || ' ' || substr(md5(n::text), 1, 8) || ' ' || n,
             'org' || n, 'Masjid/Islamic Center', 'office' || n || '@masjid.example', 'Admin ' || n,
             (array['approved','approved','onboarding','blocked'])[1 + n % 4],
             timestamptz '2020-01-01' + n * interval '30 minutes', n || ' Main St',
             (array['Fremont','Lansing','Plano','Akron','Tulsa'])[1 + n % 5], 'CA', 'United States'
      from generate_series(${from}::int, ${to}::int) n`)
  }
  await script('vacuum analyze organizations')
}

export const DEVICES = 10_000

export const deviceKeyOf = (n: number) => `dk_${String(n).padStart(43, '0')}`

/** Connected devices that have beaten today. */
async function fillDevices({ db, script }: Database) {
  await db.execute(sql`
    insert into devices (id, device_id, app_stream, mac_address, price, status, key_hash, key_issued_at, created_at)
    select gen_random_uuid(), 'DK' || n, 'DEENKIOSK', 'MAC ' || n, 499, 'Active',
           encode(sha256(('dk_' || lpad(n::text, 43, '0'))::bytea), 'hex'), now(), now()
    from generate_series(1, ${DEVICES}::int) n`)
  await db.execute(sql`
    insert into device_beats (device_id, last_beat_at, seen_hour, connected, connected_on, ip, country, city, browser, os)
    select id, now(), date_trunc('hour', now(), 'UTC'), true, now(), '203.0.113.10', 'United States', 'Fremont', 'Chrome 141', 'Android 14'
    from devices`)
  await db.execute(sql`
    insert into device_presence
    select (now() at time zone 'UTC')::date, id, array_fill(0::smallint, array[24]) from devices`)
  await script('vacuum analyze')
}

export const startCluster = async (): Promise<PrivatePostgres | undefined> => {
  try {
    return await startPostgres()
  } catch (error) {
    console.log(`Without PostgreSQL: ${(error as Error).message}`)
    return undefined
  }
}
