import { PRICE_TOO_HIGH, planProblem } from '@hikmah/contract/plans'
import { expect, test } from 'vitest'
import { newPlan } from './application-form.ts'
import { featuresFor, type PlanValues, planRules, planValues, toPlan } from './plan-form.ts'

const custom = newPlan({ id: 'custom-plan', name: 'Custom' })
const gold = newPlan({ id: 'gold-plan', name: 'Gold' })

/** The messages of each field and of the button for an entered plan. */
function collectMessages(plan: typeof custom, written: Partial<PlanValues>) {
  const values = { ...planValues(plan), ...written }
  const fields = {
    name: planRules.name(values.name),
    price: planRules.monthly.price(values.monthly.price),
    priceId: planRules.monthly.stripePlanId(values.monthly.stripePlanId),
  }
  const said = Object.entries(fields).filter(([, problem]) => problem)
  return { ...Object.fromEntries(said), button: planProblem(toPlan(values, plan.id, [])) }
}

const monthly = (price: string, stripePlanId = '') => ({ monthly: { price, stripePlanId, discountPercentage: '0' } })

test('a plan keeps a feature that was renamed by somebody who may not change plans', () => {
  const had = { title: 'Signage', description: 'Screens', featureType: 'Included' as const }
  const plan = { ...gold, features: [had] }
  const renamed = {
    ...had,
    title: 'Digital signage',
    featureType: 'Free' as const,
    price: 0,
    status: 'Available' as const,
  }
  const offered = featuresFor(plan, [renamed])
  expect(offered.map(({ title, isGone }) => [title, isGone])).toEqual([
    ['Digital signage', undefined],
    ['Signage', true],
  ])
  expect(toPlan(planValues(plan), plan.id, offered).features).toEqual([had])
  expect(toPlan({ ...planValues(plan), features: {} }, plan.id, offered).features).toEqual([])
})

test('a price that is cleared is 0 where none is asked for', () => {
  for (const [plan, written] of [
    [custom, monthly('')],
    [gold, { ...monthly(' '), status: 'Not Available' as const }],
  ] as const) {
    expect(collectMessages(plan, written)).toEqual({ button: undefined })
    expect(toPlan({ ...planValues(plan), ...written }, plan.id, []).monthlyBilling.price).toBe(0)
  }
})

test('a plan costs the maximum at most', () => {
  expect(planRules.monthly.price('999999.99')).toBeUndefined()
  expect(planRules.monthly.price('1000000')).toBe(PRICE_TOO_HIGH)
})

test('a price that is cleared keeps a plan for sale from being saved', () => {
  expect(collectMessages(gold, monthly(''))).toEqual({
    button: 'Needs a monthly price above 0, or the status Not Available',
  })
})

test('a comma parts thousands, and is refused where it parts anything else', () => {
  for (const [typed, price] of [
    ['1,200', 1200],
    ['1,234.50', 1234.5],
    ['12,345', 12_345],
  ] as const) {
    const written = monthly(typed)
    expect(toPlan({ ...planValues(custom), ...written }, custom.id, []).monthlyBilling.price).toBe(price)
    expect(collectMessages(custom, written)).toEqual({ button: undefined })
  }
  for (const typed of ['12,50', '1,2', '1200,5', '0,500'])
    expect(collectMessages(custom, monthly(typed))).toMatchObject({ price: 'US dollars with at most two decimals' })
})

test('what would be refused is said of every plan', () => {
  expect(collectMessages(custom, monthly('12.345'))).toMatchObject({ price: 'US dollars with at most two decimals' })
  expect(collectMessages(custom, monthly('0', '29 dollars'))).toMatchObject({
    priceId: 'Enter a price id like price_1QmStdMo29',
  })
  for (const plan of [custom, { ...gold, status: 'Not Available' as const }])
    expect(collectMessages(plan, { name: ' ' })).toEqual({ name: 'Required', button: 'Enter a name' })
})
