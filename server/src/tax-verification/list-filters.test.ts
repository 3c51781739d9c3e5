import { audit } from '@hikmah/contract/audit'
import { papersLink } from '@hikmah/contract/papers-link'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { putRegistry } from '../../test/registry.ts'
import { AGAINST_REASON, approved, startReviews } from '../../test/tax-review.ts'
import { DAY_S } from '../kit/process/clock.ts'
import { recheckOrganizations } from './recheck-organizations.ts'

const { given, house, as, admin, db, decide, clock } = await startReviews()
const { listTaxReviews, claimTaxReview, exportTaxReviews } = taxVerification
const other = await as('admin')
const owner = await as('owner')
const PAPER = { name: 'letter.pdf', data: Buffer.from('%PDF-1.7 letter').toString('base64') }
const BOTH = { taxIdEinDetail: approved, taxExemptDetail: approved }

const eins = { Listed: '48-0000001', Unlisted: '48-0000002', Five: '48-0000003', 'مسجد النور': '48-0000004' }
const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_S * 1000)
const ages = { Listed: 9, Unlisted: 8, Five: 5 - 0.5 / 24, 'مسجد النور': 1 }
const ids: Record<string, string> = {}
for (const [name, ein] of Object.entries(eins)) {
  const einSubmittedAt = daysAgo(ages[name as keyof typeof ages])
  ids[name] = (await given.organization({ name, ein, einStatus: 'Pending', einSubmittedAt })).id
}
await putRegistry(house, { listed: [{ ein: '480000001', name: 'LISTED' }] })
await recheckOrganizations(house)
await admin(papersLink.attachPapers, {
  params: { orgId: ids.Listed! },
  body: { taxIdEin: eins.Listed, taxExempt: true, documents: [PAPER], source: 'mail' },
})
await admin(claimTaxReview, { params: { orgId: ids.Unlisted! }, body: {} })
await other(claimTaxReview, { params: { orgId: ids.Listed! }, body: {} })

const list = (query: object, by = admin) => by(listTaxReviews, { query: { page: 1, ...query } })
const names = async (query: object, by = admin) => (await list(query, by)).data.map(({ orgName }) => orgName)

test('what waits is narrowed to what is mine, has no paper or waits long, each with its count', async () => {
  expect((await list({})).meta.counts).toMatchObject({ waiting: 4, mine: 1, noPaper: 3, longWait: 2 })
  expect((await list({}, other)).meta.counts).toMatchObject({ mine: 1 })
  expect((await list({}, owner)).meta.counts).toMatchObject({ mine: 0 })
  expect(await names({ mine: '1' })).toEqual(['Unlisted'])
  expect(await names({ mine: '1' }, other)).toEqual(['Listed'])
  expect(await names({ noPaper: '1' })).toEqual(['Unlisted', 'Five', 'مسجد النور'])
  expect(await names({ longWait: '1' })).toEqual(['Listed', 'Unlisted'])
})

test('the filters hold together, with the record, what waits, the search and each order', async () => {
  expect(await names({ noPaper: '1', longWait: '1' })).toEqual(['Unlisted'])
  expect(await names({ noPaper: '1', longWait: '1', mine: '1' }, other)).toEqual([])
  expect(await names({ longWait: '1', record: 'match' })).toEqual(['Listed'])
  expect(await names({ noPaper: '1', record: 'match' })).toEqual([])
  expect(await names({ longWait: '1', status: 'exemption' })).toEqual(['Listed'])
  expect(await names({ noPaper: '1', status: 'exemption' })).toEqual([])
  expect(await names({ mine: '1', status: 'ein', record: 'not-listed' })).toEqual(['Unlisted'])
  expect(await names({ noPaper: '1', q: 'list' })).toEqual(['Unlisted'])
  expect(await names({ longWait: '1', q: 'list' })).toEqual(['Listed', 'Unlisted'])
  expect(await names({ noPaper: '1', sort: 'orgName' })).toEqual(['Five', 'Unlisted', 'مسجد النور'])
  expect(await names({ longWait: '1', sort: '-waitingSince' })).toEqual(['Unlisted', 'Listed'])
  for (const query of [
    { noPaper: '1' },
    { longWait: '1' },
    { mine: '1' },
    { noPaper: '1', record: 'not-listed' },
    { noPaper: '1', longWait: '1' },
  ]) {
    const { data, meta } = await list(query)
    expect(meta.total, JSON.stringify(query)).toBe(data.length)
  }
  // So is each of them among what the search and the others leave.
  expect((await list({ q: 'five' })).meta.counts).toMatchObject({ mine: 0, noPaper: 1, longWait: 0 })
  expect((await list({ longWait: '1' })).meta.counts).toMatchObject({ mine: 1, noPaper: 1, longWait: 2 })
  // The records are counted among what the filters leave.
  expect((await list({ longWait: '1' })).meta.counts).toMatchObject({ waiting: 2, match: 1, 'not-listed': 1 })
  for (const query of [{ noPaper: '0' }, { longWait: 'yes' }, { mine: 'me' }]) {
    const { status, error } = await list(query)
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, Object.keys(query)])
  }
})

test('what waits for five days waits long from then on, and a claim that ended is nobody’s', async () => {
  for (let minutes = 0; minutes < 40; minutes += 20) {
    expect(await names({ longWait: '1' })).toEqual(['Listed', 'Unlisted'])
    clock.advance(20 * 60)
  }
  expect(await names({ longWait: '1' })).toEqual(['Listed', 'Unlisted', 'Five'])
  expect(await names({ mine: '1' })).toEqual([])
  expect((await list({})).meta.counts).toMatchObject({ mine: 0, longWait: 3 })
})

test('a filter of reviews is taken away as CSV that a spreadsheet reads in every script, and that is recorded', async () => {
  const exported = async (query: object, by = admin) => {
    const reply = await by(exportTaxReviews, { query })
    return { ...reply, lines: reply.text.split('\r\n').filter(Boolean) }
  }
  const waiting = await exported({ noPaper: '1' })
  expect(waiting.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(waiting.headers['content-disposition']).toMatch(/^attachment; filename=reviews-\d{4}-\d\d-\d\d\.csv$/)
  expect(waiting.text.startsWith('\ufeff"Organization"'), 'by which Excel knows Unicode').toBe(true)
  expect(waiting.lines.slice(1).map((line) => line.split(',')[0])).toEqual(['"Unlisted"', '"Five"', '"مسجد النور"'])
  expect((await exported({ q: 'list', record: 'match' })).lines).toHaveLength(2)

  await decide(ids.Listed!, BOTH)
  const body = { taxIdEinDetail: { status: 'Rejected' }, reason: 'The EIN is not listed.' }
  clock.advance(1)
  await decide(ids.Unlisted!, body)
  const decided = await exported({ status: 'decided' })
  expect(decided.lines.map((line) => line.split(',').slice(0, 1)[0])).toEqual([
    expect.stringContaining('Organization'),
    '"Unlisted"',
    '"Listed"',
  ])
  expect(decided.lines[2]).toContain('"48-0000001","Approved","Approved","Match","Match","","","1"')
  const shared = await given.organization({
    name: 'Shared',
    ein: eins.Listed,
    einStatus: 'Pending',
    einSubmittedAt: daysAgo(1),
  })
  await decide(shared.id, { taxIdEinDetail: approved })
  const against = await exported({ status: 'decided', against: '1' })
  expect(against.lines).toHaveLength(2)
  expect(against.lines[1]).toContain('EIN of another organization')
  expect(against.lines[1]).toContain(AGAINST_REASON)
  expect(against.lines[1]).toContain('"Test admin"')

  const [entry] = (await owner(audit.listAudit, { query: { entity: 'tax-review' } })).data
  expect(entry).toMatchObject({ action: 'tax-review.list-exported', changes: { against: { after: '1' } } })
  const refused = await (await as('manager'))(exportTaxReviews, { query: {} })
  expect(refused.status, 'a manager sees no whole EIN').toBe(403)
})

test('an export of many reviews has every one once, in the order of its list', async () => {
  const many = 1100
  await db.execute(sql`insert into organizations
      (id, name, email, status, created_at, ein_status, ein_submitted_at, ein_pending_since)
    select gen_random_uuid(), 'Many ' || n, n || '@many.example', 'onboarding', at, 'Pending', at, at
    from (select n, now() - (n % 7) * interval '1 day' as at from generate_series(1, ${many}) n) as ages`)
  const { text } = await admin(exportTaxReviews, { query: { noPaper: '1', q: 'many' } })
  const lines = text.split('\r\n').filter(Boolean).slice(1)
  expect(new Set(lines).size).toBe(many)
  const since = lines.map((line) => line.split(',')[11]!)
  expect(since).toEqual(since.toSorted())
})
