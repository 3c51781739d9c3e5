import { expect, test } from 'vitest'
import { heldBecause, requirementText, requirementTexts } from './payment-account.ts'

test.each([
  ['external_account', 'A bank account'],
  ['individual.verification.document', 'An identity document of the account holder'],
  ['person_1QmStdMo29.dob.year', 'The date of birth of a person of the organization'],
  ['representative.address.postal_code', 'The home address of the representative'],
  ['company.address.line1', 'The address'],
  ['company.tax_id', 'The tax id (EIN)'],
  ['something.quite_new', 'Something quite new'],
])('%s is told as “%s”', (requirement, text) => expect(requirementText(requirement)).toBe(text))

test('what is asked for in parts is told once', () => {
  expect(requirementTexts(['individual.dob.day', 'individual.dob.month', 'individual.dob.year'])).toHaveLength(1)
})

test('why it is held back is told, also for what is new', () => {
  expect(heldBecause('rejected.terms_of_service')).toBe('Rejected by the provider (terms of service)')
  expect(heldBecause('action_required.new_thing')).toBe('Held back by the provider (action required new thing)')
})
