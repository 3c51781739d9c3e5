import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { letterLanguages, papers } from '@hikmah/contract/tax-verification/papers'
import { reasonCodes, reasons } from '@hikmah/contract/tax-verification/schemas'
import { MAX_REASON } from '@hikmah/contract/tax-verification/words'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approved, EIN, pending, rejected, startReviews, withoutToken } from '../../test/tax-review.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { letterWords } from './letters.ts'

const { given, as, call, callWith, audited, mailsTo, db, admin, waiting, decide } = await startReviews()
const { chooseLetterLanguage, previewTaxLetter, readTaxStatus } = taxVerification

const choose = (orgId: string, letterLanguage: string, by = admin) =>
  by(chooseLetterLanguage, { params: { orgId }, body: { letterLanguage } as never })

const RIGHT_TO_LEFT = /[\p{Script=Arabic}]/u
const rejection = {
  taxExemptDetail: rejected,
  reasonCode: 'name-differs',
  reason: reasons['name-differs'].text,
  missing: ['articles', 'determination-letter'],
}

test('every reason fits into its field, and every sentence is there in every language', () => {
  for (const code of reasonCodes) expect(reasons[code].text.length).toBeLessThanOrEqual(MAX_REASON)
  for (const language of letterLanguages) {
    const { papers: names, reason, next, statuses } = letterWords[language]
    const all = [...papers.map((paper) => names[paper]), ...reasonCodes.map(reason), ...Object.values(next)]
    for (const sentence of [...all, ...Object.values(statuses)]) {
      expect(RIGHT_TO_LEFT.test(sentence), sentence).toBe(language !== 'en')
    }
    expect(new Set(all).size).toBe(all.length)
  }
})

test.each([
  ['ar', 'السبب: الاسم يختلف', 'الرقم الضريبي المنتهي بالأرقام \u20686789\u2069: مرفوض.'],
  ['ur', 'وجہ: نام امریکی', 'ٹیکس نمبر جس کے آخری ہندسے \u20686789\u2069 ہیں: نامنظور۔'],
] as const)('the letter is in English first, then in %s as it was previewed', async (language, reason, ein) => {
  const { id, email, name } = await waiting()
  await choose(id, language)
  const body = { ...rejection, taxIdEinDetail: rejected }

  const preview = (await admin(previewTaxLetter, { params: { orgId: id }, body })).data!
  await decide(id, body)

  const [mail] = await mailsTo(email)
  expect(preview).toMatchObject({ subject: mail?.subject, text: withoutToken(mail!.text) })
  expect(preview.parts.map((part) => part.language)).toEqual(['en', language])
  const [english, translated] = mail!.text.split('\n\n* * *\n\n') as [string, string]
  expect(english).toContain(`We have reviewed the tax documents of ${name}.`)
  expect(english).toContain('Reason:\n> The name differs from the IRS record.')
  expect(english).toContain('Missing documents:\n- IRS determination letter\n- Articles of incorporation')
  expect(english).not.toMatch(RIGHT_TO_LEFT)
  expect(translated).toContain(`\u2068${name}\u2069`)
  expect(translated).toContain(ein)
  expect(translated).toContain(reason)
  expect(translated, 'said in the own language already').not.toContain('The name differs')
  for (const paper of ['determination-letter', 'articles'] as const) {
    expect(translated).toContain(`- ${letterWords[language].papers[paper]}`)
  }
  expect(mail!.text).not.toContain(EIN)

  const html = mail!.html.split(`<div lang="${language}" dir="rtl"`) as [string, string]
  expect(html[0]).not.toMatch(RIGHT_TO_LEFT)
  expect(html[1]).toContain(`<bdi>${name}</bdi>`)
  expect(html[1]).toContain('<bdi>6789</bdi>')
  for (const part of preview.parts) {
    const said = [part.greeting, ...part.paragraphs, ...part.lists.flatMap(({ items }) => items), part.closing]
    const shown = mail!.html.replace(/<\/?bdi>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code))
    for (const line of said) expect(shown).toContain(line.replace(/[\u2068\u2069]/g, ''))
  }
})

const corrected = {
  en: /it ended in 6789 and now ends in 4321\./,
  ar: /كان ينتهي بالأرقام \u20686789\u2069 وأصبح ينتهي بالأرقام \u20684321\u2069\./,
  ur: /پہلے \u20686789\u2069 تھے اور اب \u20684321\u2069 ہیں۔/,
}
const sameEnds = {
  en: /Both the former and the new number end in 6789\./,
  ar: /الرقمان السابق والجديد بالأرقام \u20686789\u2069\./,
  ur: /دونوں نمبروں کے آخری ہندسے \u20686789\u2069 ہیں۔/,
}
test.each(letterLanguages)('in %s, an EIN that staff corrected is told with both numbers, masked', async (language) => {
  for (const [taxIdEin, told] of [
    ['98-7654321', corrected],
    ['21-3456789', sameEnds],
  ] as const) {
    const { id, email } = await waiting()
    await choose(id, language)
    const preview = (await admin(previewTaxLetter, { params: { orgId: id }, body: { taxIdEin } })).data!

    const alone = await decide(id, { taxIdEin })
    const approval = await decide(id, { taxIdEin: EIN, taxIdEinDetail: approved, version: alone.data.version })

    const [second, first] = await mailsTo(email)
    expect(preview).toMatchObject({ subject: first?.subject, text: withoutToken(first!.text) })
    expect(first?.subject).toMatch(/: EIN corrected$/)
    expect(first?.text).toMatch(told.en)
    expect(first?.text).toMatch(told[language])
    expect(first?.text, 'whoever knows better can send papers').toContain('/submit-papers/')
    expect(second?.subject).toMatch(/: EIN corrected, EIN approved$/)
    for (const ein of [EIN, taxIdEin]) expect(`${first?.text}${first?.html}${second?.text}`).not.toContain(ein)
    expect(approval.status).toBe(200)
    expect((await audited(id)).filter((action) => action === 'tax-review.decided')).toHaveLength(2)
  }
})

test('an EIN that staff enter for the first time is no correction', async () => {
  const { id, email } = await given.organization({ ein: '', einStatus: 'Pending' })
  await decide(id, { taxIdEin: EIN })
  expect(await mailsTo(email)).toEqual([])
})

const reopenings = {
  en: 'We have opened the review of the tax documents of',
  ar: 'أعدنا فتح مراجعة المستندات',
  ur: 'جائزہ دوبارہ کھول دیا ہے',
}
test.each(letterLanguages)('in %s, a review that is opened again is told so, and why', async (language) => {
  const { id, email } = await waiting()
  await choose(id, language)
  await decide(id, { taxIdEinDetail: rejected })
  const body = { taxIdEinDetail: pending, reason: 'We read the wrong page.' }
  const preview = (await admin(previewTaxLetter, { params: { orgId: id }, body })).data!

  const reopened = await decide(id, body)

  const [mail] = await mailsTo(email)
  expect(preview).toMatchObject({ subject: mail?.subject, text: withoutToken(mail!.text) })
  expect(mail?.subject).toMatch(/: EIN under review again$/)
  expect(mail?.text).not.toContain('We have reviewed')
  expect(mail?.text).toContain(reopenings.en)
  expect(mail?.text).toContain(reopenings[language])
  expect(mail?.text.match(/> We read the wrong page\./g)).toHaveLength(language === 'en' ? 1 : 2)
  expect(reopened.data.events.at(-1)).toMatchObject({
    status: 'Pending',
    messages: [{ title: 'Reason', message: 'We read the wrong page.' }],
  })
})

test('one that is opened because the record changed says so', async () => {
  const { id, email } = await given.organization({
    ein: EIN,
    einStatus: 'Approved',
    irsChangedAt: new Date('2026-03-01T10:00:00Z'),
    letterLanguage: 'ar',
  })
  await decide(id, { taxIdEinDetail: pending })
  const [mail] = await mailsTo(email)
  expect(mail?.text).toContain('The record of the IRS has changed since our decision.')
  expect(mail?.text).toContain('بعد قرارنا')
})

test('own words stay as they are written, in both, and are no markup', async () => {
  const { id, email } = await given.organization({
    ein: EIN,
    einStatus: 'Pending',
    exemptStatus: 'Pending',
    name: 'مسجد <b>النور</b>',
    admin: 'Zaynab <i>',
    letterLanguage: 'ar',
  })
  const reason = 'Suite 100 <img src=x onerror=alert(1)> is missing.'
  await decide(id, { taxExemptDetail: rejected, reasonCode: 'address-differs', reason, message: 'شكرًا & "سلام"' })

  const [mail] = await mailsTo(email)
  expect(mail?.text.match(/> Suite 100 <img src=x onerror=alert\(1\)> is missing\./g)).toHaveLength(2)
  expect(mail?.text.match(/> شكرًا & "سلام"/g)).toHaveLength(2)
  expect(mail?.text).toContain('the tax documents of \u2068مسجد <b>النور</b>\u2069.')
  expect(mail?.html).not.toMatch(/<img|<b>|<i>|<script/)
  expect(mail?.html.match(/<div dir="auto"[^>]*>Suite 100 &#60;img/g)).toHaveLength(2)
  expect(mail?.html).toContain('<bdi>Zaynab &#60;i&#62;</bdi>')
  expect(mail?.subject).toBe('\u2068مسجد <b>النور</b>\u2069: tax exemption rejected')
})

test('the language belongs to the organization, is audited once, and leaves an open review as it is', async () => {
  const { id } = await waiting()
  const before = (await admin(readTaxStatus, { params: { orgId: id } })).data
  expect(before.letterLanguage).toBe('en')

  const reply = await choose(id, 'ur')
  await choose(id, 'ur')

  expect(reply.data).toMatchObject({ letterLanguage: 'ur', version: before.version })
  expect(await audited(id)).toEqual(['tax-review.letter-language-changed'])
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.entityId, id))
  expect(entry?.changes).toEqual({ letterLanguage: { before: 'en', after: 'ur' } })
  const decided = await decide(id, {
    taxIdEinDetail: pending,
    taxExemptDetail: rejected,
    reason: 'Too old',
    version: 1,
  })
  expect(decided.status).toBe(200)
})

test('who may not decide cannot choose it, and there are three', async () => {
  const { id } = await waiting()
  expect((await choose(id, 'ar', await as('manager'))).status).toBe(403)
  expect((await choose(id, 'ar', callWith((await given.member(id)).token))).status).toBe(401)
  expect((await choose(id, 'ar', call)).status).toBe(401)
  const refused = await choose(id, 'fr')
  expect(refused.status).toBe(400)
  expect(refused.error.fields).toHaveProperty('letterLanguage')
  expect((await choose(crypto.randomUUID(), 'ar')).status).toBe(404)
  expect(await audited(id)).toEqual([])
})
