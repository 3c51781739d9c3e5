import { reasons, type TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { expect, test } from 'vitest'
import { valuesOf } from './tax-decision.ts'
import { asking, withCode } from './written-reason.ts'

const name = reasons['name-differs'].text
const address = reasons['address-differs'].text

test('a code brings its words, another one brings others, and chosen again they go', () => {
  const first = withCode({ reason: '', reasonCode: null }, 'name-differs')
  expect(first).toEqual({ reason: name, reasonCode: 'name-differs' })
  const second = withCode(first, 'address-differs')
  expect(second).toEqual({ reason: address, reasonCode: 'address-differs' })
  expect(withCode(second, 'address-differs')).toEqual({ reason: '', reasonCode: null })
})

test('own words stay before those of a code, which come once', () => {
  const own = withCode({ reason: 'See page 2', reasonCode: null }, 'name-differs')
  expect(own).toEqual({ reason: `See page 2. ${name}`, reasonCode: 'name-differs' })
  expect(withCode({ ...own, reasonCode: null }, 'name-differs')).toEqual(own)
  expect(withCode(own, 'name-differs')).toEqual({ reason: `See page 2. ${name}`, reasonCode: null })
})

const status = { taxIdEin: '12-3456789', taxIdEinDetail: { status: 'Pending' }, taxExemptDetail: { status: 'Pending' } }
const base = status as TaxStatus
const values = valuesOf(base)

test('asking rejects nothing and leaves what else was answered', () => {
  expect(asking(base, { ...values, einStatus: 'Approved', exemptStatus: 'Rejected' })).toEqual({
    exemptStatus: 'Pending',
    isAsking: true,
  })
  expect(asking(base, { ...values, einStatus: 'Approved' })).toEqual({ isAsking: true })
})

test('where everything is answered, asking puts it back', () => {
  expect(asking(base, { ...values, einStatus: 'Approved', exemptStatus: 'Approved' })).toEqual({
    einStatus: 'Pending',
    exemptStatus: 'Pending',
    isAsking: true,
  })
})
