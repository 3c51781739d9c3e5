import { isolated, isolatedInEnglish } from '@hikmah/contract/isolates'
import { expect, test } from 'vitest'
import { type Answers, type LetterText, layOut as layOutWith } from './letter.ts'

const english = { greeting: 'Salam,', paragraphs: ['Peace be upon you.'], why: 'you asked for it' }
const layOut = (letter: LetterText, answers: Answers = {}, repliesTo = '') =>
  layOutWith(letter, answers, { sender: 'Hikmah · 12 Main St, Austin', repliesTo })

test('a list stands by itself, in the text and in the HTML', () => {
  const { text, html } = layOut({
    ...english,
    lists: [{ title: 'Missing', items: ['By-laws', '<b>Deed</b> & lease'] }],
  })
  expect(text).toContain('Missing:\n- By-laws\n- <b>Deed</b> & lease')
  expect(html).toContain('<li>By-laws</li><li>&#60;b&#62;Deed&#60;/b&#62; &#38; lease</li></ul>')
})

test('a translation stands below the English, and only it goes from right to left', () => {
  const arabic = { language: 'ar', greeting: 'السلام عليكم،', paragraphs: ['وصلت الرسالة.'] }
  const { text, html } = layOut({ ...english, translations: [arabic] })
  expect(text).toMatch(/^Salam,\n\nPeace be upon you\.\n\n\* \* \*\n\nالسلام عليكم،\n\nوصلت الرسالة\.\n\n--\n/)
  expect(html.match(/dir="rtl"/g)).toHaveLength(1)
  const [before, part] = html.split('<div lang="ar" dir="rtl"') as [string, string]
  expect(before).toContain('Peace be upon you.')
  expect(before).not.toContain('السلام')
  expect(part).toContain('وصلت الرسالة.')
  expect(layOut(english).html).not.toContain('rtl')
})

test('a name keeps its own direction, and what it hides cannot turn the sentence round', () => {
  const name = isolated('Noor \u202egniK\u2069')
  expect(name).toBe('\u2068Noor gniK\u2069')
  const { text, html } = layOut({ ...english, paragraphs: [`${name} وصلت`, 'stray \u2069 mark'] })
  expect(text).toContain(name)
  expect(html).toContain('<bdi>Noor gniK</bdi> وصلت')
  expect(html).toContain('stray \u2069 mark')
  expect(html.match(/<bdi>/g)).toHaveLength(html.match(/<\/bdi>/g)!.length)
})

test('in English only what is written the other way is set apart', () => {
  expect(isolatedInEnglish('Masjid An-Noor')).toBe('Masjid An-Noor')
  expect(isolatedInEnglish('مسجد النور')).toBe('\u2068مسجد النور\u2069')
})

test('words of somebody take the direction they are written in', () => {
  const { html } = layOut({ ...english, quotes: [{ title: 'Reason', text: 'نص <script>' }] })
  expect(html).toContain('<div dir="auto" style="text-align:left">نص &#60;script&#62;</div>')
})

test('the foot says who writes, why one receives it, and how to answer', () => {
  const foot = (...options: [Answers?, string?]) => layOut(english, ...options).text.split('--\n')[1]
  const start = 'Hikmah · 12 Main St, Austin\nYou receive this email because you asked for it.'
  expect(foot()).toBe(start)
  expect(foot({ isToOutside: true }, 'team@masjid.example')).toBe(`${start}\nReply to this email to reach us.`)
  expect(foot({ isToOutside: true })).toBe(
    `${start}\nReplies to this email are not monitored. If you have a question, write to us through our website.`,
  )
  const unsubscribeUrl = 'https://console.masjid.example/unsubscribe/a&b'
  expect(foot({ unsubscribeUrl })).toBe(`${start}\nTurn these emails off: ${unsubscribeUrl}`)
  expect(layOut(english, { unsubscribeUrl }).html).toContain(
    'href="https://console.masjid.example/unsubscribe/a&#38;b"',
  )
})

test('what it answers stands below it, quoted line by line', () => {
  const earlier = [{ title: 'On March 3, 2026, Zaynab wrote', text: 'When do you open?\n\nمتى؟ <b>' }]
  const { text, html } = layOut({ ...english, closing: 'Was-salam', earlier })
  expect(text).toContain('Was-salam\n\nOn March 3, 2026, Zaynab wrote:\n> When do you open?\n> \n> متى؟ <b>\n\n--')
  const lines = [...html.matchAll(/<div dir="auto"[^>]*>(.*?)<\/div>/g)].map(([, line]) => line)
  expect(lines, 'each in its own direction').toEqual(['When do you open?', '<br>', 'متى؟ &#60;b&#62;'])
  expect(html.indexOf('Was-salam')).toBeLessThan(html.indexOf('On March 3'))
})
