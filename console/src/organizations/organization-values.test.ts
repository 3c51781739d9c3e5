import { expect, test } from 'vitest'
import { websiteAsTyped } from './organization-values.ts'

test.each([
  ['the beginning cannot be deleted', 'https:/masjid.example', 'https://masjid.example', 'https://masjid.example'],
  ['all may be deleted but the beginning', '', 'https://masjid.example', 'https://'],
  ['what is typed over all begins anew', 'o', 'https://masjid.example', 'https://o'],
  [
    'an address pasted at the end is taken as one',
    'https://https://other.example',
    'https://',
    'https://other.example',
  ],
  ['one pasted into another replaces it', 'https://mashttp://other.example', 'https://mas', 'http://other.example'],
  [
    'one pasted over all is taken as it is',
    'http://other.example/a',
    'https://masjid.example',
    'http://other.example/a',
  ],
  ['typing goes on', 'https://ma', 'https://m', 'https://ma'],
])('%s', (_what, text, before, after) => {
  expect(websiteAsTyped(text, before)).toBe(after)
})
