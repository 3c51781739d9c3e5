import { expect, test } from 'vitest'
import { Ein, LongText, RequiredText, SearchText, SixDigits, Text } from './common.ts'
import { Email } from './email.ts'
import { readEmail } from './email-address.ts'
import { normalMac } from './hardware/drafts.ts'
import { normalPhone } from './phone.ts'
import { einAsTyped } from './tax-verification/papers.ts'
import { isTurned, readCode, readDigits, readEin, readLong, readTyped } from './typed.ts'

const hex = (text: string) => [...text].map((sign) => sign.codePointAt(0)!.toString(16)).join(' ')

test.each([
  ['a direction mark', '\u200eNoor\u200f', 'Noor'],
  ['the isolates of a phone', '\u2068Ali\u2069', 'Ali'],
  ['the embedding of a contact list', '\u202a+1 510 555 0142\u202c', '+1 510 555 0142'],
  ['an override that turns nothing', '\u202d+1 510 555 0142\u202c', '+1 510 555 0142'],
  ['an Arabic letter mark', 'مسجد\u061c 2', 'مسجد 2'],
  ['a soft hyphen', 'Is\u00adlamic', 'Islamic'],
  ['spaces without width', 'Al\u200bNoor\u2060\ufeff', 'AlNoor'],
  ['a byte order mark', '\ufeffNoor', 'Noor'],
  ['controls', 'No\u0000o\u001b\u007fr\u0085', 'Noor'],
  ['half a character', 'Noor\ud800', 'Noor'],
  ['signs of notes between lines', 'No\ufff9or\ufffb', 'Noor'],
  ['tags', 'Noor\u{e0041}\u{e0042}', 'Noor'],
  ['a tab of a sheet', 'Masjid\tNoor', 'Masjid Noor'],
  ['a vertical tab of a presentation', 'Masjid\vNoor', 'Masjid Noor'],
  ['a space that does not break', 'Masjid\u00a0Noor', 'Masjid Noor'],
  ['spaces of other widths', 'Masjid\u2009\u3000Noor', 'Masjid  Noor'],
  ['line ends', 'Masjid\r\nNoor\u2028Center\n', 'Masjid Noor Center'],
  ['a letter and its mark', 'Ame\u0301', 'Amé'],
  ['nothing that shows', '\u200b\u2060\u3164\u2800', ''],
  ['the joiner of a family', '👩‍👩‍👧', '👩‍👩‍👧'],
  ['the joiners of Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['the joiners of Indic scripts', 'क्\u200dष', 'क्\u200dष'],
  ['the flag of Wales', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['the mark of a verse', 'آية\u06dd', 'آية\u06dd'],
])('%s is read as it reads', (_, text, read) => {
  expect(hex(readTyped(text))).toBe(hex(read))
  expect(readTyped(read)).toBe(read)
  expect(Text(100).parse(text)).toBe(read)
  expect(SearchText.safeParse(text).success).toBe(read !== '')
})

test('several lines keep their ends, whatever they are', () => {
  expect(readLong('a\r\nb\vc\u2028d\u2029e\ff\tg\n')).toBe('a\nb\nc\nd\ne\nf g')
  expect(LongText(100).parse('a\u200f\r\n\u2068b\u2069')).toBe('a\nb')
})

test.each([
  ['turns the letters behind it', 'a\u202eb'],
  ['turns letters of Arabic', '\u202dمسجد'],
  ['is alone', '\u202e'],
  ['is alone and turns nothing', '\u202d\u202c'],
])('an override that %s is refused, with what to do', (_, text) => {
  expect(isTurned(readTyped(text))).toBe(true)
  const message = 'Type this text again: it has marks that turn the direction of writing'
  for (const schema of [Text(100), RequiredText(100), LongText(100), SearchText])
    expect(schema.safeParse(text).error?.issues[0]?.message).toBe(message)
})

const TWELVE = ['١٢٣٤٥٦', '۱۲۳۴۵۶', '१२३४५६', '১২৩৪৫৬', '๑๒๓๔๕๖', '１２３４５６', '𝟙𝟚𝟛𝟜𝟝𝟞', '𞥑𞥒𞥓𞥔𞥕𞥖']
test.each([...TWELVE, '123 456', '123-456', '123\u2013456', '\u2068123\u2069\u00a0456', ' 123456\n'])(
  '%s is a code',
  (text) => {
    expect(readDigits(text)).toBe('123456')
    expect(SixDigits.parse(text)).toBe('123456')
  },
)

test.each(['12-3456789', '123456789', '12 3456789', '١٢-٣٤٥٦٧٨٩', '12\u20113456789', '\u202a12-3456789\u202c'])(
  '%s is an EIN',
  (text) => {
    expect(readEin(text)).toBe('12-3456789')
    expect(Ein.parse(text)).toBe('12-3456789')
    expect(einAsTyped(text, '')).toBe('12-3456789')
  },
)

test('a social security number in Arabic digits is one', () => {
  expect(einAsTyped('١٢٣-٤٥-٦٧٨٩', '')).toBe('123-45-6789')
  expect(Ein.safeParse('١٢٣-٤٥-٦٧٨٩').success).toBe(false)
})

test('amounts have the signs of any keyboard', () => {
  expect(readCode('١٬٢٣٤٫٥٠')).toBe('1,234.50')
  expect(readCode('１，２３４．５０')).toBe('1,234.50')
  expect(readCode('\u22125')).toBe('-5')
})

test.each([
  '00:1A:2B:3C:4D:62',
  '00-1a-2b-3c-4d-62',
  '001a.2b3c.4d62',
  '001A-2B3C-4D62',
  '001a2b-3c4d62',
  '00 1A 2B 3C 4D 62',
  '001A2B3C4D62',
  '００：１Ａ：２Ｂ：３Ｃ：４Ｄ：６２',
  '\u206800:1A:2B:3C:4D:62\u2069',
  '٠٠-1A-٢B-٣C-٤D-٦٢',
])('%s is a MAC address', (text) => {
  expect(normalMac(text)).toBe('00:1A:2B:3C:4D:62')
})

test.each(['00:1A:2B:3C:4D', '001a.2b3c.4d6', '00:1A-2B:3C:4D:62', '0:01:A2:B3:C4:D62', '00:1A:2B:3C:4D:6G', ''])(
  '%s is no MAC address',
  (text) => {
    expect(normalMac(text)).toBeUndefined()
  },
)

test.each(['\u202a(510) 555-0142\u202c', '٥١٠٥٥٥٠١٤٢', '+１ ５１０ ５５５ ０１４２', '510\u2011555\u20110142'])(
  '%s is a phone number',
  (text) => {
    expect(normalPhone(text)).toBe('+15105550142')
  },
)

test.each(['+966 50 123 4567', '00966501234567', '00 966 50 123 4567', '٠٠٩٦٦ ٥٠ ١٢٣ ٤٥٦٧'])(
  '%s is a phone number of another country',
  (text) => {
    expect(normalPhone(text)).toBe('+966501234567')
  },
)

test.each([
  ['Office@Masjid.Example', 'office@masjid.example'],
  ['a&b@masjid.example', 'a&b@masjid.example'],
  ["o'neil+x{y}|z~#!$%*/=?^_`@masjid.example", "o'neil+x{y}|z~#!$%*/=?^_`@masjid.example"],
  ['محمد@masjid.example', 'محمد@masjid.example'],
  ['info@münchen.example', 'info@münchen.example'],
  ['info@xn--mnchen-3ya.example', 'info@münchen.example'],
  ['info@مسجد.مصر', 'info@مسجد.مصر'],
  ['x@xn--r8jz45g.xn--zckzah', 'x@例え.テスト'],
  ['x@例え。テスト', 'x@例え.テスト'],
  ['ali＠masjid．example', 'ali@masjid.example'],
  ['\u2068ali@masjid.example\u2069\n', 'ali@masjid.example'],
  ['a\u200dli@masjid.example', 'ali@masjid.example'],
  ['al\u3164i\ufe0f@masjid.example', 'ali@masjid.example'],
  ['Ame\u0301@masjid.example', 'amé@masjid.example'],
])('%s is an email address, in one spelling', (text, email) => {
  expect(readEmail(text)).toBe(email)
  expect(readEmail(email)).toBe(email)
  expect(Email.parse(text)).toBe(email)
})

test.each([
  'masjid.example',
  '@masjid.example',
  'a@',
  'a@masjid',
  'a b@masjid.example',
  'a@masjid example.com',
  'a@@masjid.example',
  '.a@masjid.example',
  'a.@masjid.example',
  'a..b@masjid.example',
  'a@127.0.0.1',
  'a@[::1]',
  'a@masjid.example:25',
  'a@masjid.example/x',
  'a@%6dasjid.example',
  'a@-masjid.example',
  'a@xn--a.example',
  'a,b@masjid.example',
  'Ali <ali@masjid.example>',
  '"a b"@masjid.example',
  'a\u202eb@masjid.example',
  'a\u2800@masjid.example',
  `${'م'.repeat(130)}@masjid.example`,
])('%s is no email address', (text) => {
  expect(readEmail(text)).toBeUndefined()
})
