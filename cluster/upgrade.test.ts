import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openPostgres } from '../server/src/kit/db/db.ts'
import { newId } from '../server/src/kit/db/ids.ts'
import { migrate, readMigrations } from '../server/src/kit/db/migrate.ts'
import { askServer, createDatabase, startCluster } from '../server/test/cluster.ts'

const ORGANIZATIONS = 1_000_000
const DEVICES = 20_000
const DEVICE_EVENTS = 1_000_000
const WRITES_PER_SECOND = 50
const LONGEST_WAIT_MS = 500
/** The last of the first release. */
const FIRST_RELEASE = '0095_open_invoice_days.sql'

/** What a later release may bring to the largest table, in the shapes that decision 057 asks for. */
const later = [
  'alter table organizations add column founded integer',
  "alter table organizations add column language text not null default 'en'",
  '-- without a transaction\ncreate index concurrently if not exists organizations_language on organizations (language, id)',
  'alter table organizations add constraint founded_since check (founded > 600) not valid',
  'alter table organizations validate constraint founded_since',
].map((text, n) => ({ name: `9${n}.sql`, sql: text, checksum: text }))

const told = { type: 'connected', ip: '', country: '', city: '', browser: '', os: '', event_id: 'told' }

// As it runs in production: what is written is on the disk.
const cluster = await startCluster({ max_wal_size: '4GB' })
const { url } = await createDatabase(cluster.urlOf('postgres'))
const owner = openPostgres(url, { unlimited: true })
const former = openPostgres(url)
afterAll(async () => {
  await former.close()
  await owner.close()
  await cluster.stop()
})

test('a million rows are upgraded while the version before writes, and no write waits', async () => {
  const all = readMigrations()
  await migrate(
    owner,
    all.filter(({ name }) => name <= FIRST_RELEASE),
  )
  await owner.script(`insert into organizations (id, name, short_name, type, email, admin, status, created_at, match_words)
    select gen_random_uuid(), 'Masjid ' || n, 'm' || n, 'Masjid', 'a' || n || '@masjid.example', 'Yusuf', 'approved',
      now() - n * interval '1 minute', array['masjid', n::text]
    from generate_series(1, ${ORGANIZATIONS}) n`)
  await owner.script('create table written (id uuid)')
  await owner.script(`insert into written select id from organizations order by random() limit 20000`)
  await owner.script(`insert into devices (id, device_id, app_stream, mac_address, price, status, key_hash, key_issued_at, created_at)
    select gen_random_uuid(), 'DK' || n, 'DEENKIOSK', 'mac' || n, 300, 'Available', 'key' || n, now(), now() from generate_series(1, ${DEVICES}) n`)
  await owner.script('insert into device_beats (device_id) select id from devices')
  await owner.script(`insert into device_events (id, device_id, type, created_at, ip, country, city, browser, os)
    select gen_random_uuid(), id, 'connected', now() - n * interval '1 day', '', '', '', '', ''
    from devices, generate_series(1, ${DEVICE_EVENTS / DEVICES}) n`)
  await owner.script('vacuum analyze')

  let isRunning = true
  const waits: number[] = []
  let reported = 0
  /** As the version before writes. Each device beats for the first time, so that it connects. */
  const shapes = [
    () =>
      former.script(
        `update organizations set city = 'Akron' where id = (select id from written offset ${Math.floor(Math.random() * 20_000)} limit 1)`,
      ),
    () =>
      former.script(
        `select keep_beats('[{"key": "key${++reported}", "at": "${new Date().toISOString()}", "beats": 1, "ip": "", "browser": "", "os": ""}]', '15 min')`,
      ),
    () =>
      former.script(
        `insert into device_events (id, device_id, type, created_at, ip, country, city, browser, os, event_id)
          select id, (select id from devices where device_id = 'DK${++reported}'), type, created_at, ip, country, city, browser, os, event_id
          from json_populate_recordset(null::device_events, '${JSON.stringify([{ ...told, id: newId(), created_at: new Date() }])}')`,
      ),
  ]
  const write = async () => {
    const start = performance.now()
    await shapes[waits.length % shapes.length]!()
    waits.push(performance.now() - start)
  }
  const writing = (async () => {
    const writes: Promise<void>[] = []
    for (let next = performance.now(); isRunning; next += 1000 / WRITES_PER_SECOND) {
      writes.push(write())
      await setTimeout(Math.max(0, next - performance.now()))
    }
    await Promise.all(writes)
  })()
  await setTimeout(1000)
  const start = performance.now()
  const applied = await migrate(owner, [...all, ...later])
  const seconds = (performance.now() - start) / 1000
  isRunning = false
  await writing
  const longest = Math.max(...waits)
  process.stdout.write(
    `${applied} migrations in ${seconds.toFixed(1)} s, ${waits.length} writes beside them, the longest ${longest.toFixed(0)} ms\n`,
  )
  expect(applied).toBe(all.filter(({ name }) => name > FIRST_RELEASE).length + later.length)
  expect(waits.length).toBeGreaterThan(seconds * WRITES_PER_SECOND * 0.8)
  expect(longest).toBeLessThan(LONGEST_WAIT_MS)
  const events = await askServer(
    url,
    'select tableoid::regclass as part, count(*)::int as events from device_events group by 1',
  )
  expect(events).toEqual([{ part: 'device_events_so_far', events: DEVICE_EVENTS + reported }])
})
