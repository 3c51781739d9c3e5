import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { expect, test } from 'vitest'
import { putRegistry, type Registry } from '../../test/registry.ts'
import { AGAINST_REASON, approved, pending, rejected, startReviews, submittedAt } from '../../test/tax-review.ts'
import { recheckOrganizations } from './recheck-organizations.ts'

const { given, house, as, admin, clock } = await startReviews()
const { listTaxReviews, decideTaxReview, undoTaxDecision } = taxVerification
const both = { taxIdEinDetail: approved, taxExemptDetail: approved }

const list = (query: object) => admin(listTaxReviews, { query: { page: 1, ...query } })
const names = async (query: object) => (await list(query)).data.map(({ orgName }) => orgName)
const total = async (query: object) => (await list(query)).meta.total
const decide = (orgId: string, body: object) => {
  // Each decision has its own moment.
  clock.advance(1)
  return admin(decideTaxReview, { params: { orgId }, body })
}
const against = (...codes: string[]) => ({ againstRecord: { codes, reason: AGAINST_REASON } })

const eins = {
  Match: '470000001',
  Revoked: '470000002',
  Unlike: '470000003',
  Unlisted: '470000004',
  Waits: '470000005',
}
const revocation = (ein: string, name: string) => ({
  ein,
  name,
  revokedOn: '2025-05-15',
  postedOn: null,
  reinstatedOn: null,
})
const registry: Registry = {
  listed: [
    { ein: eins.Match, name: 'MATCH' },
    { ein: eins.Unlike, name: 'SOMEBODY ELSE' },
    { ein: eins.Waits, name: 'WAITS' },
  ],
  revoked: [revocation(eins.Revoked, 'REVOKED')],
}
const ids: Record<string, string> = {}
for (const [name, digits] of Object.entries(eins)) {
  const ein = `${digits.slice(0, 2)}-${digits.slice(2)}`
  const { id } = await given.organization({
    name,
    ein,
    type: 'Others',
    taxExempt: true,
    einStatus: 'Pending',
    einSubmittedAt: submittedAt,
    exemptStatus: 'Pending',
    exemptSubmittedAt: submittedAt,
  })
  ids[name] = id
}
await putRegistry(house, registry)
await recheckOrganizations(house)
await decide(ids.Match!, both)
await decide(ids.Revoked!, { ...both, ...against('REVOKED') })
await decide(ids.Unlike!, { ...both, ...against('NAME_DIFFERS') })
await decide(ids.Unlisted!, { taxIdEinDetail: rejected })
await decide(ids.Unlisted!, { taxExemptDetail: rejected, reason: 'Not found' })

test('the decided list says what the record was then, who decided, and what was against it', async () => {
  const [unlisted, unlike, revoked, match] = (await list({ status: 'decided' })).data
  expect([unlisted, unlike, revoked, match].map((row) => [row?.orgName, row?.outcomeThen, row?.against])).toEqual([
    ['Unlisted', 'NOT_LISTED', null],
    ['Unlike', 'MISMATCH', { codes: ['NAME_DIFFERS'], reason: AGAINST_REASON }],
    ['Revoked', 'REVOKED', { codes: ['REVOKED'], reason: AGAINST_REASON }],
    ['Match', 'VERIFIED', null],
  ])
  expect(match).toMatchObject({ decidedBy: 'Test admin', isBlocked: false, documents: 0, irsChanged: false })
  expect((await list({})).data).toMatchObject([{ orgName: 'Waits', outcomeThen: null, decidedBy: null, against: null }])
})

test('what is against the record is a filter, alone and with the record, sorted and searched as the whole', async () => {
  const decided = { status: 'decided' }
  expect(await names({ ...decided, against: '1' })).toEqual(['Unlike', 'Revoked'])
  expect(await names({ against: '1' }), 'of all that is decided').toEqual(['Unlike', 'Revoked'])
  expect(await names({ status: 'waiting', against: '1' })).toEqual([])
  expect(await names({ ...decided, against: '1', sort: 'orgName' })).toEqual(['Revoked', 'Unlike'])
  expect(await names({ ...decided, against: '1', record: 'revoked' })).toEqual(['Revoked'])
  expect(await names({ ...decided, against: '1', q: 'unl' })).toEqual(['Unlike'])
  expect(await names({ ...decided, record: 'match' })).toEqual(['Match'])
  expect(await names({ ...decided, record: 'match', against: '1' })).toEqual([])
  expect(await names({ record: 'match' })).toEqual(['Waits'])
  expect(await names({ record: 'revoked' })).toEqual([])
  for (const query of [
    { against: '1' },
    { against: '1', record: 'revoked' },
    { record: 'match' },
    { record: 'differs' },
  ])
    expect(await total({ ...decided, ...query }), JSON.stringify(query)).toBe(
      (await names({ ...decided, ...query })).length,
    )
})

test('the counts say how many of what is decided had each record, and how many were against it', async () => {
  const { counts, total: shown, whole } = (await list({ status: 'decided', against: '1' })).meta
  expect(counts).toMatchObject({
    all: 1,
    waiting: 1,
    match: 1,
    decided: 4,
    'decided-match': 1,
    'decided-revoked': 1,
    'decided-differs': 1,
    'decided-not-listed': 1,
    'decided-not-checked': 0,
    against: 2,
    changed: 0,
  })
  expect([shown, whole]).toEqual([2, 2])
  const searched = (await list({ status: 'decided', q: 'match' })).meta
  expect(searched.counts).toMatchObject({ 'decided-match': 1, against: 0 })
})

test('an approval that a later record speaks against stands under what changed, with both records', async () => {
  await putRegistry(house, {
    ...registry,
    listed: registry.listed!.slice(1),
    revoked: [...registry.revoked!, revocation(eins.Match, 'MATCH')],
  })
  await recheckOrganizations(house)
  const changed = { status: 'decided', changed: '1' }
  const { data, meta } = await list(changed)
  expect(data).toMatchObject([
    {
      orgName: 'Match',
      irsChanged: true,
      outcomeThen: 'VERIFIED',
      outcome: 'REVOKED',
      waitingSince: expect.any(String),
      decidedAt: expect.any(String),
    },
  ])
  expect([meta.total, meta.counts.changed, meta.counts.decided]).toEqual([1, 1, 3])
  expect(meta.counts, 'by the record as it is now').toMatchObject({ 'changed-revoked': 1, 'changed-match': 0 })
  expect(await names({ ...changed, record: 'revoked' })).toEqual(['Match'])
  expect(await total({ ...changed, record: 'revoked' })).toBe(1)
  expect(await names({ ...changed, record: 'match' })).toEqual([])
  expect(await names({ status: 'changed' }), 'and waits').toEqual(['Match'])
})

test('what is opened again or undone is against nothing any more, and what is taken back is again', async () => {
  const opened = (await decide(ids.Revoked!, { taxIdEinDetail: pending, taxExemptDetail: pending })).data
  expect(await names({ status: 'decided', against: '1' })).toEqual(['Unlike'])
  const row = (await list({ q: 'revoked' })).data[0]
  expect(row).toMatchObject({ against: null, outcomeThen: 'REVOKED' })
  await admin(undoTaxDecision, { params: { orgId: ids.Revoked! }, body: { version: opened.version } })
  expect(await names({ status: 'decided', against: '1', sort: 'orgName' })).toEqual(['Revoked', 'Unlike'])
})

test('whoever asks finds what they decided themselves, though another has their name', async () => {
  const other = await as('admin')
  const mine = async (by: typeof admin, query = {}) => {
    const { data, meta } = await by(listTaxReviews, { query: { page: 1, status: 'decided', ...query } })
    return [data.map(({ orgName }) => orgName).toSorted(), meta.total, meta.counts.mine]
  }
  expect(await mine(other, { mine: '1' })).toEqual([[], 0, 0])
  clock.advance(1)
  const { data } = await other(decideTaxReview, { params: { orgId: ids.Waits! }, body: both })
  expect(await mine(other, { mine: '1' })).toEqual([['Waits'], 1, 1])
  expect(await mine(other)).toEqual([['Revoked', 'Unlike', 'Unlisted', 'Waits'], 4, 1])
  expect(await mine(admin, { mine: '1' })).toEqual([['Revoked', 'Unlike', 'Unlisted'], 3, 3])
  expect(await mine(admin, { mine: '1', record: 'revoked' })).toEqual([['Revoked'], 1, 3])
  expect(await mine(admin, { mine: '1', q: 'unl' })).toEqual([['Unlike', 'Unlisted'], 2, 2])
  expect(await mine(admin, { mine: '1', sort: 'orgName' })).toMatchObject([{ length: 3 }, 3, 3])

  await other(undoTaxDecision, { params: { orgId: ids.Waits! }, body: { version: data.version } })
  expect(await mine(other, { mine: '1' }), 'an undone decision is nobody’s').toEqual([[], 0, 0])
})

test('a filter that is none is refused by its name', async () => {
  for (const query of [{ against: '0' }, { record: 'green' }, { changed: 'yes' }]) {
    const { status, error } = await list(query)
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, Object.keys(query)])
  }
  const manager = await as('manager')
  const { text } = await manager(listTaxReviews, { query: { page: 1, status: 'decided', against: '1' } })
  expect(text).not.toContain('47-0000002')
})
