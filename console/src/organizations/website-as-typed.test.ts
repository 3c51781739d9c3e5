import { expect, test } from 'vitest'
import { websiteAsTyped } from './organization-form.tsx'

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
  ['a kept http:// cannot be shortened', 'http:/x.org', 'http://x.org', 'http://x.org'],
  ['nor from its first sign on', 'ttp://x.org', 'http://x.org', 'http://x.org'],
  ['nor by several signs at once', 'ht/x.org', 'http://x.org', 'http://x.org'],
  ['nor where nothing follows it', 'http:/', 'http://', 'http://'],
  [
    'several signs of the beginning come back',
    'htt/masjid.example',
    'https://masjid.example',
    'https://masjid.example',
  ],
  ['so does all of it but a sign', '/masjid.example', 'https://masjid.example', 'https://masjid.example'],
  ['so does all of it', 'masjid.example', 'https://masjid.example', 'https://masjid.example'],
  ['so does what is deleted together with the name', 'htjid.example', 'https://masjid.example', 'https://jid.example'],
  ['so does what is deleted up to the end', 'https:', 'https://masjid.example', 'https://'],
  [
    'what is typed into the beginning is left out',
    'httpx//masjid.example',
    'http://masjid.example',
    'http://masjid.example',
  ],
  ['and what is typed over its end', 'https:xmasjid.example', 'https://masjid.example', 'https://xmasjid.example'],
  ['http:// becomes https:// by its s', 'https://x.org', 'http://x.org', 'https://x.org'],
  ['https:// becomes http:// without its s', 'http://x.org', 'https://x.org', 'http://x.org'],
  ['what is pasted over all is taken', 'hidaya.example', 'https://masjid.example', 'https://hidaya.example'],
  ['also where it ends alike', 'www.masjid.example', 'https://masjid.example', 'https://www.masjid.example'],
  ['an h typed over all begins a name', 'h', 'https://masjid.example', 'https://h'],
  ['typing goes on', 'https://ma', 'https://m', 'https://ma'],
])('%s', (_what, text, before, after) => {
  expect(websiteAsTyped(text, before)).toBe(after)
})
