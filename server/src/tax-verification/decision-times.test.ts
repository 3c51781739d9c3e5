import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { expect, test } from 'vitest'
import { putRegistry } from '../../test/registry.ts'
import { approved, pending, rejected, startReviews } from '../../test/tax-review.ts'

const { given, callWith, as, house, waiting, decide, clock } = await startReviews()
const { openTaxReview, readDecisionTimes, undoTaxDecision, submitTaxPapers } = taxVerification

let reviewer = await as('admin')
const open = (orgId: string, by = reviewer) => by(openTaxReview, { params: { orgId } })
const times = async (query: object = {}) => (await reviewer(readDecisionTimes, { query })).data
const DAY_S = 86_400

/** Opens a review and decides it after so many seconds. */
async function decidedAfter(seconds: number, orgId?: string) {
  const id = orgId ?? (await waiting()).id
  await open(id)
  clock.advance(seconds)
  return { id, ...(await decide(id, { taxIdEinDetail: approved }, reviewer)).data }
}

/** Each test has a week of its own, which begins at noon of a Monday. */
async function newWeek(): Promise<string> {
  clock.advance(7 * DAY_S)
  const now = clock.now()
  const noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - ((now.getUTCDay() + 6) % 7), 12)
  clock.advance((noon - now.getTime()) / 1000)
  // Nobody is signed in for so long.
  reviewer = await as('admin')
  return new Date(noon).toISOString().slice(0, 10)
}
const ofWeek = async (week: string) => (await times()).weeks.filter((row) => row.week === week)

test('it is the median from opening to deciding, in all, by what the IRS said and by week', async () => {
  const week = await newWeek()
  await decidedAfter(10)
  await decidedAfter(40)
  await decidedAfter(1000)
  await putRegistry(house, { listed: [{ ein: '123450001', name: 'MASJID AL NOOR' }] })
  const { id } = await given.organization({ name: 'Masjid Al-Noor' })
  const own = callWith((await given.member(id)).token)
  await own(submitTaxPapers, { params: { orgId: id }, body: { taxIdEin: '12-3450001', taxExempt: true } })
  await decidedAfter(4, id)
  const all = { decisions: 4, medianSeconds: 25, slowestSeconds: 1000 }
  expect(await times({ weeks: 1 })).toEqual({
    all,
    outcomes: [
      { outcome: null, decisions: 3, medianSeconds: 40, slowestSeconds: 1000 },
      { outcome: 'VERIFIED', decisions: 1, medianSeconds: 4, slowestSeconds: 4 },
    ],
    weeks: [{ week, ...all }],
  })
})

test('it counts from the last time the desk was opened, and from the reviewer’s own', async () => {
  const week = await newWeek()
  const { id } = await waiting()
  await open(id)
  clock.advance(600)
  await open(id, await as('owner'))
  await decidedAfter(20, id)
  expect(await ofWeek(week)).toMatchObject([{ decisions: 1, medianSeconds: 20 }])
})

test('what was not opened as it stands is not measured', async () => {
  const week = await newWeek()
  const { id } = await waiting()
  await decide(id, { taxIdEinDetail: approved }, reviewer)
  await open(id)
  await decide(id, { taxIdEinDetail: pending }, await as('owner'))
  await decide(id, { taxIdEinDetail: approved }, reviewer)
  const decided = await decide(id, { taxExemptDetail: approved }, reviewer)
  expect(decided.data.waitingSince).toBeNull()
  await open(id)
  await decide(id, { taxExemptDetail: rejected, reason: 'A second look' }, reviewer)
  expect(await ofWeek(week), 'what is decided already lies open for no decision').toEqual([])
})

test('a decision that is taken back is none', async () => {
  const week = await newWeek()
  const { id, version } = await decidedAfter(30)
  expect(await ofWeek(week)).toHaveLength(1)
  await reviewer(undoTaxDecision, { params: { orgId: id }, body: { version } })
  expect(await times({ weeks: 1 })).toEqual({ all: null, outcomes: [], weeks: [] })
  await decidedAfter(5, id)
  expect(await ofWeek(week)).toMatchObject([{ decisions: 1, medianSeconds: 5 }])
})

test('as many weeks as asked for are told, the latest first, and who may not decide is not told', async () => {
  const first = await newWeek()
  await decidedAfter(1)
  const second = await newWeek()
  await decidedAfter(2)
  expect((await times({ weeks: 2 })).weeks.map(({ week }) => week)).toEqual([second, first])
  expect((await times({ weeks: 1 })).weeks.map(({ week }) => week)).toEqual([second])
  for (const weeks of [0, 54, 'many']) {
    expect((await reviewer(readDecisionTimes, { query: { weeks } })).error.fields).toHaveProperty('weeks')
  }
  const manager = await as('manager')
  expect((await manager(readDecisionTimes, { query: {} })).status).toBe(403)
  expect((await open((await waiting()).id, manager)).status).toBe(403)
  expect((await open(crypto.randomUUID())).status).toBe(404)
})
