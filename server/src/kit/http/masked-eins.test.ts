import { expect, test } from 'vitest'
import { maskEins, withoutEins } from './masked-eins.ts'

test.each([
  ...['12-3456789', '123456789', '12 3456789', '12_3456789', '12.3456789', '12/3456789', '12+3456789', '12|3456789'],
  ...['12--3456789', '12 - 3456789', '12\u20103456789', '12\u20133456789', '12\u22123456789', '12\u00a03456789'],
  ...['12\u200b3456789', '1\u200d2-345\u200c6789', '12\n3456789', '12\t3456789', '12 (3456789'],
  ...['12-345-6789', '123-45-6789', '123 456 789', '12.345.6789', '12 - 345 - 6789', '12-34-56789', '12_345_6789'],
  ...['1 2 3 4 5 6 7 8 9', '1-2-3-4-5-6-7-8-9', '12\u00a0345\u00a06789'],
])('however it is spelled, an EIN is masked: %j', (ein) => {
  expect(withoutEins(ein)).toBe('**-***6789')
  expect(withoutEins(`Their EIN is ${ein}, of 2026.`)).toBe('Their EIN is **-***6789, of 2026.')
})

test.each([
  ['EIN123456789', 'EIN**-***6789'],
  ['EIN_12_3456789_2025.pdf', 'EIN_**-***6789_2025.pdf'],
  ['990_2024_12-3456789.pdf', '990_2024_**-***6789.pdf'],
  ['2024-12-3456789.pdf', '2024-**-***6789.pdf'],
  ['12-3456789-1.pdf', '**-***6789-1.pdf'],
  ['#123456789#', '#**-***6789#'],
  ['12-3456789 or 98.7654321', '**-***6789 or **-***4321'],
  ['١٢-٣٤٥٦٧٨٩', '**-***٦٧٨٩'],
  ['１２－３４５６７８９', '**-***6789'],
  ['𝟏𝟐-𝟑𝟒𝟓-𝟔𝟕𝟖𝟗', '**-***6789'],
  ['a number that begins with 07: look', 'a number that begins with **: look'],
])('in a text of any kind only its end stays: %s', (text, shown) => {
  expect(withoutEins(text)).toBe(shown)
})

test.each([
  ...['(312) 555-0100', '312-555-0100', '312.555.0100', '+13125550100', '+1 312 555 0100', '+44 20 7946 0958'],
  ...[
    '60601-1234',
    '60601 1234',
    '2026-11-25',
    '11/25/2026',
    '25.11.2026 3',
    '2026-11-25 1',
    '2026-11-25T23:38:14.123Z',
  ],
  ...['Nov 25, 2026 123 people', '23:38:14.123', '192.168.1.123', '192.168.101.15', '10.12.34.567', '2026-00123'],
  ...['$1,234,567.89', '123,456,789', '12345678', '1234567890', '4111 1111 1111 1111', '001a.2b3c.4d62'],
  ...[
    '0193b2a4-1234-7123-8123-ab123456789c',
    '/media/0193b2a4-1234-7123-8123-1234a56789bc',
    `a123456789b${'c'.repeat(30)}`,
  ],
])('what is no EIN stays as it is: %s', (text) => {
  expect(withoutEins(text)).toBe(text)
})

test('numbers of another kind and addresses stay whole, by the name of their field', () => {
  const answer = {
    primaryPhone: '+372123456',
    postalCode: '123456789',
    email: '123456789@masjid.example',
    size: 123456789,
  }
  expect(JSON.parse(JSON.stringify({ ...answer, note: '123456789' }, maskEins))).toEqual({
    ...answer,
    note: '**-***6789',
  })
})

test.each([
  '1'.repeat(100_000),
  '1 '.repeat(50_000),
  '12 - '.repeat(20_000),
  `1${'\u200d'.repeat(100_000)}`,
  `12${' '.repeat(100_000)}`,
  'ab12'.repeat(25_000),
])('a long text takes no longer than it is long: %.6s', (text) => {
  const timeOf = (part: string) => {
    const begun = performance.now()
    withoutEins(part)
    return performance.now() - begun
  }
  timeOf(text)
  const [half, whole] = [text.slice(0, text.length / 2), text].map((part) =>
    Math.min(timeOf(part), timeOf(part), timeOf(part)),
  )
  expect(whole!).toBeLessThan(half! * 8 + 20)
})
