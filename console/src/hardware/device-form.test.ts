import type { Device } from '@hikmah/contract/hardware/schemas'
import { expect, test } from 'vitest'
import {
  changesOf,
  editRules,
  formErrors,
  missingToAdd,
  missingToSave,
  newDevice,
  newDeviceRules,
  priceAsTyped,
  valuesOf,
  wholePrice,
} from './device-form.ts'

const image = { url: '/api/media/1/file', name: 'unit.png', size: 10 }
const whole = { ...newDevice, appStream: 'DEENKIOSK', macAddress: 'x', image, price: '5', details: 'Hall' } as const

test('Add Now says which of the seven values are missing', () => {
  expect(missingToAdd('', newDevice)).toBe(
    'Still needed: an app stream, a device id, a MAC address, an image, a price and details',
  )
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
  expect(editRules.price('1,299')).toBeUndefined()
  expect(editRules.price('12.00')).toBeUndefined()
  expect(editRules.price('12.50')).toBe('Whole US dollars: 12 or 13')
  expect(editRules.price('-5')).toBe('Enter a price above 0')
  for (const price of ['1.2.3', '12,50', '1,2', '12,345,6']) expect(editRules.price(price)).toBe('Digits only')
})

test('the price is above 0', () => {
  expect(editRules.price('')).toBe('Required')
  expect(editRules.price('0')).toBe('Enter a price above 0')
  expect(editRules.price('899')).toBeUndefined()
})

test('the MAC address is six pairs, however they are parted', () => {
  expect(newDeviceRules.macAddress('')).toBe('Required')
  expect(newDeviceRules.macAddress('00:1A:2B:3C:4D')).toBe('Enter a MAC address like 00:1A:2B:3C:4D:5E')
  expect(newDeviceRules.macAddress('001a2b3c4d5e')).toBeUndefined()
})

test('details hold a hundred characters', () => {
  expect(editRules.details('x'.repeat(100))).toBeUndefined()
  expect(editRules.details('x'.repeat(101))).toBe('At most 100 characters')
})

test('only what was changed is sent, and an image with the size 0', () => {
  const device = {
    price: 899,
    details: 'Hall',
    imageMetaData: { imageUrl: '/api/media/1/file', imageName: 'unit.png', imageSize: 10 },
  } as Device
  const values = valuesOf(device)
  expect(changesOf(values, device)).toEqual({})
  expect(changesOf({ ...values, price: '900' }, device)).toEqual({ price: '900' })
  expect(changesOf({ ...values, image: { url: '/api/media/2/file', name: 'b.png', size: 7 } }, device)).toEqual({
    imageMetaData: { imageUrl: '/api/media/2/file', imageName: 'b.png', imageSize: 0 },
  })
  expect(missingToSave({ ...values, price: '', image: { url: '', name: '', size: 0 } })).toBe(
    'Still needed: an image and a price',
  )
})

test('what the server says of the image lands under the image', () => {
  expect(formErrors({ 'imageMetaData.imageUrl': 'Required' })).toMatchObject({ image: 'Required' })
  expect(formErrors({ price: 'Digits only' })).toEqual({ price: 'Digits only' })
})
