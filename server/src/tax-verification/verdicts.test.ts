import { organizations as organizationEndpoints } from '@hikmah/contract/organizations/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { beforeAll, describe, expect, test } from 'vitest'
import { putRegistry } from '../../test/registry.ts'
import { approved, pending, startReviews } from '../../test/tax-review.ts'
import type { organizations } from '../organizations/table.ts'

const { given, as, callWith, house, admin, decide } = await startReviews()
const { submitTaxPapers, readTaxStatus, listTaxReviews, undoTaxDecision } = taxVerification
const NOOR = '12-3450001'
const SALAM = '12-3450002'
const UNLISTED = '12-3450009'

const listed = [
  { ein: '123450001', name: 'MASJID AL NOOR' },
  { ein: '123450002', name: 'ISLAMIC CENTER AS SALAM' },
]
const place = { line1: '1 Main St', postalCode: '94536', country: 'United States', type: 'Masjid/Islamic Center' }
const manager = await as('manager')
const statusOf = async (orgId: string, by = admin) => (await by(readTaxStatus, { params: { orgId } })).data
const outcomeOf = async (orgId: string) => (await statusOf(orgId)).verdict?.outcome
const queue = (query: object, by = admin) => by(listTaxReviews, { query: { page: 1, ...query } })
const namesOf = async (status: string) => (await queue({ status })).data.map(({ orgName }) => orgName)

async function mosque(more: Partial<typeof organizations.$inferInsert> = {}) {
  const organization = await given.organization({ name: 'Masjid Al-Noor', ...place, ...more })
  const own = callWith((await given.member(organization.id)).token)
  const submit = (taxIdEin: string, more: object = {}) =>
    own(submitTaxPapers, { params: { orgId: organization.id }, body: { taxIdEin, taxExempt: true, ...more } })
  return { ...organization, submit }
}

test('where no file of the IRS is imported nothing is said of an EIN, and a decision has no evidence', async () => {
  const { id, submit } = await mosque({ name: 'Before the first import' })
  await submit(NOOR)
  expect((await statusOf(id)).verdict).toBeNull()
  expect((await queue({ status: 'not-checked' })).data).toMatchObject([{ organizationId: id, outcome: null }])
  const decided = await decide(id, { taxIdEinDetail: approved, taxExemptDetail: approved })
  expect(decided.data.events.at(-1)?.evidence).toBeNull()
})

describe('with the files of the IRS', () => {
  beforeAll(() => putRegistry(house, { listed, snapshotOn: '2026-11-01' }))

  test('papers are looked up as they come in, and the queue says what was found', async () => {
    const { id, submit } = await mosque()
    const before = (await queue({})).meta.counts
    const answer = await submit(NOOR)
    expect(answer.data.verdict, 'it is for staff').toBeNull()

    expect((await statusOf(id)).verdict).toMatchObject({
      outcome: 'VERIFIED',
      score: 1,
      row: { ein: NOOR, name: 'MASJID AL NOOR' },
      suggestion: { einStatus: 'Approved', exemptStatus: 'Approved' },
      sources: [{ kind: 'eo-bmf', snapshotOn: '2026-11-01' }, { kind: 'pub78' }, { kind: 'revocations' }],
      checkedAt: expect.any(String),
    })
    const { data, meta } = await queue({ status: 'match' })
    expect(data).toMatchObject([{ organizationId: id, outcome: 'VERIFIED', missing: [], claimedBy: null }])
    expect(meta.counts).toMatchObject({ ...before, all: 1, waiting: 1, ein: 1, exemption: 1, match: 1, noPaper: 1 })
    expect(meta.total).toBe(1)
  })

  test('each kind of verdict has its tab, with its count, in every order', async () => {
    await (await mosque({ name: 'Zaytuna Masjid' })).submit(SALAM)
    await (await mosque({ name: 'Amanah Masjid' })).submit(SALAM)
    await (await mosque({ name: 'Ihsan Masjid' })).submit(UNLISTED)
    expect(await namesOf('differs')).toEqual(['Zaytuna Masjid', 'Amanah Masjid'])
    expect(await namesOf('not-listed')).toEqual(['Ihsan Masjid'])
    const byName = await queue({ status: 'differs', sort: '-orgName' })
    expect(byName.data.map(({ orgName }) => orgName)).toEqual(['Zaytuna Masjid', 'Amanah Masjid'])
    expect(byName.meta.counts).toMatchObject({ differs: 2, 'not-listed': 1, revoked: 0 })
    const found = await queue({ status: 'differs', q: 'zaytuna' })
    expect(found.data).toHaveLength(1)
    expect(found.meta.counts).toMatchObject({ differs: 1, 'not-listed': 0 })
  })

  test('the number of a namesake is looked at, and the other number is named', async () => {
    const words = ['CA MSJD', 'CA FRKN']
    const furqan = { ein: '123450003', name: 'MASJID AL FURQAN', words }
    await putRegistry(house, {
      listed: [...listed, furqan, { ...furqan, ein: '123450004', name: 'MASJID AL FURQAN INC' }],
      snapshotOn: '2026-11-01',
    })
    const { id, submit } = await mosque({ name: 'Masjid Al-Furqan' })
    await submit('12-3450004')
    expect((await statusOf(id)).verdict).toMatchObject({
      outcome: 'NAME_REVIEW',
      suggestion: { einStatus: 'Pending' },
      reasons: expect.arrayContaining(['The IRS lists this name in Fremont, CA under 12-3450003.']),
    })
    await submit('12-3450003')
    expect(await outcomeOf(id)).toBe('VERIFIED')
  })

  test('what is not listed is never a reason to reject, but its papers are missing', async () => {
    const { id, submit } = await mosque({ name: 'Falah Masjid' })
    await submit(UNLISTED)
    const { verdict, missing } = await statusOf(id)
    expect(verdict).toMatchObject({ outcome: 'NOT_LISTED_CHURCH', suggestion: { exemptStatus: 'Pending', reason: '' } })
    expect(missing).toEqual(['documents'])
    const pdf = Buffer.from('%PDF-1.7 letter').toString('base64')
    await submit(UNLISTED, { documents: [{ name: 'lease.pdf', data: pdf }] })
    expect((await statusOf(id)).missing).toEqual([])
  })

  test('all that an organization has not given is listed', async () => {
    const { id } = await given.organization({ email: '', admin: '', taxExempt: true, exemptStatus: 'Pending' })
    expect((await statusOf(id)).missing).toEqual(['ein', 'documents', 'address', 'admin', 'admin-email'])
  })

  test('another EIN, name or place is looked up in the same write; another telephone is not', async () => {
    const { id, submit } = await mosque()
    await submit(SALAM)
    expect(await outcomeOf(id)).toBe('MISMATCH')
    await decide(id, { taxIdEin: NOOR })
    expect(await outcomeOf(id)).toBe('VERIFIED')

    const edit = (body: object) => admin(organizationEndpoints.updateOrganization, { params: { id }, body })
    const { checkedAt } = (await statusOf(id)).verdict!
    await edit({ phoneFax: { primaryPhone: '+15105550142' } })
    expect((await statusOf(id)).verdict?.checkedAt).toBe(checkedAt)
    await edit({ orgAddress: { state: 'TX' } })
    expect(await outcomeOf(id)).toBe('NAME_REVIEW')
    await edit({ orgAddress: { state: 'CA' }, orgName: 'Islamic Center As-Salam' })
    expect(await outcomeOf(id)).toBe('MISMATCH')
    await edit({ orgShortName: 'Masjid Noor' })
    expect(await outcomeOf(id)).toBe('VERIFIED')
  })

  test('a decision made before an edit of the organization changed the verdict is refused with the new one', async () => {
    const { id, submit } = await mosque()
    await submit(NOOR)
    const seen = await statusOf(id)
    const edit = (body: object) => admin(organizationEndpoints.updateOrganization, { params: { id }, body })
    await edit({ orgShortName: 'MAN' })
    expect((await statusOf(id)).version, 'the verdict is as it was').toBe(seen.version)
    await edit({ orgName: 'Islamic Center As-Salam', orgShortName: '' })

    const late = await decide(id, { taxIdEinDetail: approved, taxExemptDetail: approved, version: seen.version })

    expect(late.status).toBe(409)
    const { current } = late.error as unknown as { current: typeof seen }
    expect(current).toMatchObject({ verdict: { outcome: 'MISMATCH' }, version: seen.version + 1 })
    expect(current.events).toEqual(seen.events)
    const { version } = (await decide(id, { taxIdEinDetail: approved, taxExemptDetail: approved })).data
    await edit({ orgName: 'Masjid Al-Noor' })
    expect(await statusOf(id), 'nothing waits').toMatchObject({ verdict: { outcome: 'VERIFIED' }, version })
  })

  test('a decision keeps what it was made on, whatever is found out later', async () => {
    const { id, submit } = await mosque()
    await submit(NOOR)
    const { verdict } = await statusOf(id)
    const { suggestion: _, ...evidence } = verdict!
    const decided = (await decide(id, { taxIdEinDetail: approved, taxExemptDetail: approved })).data
    const kept = decided.events.filter(({ status }) => status === 'Approved')
    expect(kept.map((event) => event.evidence)).toEqual([evidence, evidence])
    expect(decided.events.find(({ status }) => status === 'Submitted')?.evidence).toBeNull()

    await decide(id, { taxIdEin: UNLISTED, taxIdEinDetail: pending, taxExemptDetail: pending })
    const later = await statusOf(id)
    expect(later.verdict?.outcome).toBe('NOT_LISTED_CHURCH')
    expect(later.events.at(-1)?.evidence, 'made on the EIN that it set').toMatchObject({ outcome: 'NOT_LISTED_CHURCH' })
    expect(later.events.find(({ status }) => status === 'Approved')?.evidence).toEqual(evidence)
  })

  test('the verdict goes back with a decision that is taken back', async () => {
    const { id, submit } = await mosque()
    await submit(SALAM)
    const { version } = (await decide(id, { taxIdEin: NOOR, taxIdEinDetail: approved })).data
    const reply = await admin(undoTaxDecision, { params: { orgId: id }, body: { version } })
    expect(reply.data).toMatchObject({ taxIdEin: SALAM, verdict: { outcome: 'MISMATCH' } })
  })

  test('a file that grew old is told of when it is read, without another look-up', async () => {
    const { id, submit } = await mosque()
    await putRegistry(house, { listed, snapshotOn: '2026-01-05' })
    await submit(NOOR)
    expect((await statusOf(id)).verdict).toMatchObject({ outcome: 'VERIFIED', stale: true })
    await putRegistry(house, { listed })
    await submit(SALAM)
    expect((await statusOf(id)).verdict).toMatchObject({ outcome: 'MISMATCH', stale: false })
  })

  test('a manager sees the end of the EIN only: in the row, the reasons and the evidence too', async () => {
    const { id, submit } = await mosque()
    await submit(NOOR)
    await decide(id, { taxIdEinDetail: approved, taxExemptDetail: approved })
    expect((await statusOf(id)).verdict?.reasons.join(' ')).toContain(NOOR)

    const reply = await manager(readTaxStatus, { params: { orgId: id } })

    expect(reply.data.verdict).toMatchObject({ outcome: 'VERIFIED', row: { ein: '**-***0001' } })
    expect(reply.data.verdict?.reasons.join(' ')).toContain('**-***0001')
    expect(reply.data.events.at(-1)?.evidence?.row?.ein).toBe('**-***0001')
    const organization = await manager(organizationEndpoints.readOrganization, { params: { id } })
    for (const { text } of [reply, organization, await queue({ q: 'noor' }, manager)]) {
      expect(text).not.toContain(NOOR)
      expect(text).not.toContain(NOOR.replace('-', ''))
    }
  })

  test('a manager is not told either what an odd EIN begins with, nor the EIN where people wrote it', async () => {
    const { id, submit } = await mosque()
    const odd = '07-1234567'
    const documents = [{ name: `EIN ${odd}.pdf`, data: Buffer.from('%PDF-1.7').toString('base64') }]
    await submit(odd, { documents })
    await decide(id, { askForNewSubmission: true, reason: `Is ${odd} right?`, message: 'Or is it 071234567?' })
    await decide(id, { taxExemptDetail: { status: 'Rejected' }, reason: `${odd} is not yours. Call (510) 555-0142.` })
    expect((await statusOf(id)).verdict?.reasons.join(' ')).toContain('begins with 07')

    const { data, text } = await manager(readTaxStatus, { params: { orgId: id } })

    expect(data.verdict?.reasons.join(' ')).toContain('begins with **')
    expect(data.documents[0]?.name).toBe('EIN **-***4567.pdf')
    expect(data.requests[0]).toMatchObject({ reason: 'Is **-***4567 right?', message: 'Or is it **-***4567?' })
    expect(data.events.at(-1)?.messages[0]?.message).toBe('**-***4567 is not yours. Call (510) 555-0142.')
    expect(text).not.toMatch(/07-?12345|with 07/)
  })
})
