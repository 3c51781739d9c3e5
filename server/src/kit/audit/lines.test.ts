import { expect, test } from 'vitest'
import { linesOf } from './audit.ts'

const plansOf = (...plans: [name: string, price: string][]) =>
  linesOf(
    'Plan',
    plans,
    ([name]) => name,
    ([, price]) => price,
  )

test('each row has a line of its own, also where two have one name, and their order is told', () => {
  expect(plansOf(['Standard', '$19'], ['Free', '$0'], ['Standard', '$77'])).toEqual({
    'Plans, in order': 'Standard, Free, Standard',
    'Plan Standard': '$19',
    'Plan Free': '$0',
    'Plan Standard (2)': '$77',
  })
  expect(plansOf(['Free', ''], ['Standard', ''])).not.toEqual(plansOf(['Standard', ''], ['Free', '']))
})
