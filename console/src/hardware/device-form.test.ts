import type { Device } from '@hikmah/contract/hardware/schemas'
import { expect, test } from 'vitest'
import {
  checkEdit,
  checkNewDevice,
  deviceForm,
  missingToAdd,
  missingToSave,
  newDevice,
  priceAsTyped,
  wholePrice,
} from './device-form.tsx'

const ID = '0198c9a2-5d1e-7c3a-9f60-2b7d4e8a1c55'
const imageMetaData = { imageUrl: `/api/media/${ID}/file`, imageName: 'unit.png', imageSize: 10 }
const whole = {
  ...newDevice,
  appStream: 'DEENKIOSK',
  macAddress: 'x',
  imageMetaData,
  price: '5',
  details: 'Hall',
} as const

const priceProblem = (price: string) => checkEdit({ ...whole, price }).price
const findProblem = (field: 'macAddress' | 'details', value: string) => {
  const values = { ...whole, macAddress: '001a2b3c4d5e', [field]: value }
  return checkNewDevice(values)[field]
}

test('Add Now says which of the seven values are missing', () => {
  expect(missingToAdd('', newDevice)).toBe('Still needed: an app stream, a MAC address, an image, a price and details')
  expect(missingToAdd('DK1', { ...whole, price: '' })).toBe('Still needed: a price')
  expect(missingToAdd('DK1', { ...whole, macAddress: ' ', details: '' })).toBe(
    'Still needed: a MAC address and details',
  )
  expect(missingToAdd('DK1', whole)).toBeUndefined()
  const details = 'x'.repeat(101)
  expect(missingToAdd('DK1', { ...whole, price: '', details })).toBe(
    'Still needed: a price and details of 100 characters at most',
  )
  expect(missingToSave({ ...whole, details })).toBe('Still needed: details of 100 characters at most')
})

test('a price is never changed in silence: a point, a comma and a minus stay, and are refused', () => {
  expect(['$1,250.00', '12.50', '-5', ' 1,299 ', '12 USD'].map(priceAsTyped)).toEqual([
    '1,250.00',
    '12.50',
    '-5',
    '1,299',
    '12',
  ])
  expect(['1,250.00', '1250.00', '12.', '12.50', '12,50'].map(wholePrice)).toEqual([
    '1250',
    '1250',
    '12',
    '12.50',
    '12,50',
  ])
  expect(wholePrice('9'.repeat(24)), 'it cannot be counted').toBe('9'.repeat(24))
  expect(priceProblem('1,299')).toBeUndefined()
  expect(priceProblem('12.00')).toBeUndefined()
  expect(priceProblem('12.50')).toBe('Whole US dollars: 12 or 13')
  expect(priceProblem('-5')).toBe('Enter a price above 0')
  for (const price of ['1.2.3', '12,50', '1,2', '12,345,6']) expect(priceProblem(price)).toBe('Digits only')
})

test('the price is above 0', () => {
  expect(priceProblem('')).toBe('Required')
  expect(priceProblem('0')).toBe('Enter a price above 0')
  expect(priceProblem('899')).toBeUndefined()
})

test('the MAC address is six pairs, however they are parted', () => {
  expect(findProblem('macAddress', '')).toBe('Required')
  expect(findProblem('macAddress', '00:1A:2B:3C:4D')).toBe('Enter a MAC address like 00:1A:2B:3C:4D:5E')
  expect(findProblem('macAddress', '001a2b3c4d5e')).toBeUndefined()
})

test('details hold a hundred characters', () => {
  expect(findProblem('details', 'x'.repeat(100))).toBeUndefined()
  expect(findProblem('details', 'x'.repeat(101))).toBe('At most 100 characters')
})

test('only what was changed is sent, and an image with the size 0', () => {
  const device = { price: 899, details: 'Hall', imageMetaData } as Device
  const values = deviceForm.read(device)
  expect(deviceForm.sendChanges(values, device)).toEqual({})
  expect(deviceForm.sendChanges({ ...values, price: '900' }, device)).toEqual({ price: '900' })
  const other = { imageUrl: '/api/media/2/file', imageName: 'b.png', imageSize: 7 }
  expect(deviceForm.sendChanges({ ...values, imageMetaData: other }, device)).toEqual({
    imageMetaData: { ...other, imageSize: 0 },
  })
  expect(missingToSave({ ...values, price: '', imageMetaData: newDevice.imageMetaData })).toBe(
    'Still needed: an image and a price',
  )
})
