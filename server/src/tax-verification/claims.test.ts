import { navigation } from '@hikmah/contract/navigation'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { CLAIM_MIN } from '@hikmah/contract/tax-verification/rules'
import { CLAIMED } from '@hikmah/contract/tax-verification/words'
import { expect, onTestFinished, test } from 'vitest'
import { approved, startReviews } from '../../test/tax-review.ts'

const { given, callWith, as, waiting, decide, audited, clock } = await startReviews()
const { claimTaxReview, releaseTaxReview, readTaxStatus, listTaxReviews, undoTaxDecision } = taxVerification

const person = async (firstName: string) => {
  const { id, token } = await given.staff('admin', { firstName, lastName: 'Yusuf' })
  const call = callWith(token)
  return {
    id,
    call,
    claim: (orgId: string, body: object = {}) => call(claimTaxReview, { params: { orgId }, body }),
    release: (orgId: string) => call(releaseTaxReview, { params: { orgId } }),
  }
}
const amina = await person('Amina')
const bilal = await person('Bilal')
const manager = await as('manager')
const claimOf = async (orgId: string) => (await manager(readTaxStatus, { params: { orgId } })).data.claim
const inQueue = async (orgId: string) =>
  (await manager(listTaxReviews, { query: { page: 1, limit: 100 } })).data.find(
    ({ organizationId }) => organizationId === orgId,
  )?.claimedBy

test('a claim says to everybody who is at a review, on the desk and in the queue, until it is given back', async () => {
  const { id } = await waiting()
  expect(await inQueue(id)).toBeNull()
  const { data } = await amina.claim(id)
  expect(data.claim).toEqual({ by: 'Amina Yusuf', byId: amina.id, at: expect.any(String) })
  expect(await claimOf(id)).toEqual(data.claim)
  expect(await inQueue(id)).toBe('Amina Yusuf')

  expect((await amina.release(id)).data.claim).toBeNull()
  expect(await inQueue(id)).toBeNull()
  expect(await audited(id)).toEqual([])
})

test('the claim of another is refused with the review, and taken over only where that is said', async () => {
  const { id } = await waiting()
  await amina.claim(id)
  const refused = await bilal.claim(id)
  expect(refused.status).toBe(409)
  expect(refused.error).toMatchObject({
    code: 'CONFLICT',
    message: CLAIMED,
    current: { claim: { by: 'Amina Yusuf' }, version: 1 },
  })
  expect((await bilal.release(id)).data.claim?.by, 'only one’s own is given back').toBe('Amina Yusuf')
  expect((await bilal.claim(id, { takeOver: false })).status).toBe(409)
  expect((await bilal.claim(id, { takeOver: true })).data.claim?.by).toBe('Bilal Yusuf')
  expect((await amina.claim(id)).status).toBe(409)
})

test('of two reviewers who claim at once one has it', async () => {
  const { id } = await waiting()
  const replies = await Promise.all([amina.claim(id), bilal.claim(id), amina.claim(id), bilal.claim(id)])
  const claim = await claimOf(id)
  const won = replies.filter(({ status }) => status === 200)
  expect(won).toHaveLength(2)
  for (const { data } of won) expect(data.claim?.byId).toBe(claim?.byId)
})

test('it ends after half an hour, counted from when it was last said', async () => {
  const { id } = await waiting()
  await amina.claim(id)
  clock.advance((CLAIM_MIN - 1) * 60)
  await amina.claim(id)
  clock.advance((CLAIM_MIN - 1) * 60)
  expect((await claimOf(id))?.by).toBe('Amina Yusuf')
  clock.advance(61)
  expect(await claimOf(id)).toBeNull()
  expect(await inQueue(id)).toBeNull()
  expect((await bilal.claim(id)).data.claim?.by).toBe('Bilal Yusuf')
})

test('it holds until the very moment its half hour ends, for who reads it and for who claims next alike', async () => {
  const { id } = await waiting()
  onTestFinished(clock.stop())
  await amina.claim(id)
  clock.advance(CLAIM_MIN * 60 - 0.001)
  expect((await claimOf(id))?.by).toBe('Amina Yusuf')
  expect(await inQueue(id)).toBe('Amina Yusuf')
  expect((await bilal.claim(id)).status).toBe(409)
  clock.advance(0.001)
  expect(await claimOf(id)).toBeNull()
  expect(await inQueue(id)).toBeNull()
  expect((await bilal.claim(id)).status).toBe(200)
  expect(await audited(id), 'nothing was taken over').toEqual([])
})

test('it stops nobody from deciding, and ends with the decision of whoever decides', async () => {
  const { id } = await waiting()
  await amina.claim(id)
  expect((await decide(id, { message: 'Please call us' }, bilal.call)).data.claim?.by).toBe('Amina Yusuf')
  const decided = await decide(id, { taxIdEinDetail: approved }, bilal.call)
  expect(decided.data).toMatchObject({ claim: null, taxIdEinDetail: { status: 'Approved' } })
})

test('a decision that is taken back gives the claim back to who had it, unless somebody claimed it since', async () => {
  const undo = async (orgId: string, { data }: Awaited<ReturnType<typeof decide>>) =>
    (await bilal.call(undoTaxDecision, { params: { orgId }, body: { version: data.version } })).data.claim
  const { id } = await waiting()
  const { claim } = (await amina.claim(id)).data
  clock.advance(60)
  expect(await undo(id, await decide(id, { taxIdEinDetail: approved }, bilal.call)), 'as it was').toEqual(claim)
  expect((await bilal.claim(id)).status).toBe(409)

  const decided = await decide(id, { taxIdEinDetail: approved }, bilal.call)
  await bilal.claim(id)
  expect((await undo(id, decided))?.by).toBe('Bilal Yusuf')

  await bilal.release(id)
  expect(await undo(id, await decide(id, { taxIdEinDetail: approved }, bilal.call)), 'nobody had it').toBeNull()
})

test('open consoles hear of a claim, which leaves no entry in the trail', async () => {
  const { id } = await waiting()
  const mark = async () => (await manager(navigation.readNavigationCounts, {})).data.mark
  const before = await mark()
  await amina.claim(id)
  const claimed = await mark()
  expect(claimed).not.toBe(before)
  await amina.release(id)
  expect(await mark()).not.toBe(claimed)
  expect(await audited(id)).toEqual([])
})

test('an unknown organization is 404, and a manager only looks on', async () => {
  const { id } = await waiting()
  expect((await amina.claim(crypto.randomUUID())).status).toBe(404)
  expect((await amina.release(crypto.randomUUID())).status).toBe(404)
  expect((await manager(claimTaxReview, { params: { orgId: id }, body: {} })).status).toBe(403)
  expect((await manager(releaseTaxReview, { params: { orgId: id } })).status).toBe(403)
  const wrong = await amina.claim(id, { takeOver: 'yes' })
  expect(wrong.error.fields).toHaveProperty('takeOver')
})
