import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { foldDays } from '../src/finance/fold-days.ts'
import type { Db } from '../src/kit/db/db.ts'
import { foldCounts } from '../src/kit/list/fold-counts.ts'
import { matchWordsOf } from '../src/organizations/queries.ts'
import { commerceFillings } from './seed-commerce.ts'
import { type Filling, idOf, momentOf } from './seed-parts.ts'

/** So many devices for each thousand organizations. */
const DEVICES_PER_THOUSAND = 1000
const MEMBERS_EACH = 5
const BATCH = 20_000

const CITIES = ['Fremont', 'Lansing', 'Plano', 'Akron', 'Tulsa']
const FIRST = ['Masjid', 'Islamic Center of', 'Darul Uloom', 'Madrasa']
// "noor" is in 2.5 of a hundred names: a search that hits thousands.
const SECOND = Array.from({ length: 40 }, (_, n) =>
  n === 7 ? 'Noor' : `Hall${String.fromCharCode(97 + (n % 26))}${n}`,
)
const PEOPLE = ['Yusuf', 'Amina', 'Bilal', 'Zaynab', 'Imran', 'Safiya', 'Hamza']
const FAMILIES = ['Rahmani', 'Siddiqui', 'Okafor', 'Haddad', 'Diallo', 'Aziz']
const STATUSES = ['approved', 'approved', 'onboarding', 'blocked']
/** Whatever hangs on it is spread evenly over names, which repeat every forty rows. */
const mixed = (n: number) => (Math.imul(n + 1, 2_654_435_761) >>> 16) & 0xffff
const cityOf = (n: number) => CITIES[mixed(n) % CITIES.length]!

export const deviceCount = (organizations: number) => Math.ceil((organizations * DEVICES_PER_THOUSAND) / 1000)
export const deviceKeyOf = (n: number) => `dk_${String(n).padStart(43, '0')}`
export const nameOf = (n: number) => `${FIRST[n % FIRST.length]} ${SECOND[n % SECOND.length]} ${n.toString(36)} ${n}`

export const einOf = (n: number) => `12-${String(n).padStart(7, '0')}`
export const personOf = (n: number) => `${PEOPLE[n % PEOPLE.length]} ${FAMILIES[n % FAMILIES.length]}${n.toString(36)}`

const APPLICATIONS = 100
export const applicationId = (n: number) => idOf(4, n)
/** As it lies in the row: two features, four plans. */
const FEATURES = JSON.stringify(
  ['Prayer times', 'Own domain'].map((title, n) => ({
    title,
    description: 'On every page',
    featureType: n === 0 ? 'Free' : 'Paid',
    priceCents: n * 1200,
    status: 'Available',
    order: 100 + n,
  })),
)
const PLANS = JSON.stringify(
  ['Free', 'Standard', 'Premium', 'Custom'].map((name, n) => ({
    id: `${name.toLowerCase()}-plan`,
    name,
    status: 'Available',
    monthlyBilling: { stripePlanId: '', priceCents: n * 1900, billingPeriod: 'Monthly', discountPercentage: 0 },
    annuallyBilling: { stripePlanId: '', priceCents: n * 19_000, billingPeriod: 'Annually', discountPercentage: 0 },
    features: [{ title: 'Prayer times', description: '', featureType: 'Included' }],
  })),
)

/** One in twenty waits, and one in a thousand of these has a verdict that is rare. */
const reviewOf = (n: number, since: string) => {
  if (n % 20 !== 3) return 'match\t\\N\t\\N'
  const k = Math.floor(n / 20)
  const group = k % 1000 === 7 ? 'revoked' : ['match', 'match', 'differs', 'not-listed'][k % 4]
  return `${group}\tPending\t${since}`
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const wordsOf = (n: number) =>
  `{${matchWordsOf({ name: nameOf(n), shortName: `org${n}`, city: cityOf(n) })
    .map((word) => `"${word}"`)
    .join(',')}}`

function fillings(organizations: number): Filling[] {
  const now = Date.now()
  const devices = deviceCount(organizations)
  return [
    {
      table: 'organizations',
      columns:
        'id, name, short_name, type, email, admin, status, created_at, line1, city, state, country, postal_code, primary_phone, ein, tax_group, ein_status, ein_pending_since, match_words',
      rows: organizations,
      line: (n) =>
        `${idOf(1, n)}\t${nameOf(n)}\torg${n}\tMasjid/Islamic Center\toffice${n}@masjid.example\tAdmin ${n}\t${STATUSES[mixed(n) % STATUSES.length]}\t${momentOf(n, organizations, now)}\t${n} Main St\t${cityOf(n)}\tCA\tUnited States\t94536\t+1510${String(2_000_000 + n).padStart(7, '0')}\t${einOf(n)}\t${reviewOf(n, momentOf(n, organizations, now))}\t${wordsOf(n)}`,
    },
    {
      table: 'members',
      columns: 'id, organization_id, first_name, last_name, user_name, roles, invited_at, created_at',
      rows: organizations * MEMBERS_EACH,
      line: (n) => {
        const moment = momentOf(n, organizations * MEMBERS_EACH, now)
        const [first, last] = personOf(n).split(' ')
        return `${idOf(3, n)}\t${idOf(1, Math.floor(n / MEMBERS_EACH))}\t${first}\t${last}\tperson${n}@masjid.example\t[]\t${moment}\t${moment}`
      },
    },
    {
      table: 'audit_entries',
      columns:
        'seq, at, actor_kind, actor_id, actor_name, session_id, ip, request_id, action, entity, entity_id, entity_name, organization_id, changes, previous_hash, hash',
      rows: organizations,
      line: (n) =>
        `${n + 1}\t${momentOf(n, organizations, now)}\tstaff\tstaff-${n % 20}\tPerson ${n % 20}\t\t203.0.113.10\tbench\torganization.updated\torganization\t${idOf(1, n)}\t${nameOf(n)}\t${idOf(1, n)}\t{}\t\t`,
    },
    {
      table: 'devices',
      columns: 'id, device_id, app_stream, mac_address, price, status, key_hash, key_issued_at, created_at',
      rows: devices,
      line: (n) =>
        `${idOf(2, n)}\tDK${n}\tDEENKIOSK\tMAC ${n}\t499\tActive\t${sha256(deviceKeyOf(n))}\t${new Date(now).toISOString()}\t${momentOf(n, devices, now)}`,
    },
    {
      table: 'media',
      columns: 'id, kind, name, content_type, size, width, height, sha256, created_at',
      rows: 1,
      line: () => `${idOf(5, 0)}\tlogo\tlogo.png\timage/png\t10\t1\t1\tnone\t${momentOf(0, 1, now)}`,
    },
    {
      table: 'applications',
      columns:
        'id, name, display_name, short_description, long_description, image_media_id, icon_media_id, features, plans, hardware, status, status_since, place, created_at',
      rows: APPLICATIONS,
      line: (n) => {
        const moment = momentOf(n, APPLICATIONS, now)
        return `${applicationId(n)}\tdeenweb\tDEENWEB ${n}\tWebsite with prayer times\tA website for a mosque.\t${idOf(5, 0)}\t${idOf(5, 0)}\t${FEATURES}\t${PLANS}\t[]\tAvailable\t${moment}\t${n}\t${moment}`
      },
    },
    ...commerceFillings(organizations, now),
  ]
}

/** Fills a migrated, empty database by COPY, with a bar for who waits. Nine of ten devices were seen, five of ten are online. */
export async function seed(url: string, organizations: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '512MB'`)
  const constraints = await take(client, FOREIGN_KEYS)
  const indexes = await take(client, INDEXES)
  for (const filling of fillings(organizations)) await fill(client, filling)
  await client.query(`
    insert into device_beats (device_id, last_beat_at, connected, connected_on, ip, country, city, browser, os)
    select id, seen, n % 2 = 0, seen, '203.0.113.10', 'United States', 'Fremont', 'Chrome 141', 'Android 14'
    from (select id, n, case when n % 10 = 3 then null when n % 2 = 0 then now() else now() - n * interval '1 minute' end as seen
          from (select id, substr(device_id, 3)::int as n from devices) numbered) beats`)
  await client.query(`
    insert into device_presence select (now() at time zone 'UTC')::date, device_id, array_fill(0::smallint, array[24]) from device_beats`)
  // These entries took no number of the sequence, and nobody waits for their seal.
  await client.query(`select setval('audit_entries_seq', max(seq)) from audit_entries`)
  await client.query('truncate audit_unsealed')
  await putBack(client, 'indexes', indexes)
  await putBack(client, 'foreign keys', constraints)
  const db = drizzle(client) as unknown as Db
  await foldCounts(db)
  await foldDays(db)
  await client.query('vacuum analyze')
  await client.end()
}

/** What is not there while a table fills: the statement that takes it away, and the one that puts it back. What comes in partitions stays. */
const FOREIGN_KEYS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as leaves,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as returns
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`
const INDEXES = `
  select format('drop index %s', indexrelid::regclass) as leaves, pg_get_indexdef(indexrelid) as returns
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace and relkind = 'i' and not relispartition
    and not exists (select from pg_constraint where conindid = indexrelid)`

/** Rows that go into all their indexes one by one take many times as long as indexes made over all of them. */
async function take(client: pg.Client, which: string): Promise<string[]> {
  const { rows } = await client.query<{ leaves: string; returns: string }>(which)
  for (const { leaves } of rows) await client.query(leaves)
  return rows.map(({ returns }) => returns)
}

async function putBack(client: pg.Client, what: string, statements: string[]) {
  for (const [n, statement] of statements.entries()) {
    await client.query(statement)
    progress(what, n + 1, statements.length)
  }
}

async function fill(client: pg.Client, { table, columns, rows, line }: Filling) {
  for (let from = 0; from < rows; from += BATCH) {
    const to = Math.min(rows, from + BATCH)
    const stream = client.query(copyFrom(`copy ${table} (${columns}) from stdin`))
    let text = ''
    for (let n = from; n < to; n += 1) text += `${line(n)}\n`
    stream.end(text)
    await once(stream, 'finish')
    progress(table, to, rows)
  }
}

function progress(what: string, done: number, all: number) {
  if (!process.stderr.isTTY && done < all) return
  const width = 30
  const filled = Math.round((width * done) / all)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`
  process.stderr.write(
    `\r  ${bar} ${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} ${what}${done === all ? '\n' : ''}`,
  )
}
