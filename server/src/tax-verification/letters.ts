import type { ReviewStatus } from '@hikmah/contract/common'
import { organizationName } from '@hikmah/contract/organizations/words'
import { type LinkReason, PAPERS_LINK_DAYS, SEND_PAPERS } from '@hikmah/contract/papers-link'
import { paperNamesIn } from '@hikmah/contract/tax-verification/paper-words'
import { isWaiting } from '@hikmah/contract/tax-verification/rules'
import {
  type LetterLanguage,
  type LetterPart,
  type Paper,
  type ReasonCode,
  reasons,
  type TaxDecision,
  type TaxEvent,
  type TaxStatus,
} from '@hikmah/contract/tax-verification/schemas'
import { decisionFields, taxEventTypes } from '@hikmah/contract/tax-verification/words'
import { eq } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { recordOnOrganization } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { isolated, isolatedInEnglish, layOut } from '../kit/mail/letter.ts'
import type { Letter } from '../kit/mail/post.ts'
import { type OrganizationTableRow, organizations } from '../organizations/table.ts'
import { lockTaxProfile, readTaxStatus } from './queries.ts'
import { missingIn, type Settlement } from './settle-review.ts'

/** The sentences of a letter about taxes. Names and ends of numbers come isolated. */
export interface LetterWords {
  /** '' where the admin has no name. */
  greeting: (admin: string) => string
  reviewed: (organization: string) => string
  reviewing: (organization: string) => string
  messageAbout: (organization: string) => string
  needsPapers: string
  /** `end` are the last digits of the EIN, '' where there is none. */
  ein: (end: string) => string
  exemption: string
  statuses: Record<ReviewStatus, string>
  reasonTitle: string
  missingTitle: string
  messageTitle: (reviewer: string) => string
  next: Record<'rejected' | 'asked' | 'pending' | 'approved' | 'message', string>
  /** On the link, in a letter that asks for papers. */
  sendPapers: string
  askedForPapers: (organization: string) => string
  /** What kind of reason it is. The English letter has only the words as written. */
  reason: (code: ReasonCode) => string
  papers: Record<Paper, string>
}

const LINK_WORKS = `It works for ${PAPERS_LINK_DAYS} days, and you need no account.`

const english: LetterWords = {
  greeting: (admin) => (admin === '' ? 'Salam,' : `Salam ${admin},`),
  reviewed: (organization) => `We have reviewed the tax documents of ${organization}.`,
  reviewing: (organization) => `We are reviewing the tax documents of ${organization}.`,
  messageAbout: (organization) => `There is a message for you about the tax review of ${organization}.`,
  needsPapers: 'To continue the review, we need a new submission from you.',
  ein: (end) => (end === '' ? taxEventTypes.ein : `${taxEventTypes.ein} ending in ${end}`),
  exemption: 'Tax exemption',
  statuses: { Approved: 'approved.', Rejected: 'rejected.', Pending: 'the review is open again.' },
  reasonTitle: decisionFields.reason,
  missingTitle: decisionFields.missing,
  messageTitle: (reviewer) => `Message from ${reviewer}`,
  next: {
    rejected: `What to do next: correct the documents and send them again with the link above. ${LINK_WORKS}`,
    asked: `What to do next: send your documents with the link above. Then the review continues. ${LINK_WORKS}`,
    pending: `We will e-mail you our decision. If you have newer documents, send them with the link above. ${LINK_WORKS}`,
    approved: 'No further action is needed.',
    message: `What to do next: if the message asks for documents, send them with the link above. ${LINK_WORKS}`,
  },
  sendPapers: SEND_PAPERS,
  askedForPapers: (organization) => `We need the tax documents of ${organization}.`,
  reason: (code) => reasons[code].text,
  papers: paperNamesIn.en,
}

/** As the sentences of an isolate are written in a file that is read from left to right. */
const latin = (text: string) => `\u2068${text}\u2069`
const IRS = latin('IRS')

const arabicReasons: Record<ReasonCode, string> = {
  'name-differs': `الاسم يختلف عن الاسم المسجل لدى مصلحة الضرائب الأمريكية (${IRS}).`,
  'address-differs': `العنوان يختلف عن العنوان المسجل لدى مصلحة الضرائب الأمريكية (${IRS}).`,
  'letter-unreadable': 'تعذّرت قراءة الخطاب. أرسلوا نسخة واضحة.',
  'letter-incomplete': 'الخطاب غير كامل. أرسلوا جميع صفحاته.',
  'ein-of-another': `رقم ${latin('EIN')} لا يخص هذه المؤسسة.`,
  'exemption-revoked': `ألغت مصلحة الضرائب الأمريكية (${IRS}) الإعفاء.`,
  'not-501c3': `المؤسسة غير معفاة بموجب المادة ${latin('501(c)(3)')}.`,
  'document-too-old': 'المستند قديم. أرسلوا مستندًا أحدث.',
}

const ARABIC_LINK_WORKS = `الرابط صالح لمدة ${PAPERS_LINK_DAYS} يومًا ولا تحتاجون إلى حساب.`

const arabic: LetterWords = {
  greeting: (admin) => (admin === '' ? 'السلام عليكم،' : `السلام عليكم ${admin}،`),
  reviewed: (organization) => `راجعنا المستندات الضريبية الخاصة بـ ${organization}.`,
  reviewing: (organization) => `نراجع حاليًا المستندات الضريبية الخاصة بـ ${organization}.`,
  messageAbout: (organization) => `لديكم رسالة بشأن المراجعة الضريبية الخاصة بـ ${organization}.`,
  needsPapers: 'لمتابعة المراجعة نحتاج إلى أن تقدّموا مستنداتكم من جديد.',
  ein: (end) => (end === '' ? 'الرقم الضريبي' : `الرقم الضريبي المنتهي بالأرقام ${end}`),
  exemption: 'الإعفاء الضريبي',
  statuses: { Approved: 'مقبول.', Rejected: 'مرفوض.', Pending: 'أُعيد فتح المراجعة.' },
  reasonTitle: 'السبب',
  missingTitle: 'المستندات الناقصة',
  messageTitle: (reviewer) => `رسالة من ${reviewer}`,
  next: {
    rejected: `الخطوة التالية: صحّحوا المستندات وأعيدوا إرسالها عبر الرابط أعلاه. ${ARABIC_LINK_WORKS}`,
    asked: `الخطوة التالية: أرسلوا مستنداتكم عبر الرابط أعلاه، وبعدها تُستأنف المراجعة. ${ARABIC_LINK_WORKS}`,
    pending: `سنرسل إليكم قرارنا بالبريد الإلكتروني. إذا كانت لديكم مستندات أحدث فأرسلوها عبر الرابط أعلاه. ${ARABIC_LINK_WORKS}`,
    approved: 'لا يلزمكم القيام بأي شيء آخر.',
    message: `الخطوة التالية: إذا طُلبت مستندات في الرسالة فأرسلوها عبر الرابط أعلاه. ${ARABIC_LINK_WORKS}`,
  },
  sendPapers: 'إرسال المستندات',
  askedForPapers: (organization) => `نحتاج إلى المستندات الضريبية الخاصة بـ ${organization}.`,
  reason: (code) => arabicReasons[code],
  papers: paperNamesIn.ar,
}

const urduReasons: Record<ReasonCode, string> = {
  'name-differs': `نام امریکی محکمۂ ٹیکس (${IRS}) کے ریکارڈ سے مختلف ہے۔`,
  'address-differs': `پتہ امریکی محکمۂ ٹیکس (${IRS}) کے ریکارڈ سے مختلف ہے۔`,
  'letter-unreadable': 'خط پڑھا نہیں جا سکتا۔ صاف نقل بھیجیں۔',
  'letter-incomplete': 'خط نامکمل ہے۔ اس کے تمام صفحات بھیجیں۔',
  'ein-of-another': `یہ ${latin('EIN')} اس ادارے کا نہیں ہے۔`,
  'exemption-revoked': `امریکی محکمۂ ٹیکس (${IRS}) نے استثنیٰ منسوخ کر دیا ہے۔`,
  'not-501c3': `یہ ادارہ دفعہ ${latin('501(c)(3)')} کے تحت مستثنیٰ نہیں ہے۔`,
  'document-too-old': 'دستاویز پرانی ہے۔ نئی دستاویز بھیجیں۔',
}

const URDU_LINK_WORKS = `یہ لنک ${PAPERS_LINK_DAYS} دن تک کام کرتا ہے اور آپ کو اکاؤنٹ کی ضرورت نہیں۔`

const urdu: LetterWords = {
  greeting: (admin) => (admin === '' ? 'السلام علیکم،' : `السلام علیکم ${admin}،`),
  reviewed: (organization) => `ہم نے ${organization} کی ٹیکس دستاویزات کا جائزہ لے لیا ہے۔`,
  reviewing: (organization) => `ہم ${organization} کی ٹیکس دستاویزات کا جائزہ لے رہے ہیں۔`,
  messageAbout: (organization) => `${organization} کے ٹیکس جائزے کے بارے میں آپ کے لیے ایک پیغام ہے۔`,
  needsPapers: 'جائزہ جاری رکھنے کے لیے ضروری ہے کہ آپ اپنی دستاویزات دوبارہ جمع کرائیں۔',
  ein: (end) => (end === '' ? 'ٹیکس نمبر' : `ٹیکس نمبر جس کے آخری ہندسے ${end} ہیں`),
  exemption: 'ٹیکس سے استثنیٰ',
  statuses: { Approved: 'منظور۔', Rejected: 'نامنظور۔', Pending: 'جائزہ دوبارہ کھول دیا گیا ہے۔' },
  reasonTitle: 'وجہ',
  missingTitle: 'جو دستاویزات درکار ہیں',
  messageTitle: (reviewer) => `${reviewer} کا پیغام`,
  next: {
    rejected: `اگلا قدم: دستاویزات درست کریں اور اوپر دیے گئے لنک سے دوبارہ بھیجیں۔ ${URDU_LINK_WORKS}`,
    asked: `اگلا قدم: اپنی دستاویزات اوپر دیے گئے لنک سے بھیجیں۔ اس کے بعد جائزہ آگے بڑھے گا۔ ${URDU_LINK_WORKS}`,
    pending: `ہم اپنا فیصلہ آپ کو ای میل کریں گے۔ اگر آپ کے پاس نئی دستاویزات ہیں تو اوپر دیے گئے لنک سے بھیجیں۔ ${URDU_LINK_WORKS}`,
    approved: 'مزید کچھ کرنے کی ضرورت نہیں۔',
    message: `اگلا قدم: اگر پیغام میں دستاویزات مانگی گئی ہیں تو انہیں اوپر دیے گئے لنک سے بھیجیں۔ ${URDU_LINK_WORKS}`,
  },
  sendPapers: 'دستاویزات بھیجیں',
  askedForPapers: (organization) => `ہمیں ${organization} کی ٹیکس دستاویزات درکار ہیں۔`,
  reason: (code) => urduReasons[code],
  papers: paperNamesIn.ur,
}

export const letterWords: Record<LetterLanguage, LetterWords> = { en: english, ar: arabic, ur: urdu }

type Addressee = Pick<OrganizationTableRow, 'id' | 'name' | 'email' | 'admin' | 'letterLanguage'>
type DecisionText = Pick<TaxDecision, 'reason' | 'reasonCode' | 'missing' | 'message'>

/** In English, and below that in the language that the organization reads. */
const languagesOf = ({ letterLanguage }: Addressee): LetterLanguage[] =>
  letterLanguage === 'en' ? ['en'] : ['en', letterLanguage]

/** Why a letter about a decision brings a link to send papers with; undefined where nothing is left to send. */
export function linkReasonOf({ after, events, request }: Settlement): LinkReason | undefined {
  const step = stepOf({ events, request })
  if (step === 'message') return isWaiting(after) || after.einStatus === 'Rejected' ? 'sent' : undefined
  return step === 'approved'
    ? undefined
    : ({ rejected: 'rejected', asked: 'asked', pending: 'reopened' } as const)[step]
}

/** Whether there is something to say, and somebody to say it to. */
export const hasLetter = (to: Pick<Addressee, 'email'>, { events, request }: Settlement, { message }: DecisionText) =>
  to.email !== '' && (events.length > 0 || request !== null || Boolean(message))

/**
 * The letter about a decision; null where there is nothing to say. `url` is the link to send papers with, for a letter
 * that brings one.
 */
export function decisionLetter(
  to: Addressee,
  settlement: Settlement,
  said: DecisionText,
  reviewer: string,
  url: string,
): (Letter & { parts: LetterPart[] }) | null {
  if (!hasLetter(to, settlement, said)) return null
  const { events, request } = settlement
  const parts = languagesOf(to).map((language) => partOf(language, to, settlement, said, reviewer, url))
  const [english, ...translations] = parts as [LetterPart, ...LetterPart[]]
  const told = [...events.map(inShort), ...(request ? ['new documents needed'] : [])]
  return {
    kind: 'tax-decision',
    to: to.email,
    subject: `${isolatedInEnglish(organizationName(to.name))}: ${told.join(', ') || 'a message about your tax review'}`,
    organizationId: to.id,
    parts,
    ...layOut({ ...english, translations }),
  }
}

function partOf(
  language: LetterLanguage,
  to: Addressee,
  settlement: Settlement,
  said: DecisionText,
  reviewer: string,
  url: string,
): LetterPart {
  const { after, events, request } = settlement
  const words = letterWords[language]
  const quoted = language === 'en' ? isolatedInEnglish : isolated
  const givesReason = request !== null || events.some((event) => event.status === 'Rejected')
  const missing = givesReason ? missingIn(said) : []
  const name = quoted(organizationName(to.name))
  const opening = events.length > 0 ? words.reviewed : request ? words.reviewing : words.messageAbout
  return {
    language,
    greeting: words.greeting(to.admin === '' ? '' : quoted(to.admin)),
    paragraphs: [
      opening(name),
      ...events.map(({ eventType, status }) => {
        // A mail may be forwarded, so the number is only hinted at.
        const end = after.ein === '' ? '' : quoted(after.ein.slice(-4))
        const what = eventType === taxEventTypes.ein ? words.ein(end) : words.exemption
        return `${what}: ${words.statuses[status as keyof typeof words.statuses]}`
      }),
      ...(request ? [words.needsPapers] : []),
      ...(givesReason && language !== 'en' && said.reasonCode
        ? [`${words.reasonTitle}: ${words.reason(said.reasonCode)}`]
        : []),
    ],
    lists:
      missing.length > 0 ? [{ title: words.missingTitle, items: missing.map((paper) => words.papers[paper]) }] : [],
    quotes: [
      ...(givesReason && ownReason(language, said) ? [{ title: words.reasonTitle, text: said.reason! }] : []),
      ...(said.message ? [{ title: words.messageTitle(quoted(reviewer)), text: said.message }] : []),
    ],
    ...(linkReasonOf(settlement) && { action: { label: words.sendPapers, url } }),
    closing: linkReasonOf(settlement) || stepOf(settlement) !== 'message' ? words.next[stepOf(settlement)] : '',
  }
}

type Said = Pick<LetterPart, 'paragraphs' | 'closing'> & Partial<Pick<LetterPart, 'lists'>>

const asksForPapers = (language: LetterLanguage, name: string): Said => ({
  paragraphs: [letterWords[language].askedForPapers(name)],
  closing: letterWords[language].next.asked,
})

/** Brings a link again, or to an organization that was asked otherwise. */
export function papersLinkLetter(to: Addressee, url: string, token: string, say = asksForPapers): Letter {
  const [english, ...translations] = languagesOf(to).map((language) => {
    const words = letterWords[language]
    const quoted = language === 'en' ? isolatedInEnglish : isolated
    return {
      language,
      greeting: words.greeting(to.admin === '' ? '' : quoted(to.admin)),
      ...say(language, quoted(organizationName(to.name))),
      action: { label: words.sendPapers, url },
    }
  })
  return {
    kind: 'papers-link',
    to: to.email,
    subject: `${isolatedInEnglish(organizationName(to.name))}: send your tax documents`,
    organizationId: to.id,
    hidden: token,
    ...layOut({ ...english!, translations }),
  }
}

/** Words that nobody changed are said in the other language already. */
const ownReason = (language: LetterLanguage, { reason, reasonCode }: DecisionText) =>
  reason && (language === 'en' || !reasonCode || reason !== reasons[reasonCode].text)

const inShort = ({ eventType, status }: Pick<TaxEvent, 'eventType' | 'status'>) =>
  `${eventType === taxEventTypes.ein ? 'EIN' : 'tax exemption'} ${status === 'Pending' ? 'under review again' : status.toLowerCase()}`

function stepOf({ events, request }: Pick<Settlement, 'events' | 'request'>) {
  const has = (status: TaxEvent['status']) => events.some((event) => event.status === status)
  if (request) return 'asked'
  if (has('Rejected')) return 'rejected'
  if (has('Pending')) return 'pending'
  return has('Approved') ? 'approved' : 'message'
}

/** In which language, below the English, letters about its taxes come. A review that lies open stays as it is. */
export const chooseLetterLanguage = (
  { change }: Writes,
  actor: StaffActor,
  organizationId: string,
  { letterLanguage }: { letterLanguage: LetterLanguage },
): Promise<TaxStatus> =>
  change(actor, async (tx) => {
    const row = await lockTaxProfile(tx, organizationId)
    if (letterLanguage !== row.letterLanguage) {
      await tx.update(organizations).set({ letterLanguage }).where(eq(organizations.id, organizationId))
      recordOnOrganization(tx, row, {
        action: 'tax-review.letter-language-changed',
        before: { letterLanguage: row.letterLanguage },
        after: { letterLanguage },
      })
    }
    return readTaxStatus(tx, organizationId, tx.at)
  })
