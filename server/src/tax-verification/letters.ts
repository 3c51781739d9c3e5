import type { ReviewStatus } from '@hikmah/contract/common'
import { type LinkReason, PAPERS_LINK_DAYS } from '@hikmah/contract/papers-link'
import { paperNamesIn } from '@hikmah/contract/tax-verification/paper-words'
import { SEND_PAPERS } from '@hikmah/contract/tax-verification/papers'
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
import type { Letter } from '../kit/mail/post.ts'
import { type OrganizationTableRow, organizations } from '../organizations/table.ts'
import { type Addressee, type OrganizationLetter, organizationLetter } from '../organizations/write-letter.ts'
import { lockTaxProfile, readTaxStatus } from './queries.ts'
import { missingIn, type Settlement } from './settle-review.ts'

/** What a letter about taxes leads to. */
type Step = 'rejected' | 'asked' | 'pending' | 'approved' | 'corrected' | 'message'

/** The sentences of a letter about taxes. Names and ends of numbers come isolated. */
export interface LetterWords {
  reviewed: (organization: string) => string
  reviewing: (organization: string) => string
  reopened: (organization: string) => string
  corrected: (organization: string) => string
  messageAbout: (organization: string) => string
  /** Staff put another EIN in place of the one on record. The numbers are told by their ends. */
  otherEin: (before: string, after: string) => string
  sameEnds: (end: string) => string
  recordChanged: string
  needsPapers: string
  /** `end` are the last digits of the EIN, '' where there is none. */
  ein: (end: string) => string
  exemption: string
  statuses: Record<ReviewStatus, string>
  reasonTitle: string
  missingTitle: string
  messageTitle: (reviewer: string) => string
  next: Record<Step, string>
  /** On the link, in a letter that asks for papers. */
  sendPapers: string
  askedForPapers: (organization: string) => string
  /** What kind of reason it is. The English letter has only the words as written. */
  reason: (code: ReasonCode) => string
  papers: Record<Paper, string>
}

const LINK_WORKS = `The link works for ${PAPERS_LINK_DAYS} days, and you need no account.`

const english: LetterWords = {
  reviewed: (organization) => `We have reviewed the tax documents of ${organization}.`,
  reviewing: (organization) => `We are reviewing the tax documents of ${organization}.`,
  reopened: (organization) => `We have opened the review of the tax documents of ${organization} again.`,
  corrected: (organization) => `There is a correction in the tax record of ${organization}.`,
  messageAbout: (organization) => `There is a message for you about the tax review of ${organization}.`,
  otherEin: (before, after) =>
    `We corrected the ${taxEventTypes.ein} on record: it ended in ${before} and now ends in ${after}.`,
  sameEnds: (end) =>
    `We corrected the ${taxEventTypes.ein} on record. Both the former and the new number end in ${end}.`,
  recordChanged: 'The record of the IRS has changed since our decision.',
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
    pending: `We will email you our decision. If you have newer documents, send them with the link above. ${LINK_WORKS}`,
    approved: 'No further action is needed.',
    corrected: `What to do next: if the new number is wrong, send your documents with the link above. ${LINK_WORKS}`,
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
  reviewed: (organization) => `راجعنا المستندات الضريبية الخاصة بـ ${organization}.`,
  reviewing: (organization) => `نراجع حاليًا المستندات الضريبية الخاصة بـ ${organization}.`,
  reopened: (organization) => `أعدنا فتح مراجعة المستندات الضريبية الخاصة بـ ${organization}.`,
  corrected: (organization) => `أُجري تصحيح على السجل الضريبي الخاص بـ ${organization}.`,
  messageAbout: (organization) => `لديكم رسالة بشأن المراجعة الضريبية الخاصة بـ ${organization}.`,
  otherEin: (before, after) =>
    `صحّحنا الرقم الضريبي المسجّل لدينا: كان ينتهي بالأرقام ${before} وأصبح ينتهي بالأرقام ${after}.`,
  sameEnds: (end) => `صحّحنا الرقم الضريبي المسجّل لدينا، وينتهي الرقمان السابق والجديد بالأرقام ${end}.`,
  recordChanged: `تغيّر السجل لدى مصلحة الضرائب الأمريكية (${IRS}) بعد قرارنا.`,
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
    corrected: `الخطوة التالية: إذا كان الرقم الجديد غير صحيح فأرسلوا مستنداتكم عبر الرابط أعلاه. ${ARABIC_LINK_WORKS}`,
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
  reviewed: (organization) => `ہم نے ${organization} کی ٹیکس دستاویزات کا جائزہ لے لیا ہے۔`,
  reviewing: (organization) => `ہم ${organization} کی ٹیکس دستاویزات کا جائزہ لے رہے ہیں۔`,
  reopened: (organization) => `ہم نے ${organization} کی ٹیکس دستاویزات کا جائزہ دوبارہ کھول دیا ہے۔`,
  corrected: (organization) => `${organization} کے ٹیکس ریکارڈ میں ایک تصحیح کی گئی ہے۔`,
  messageAbout: (organization) => `${organization} کے ٹیکس جائزے کے بارے میں آپ کے لیے ایک پیغام ہے۔`,
  otherEin: (before, after) =>
    `ہم نے ریکارڈ میں درج ٹیکس نمبر درست کر دیا ہے: اس کے آخری ہندسے پہلے ${before} تھے اور اب ${after} ہیں۔`,
  sameEnds: (end) =>
    `ہم نے ریکارڈ میں درج ٹیکس نمبر درست کر دیا ہے۔ پرانے اور نئے دونوں نمبروں کے آخری ہندسے ${end} ہیں۔`,
  recordChanged: `ہمارے فیصلے کے بعد امریکی محکمۂ ٹیکس (${IRS}) کا ریکارڈ بدل گیا ہے۔`,
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
    corrected: `اگلا قدم: اگر نیا نمبر غلط ہے تو اپنی دستاویزات اوپر دیے گئے لنک سے بھیجیں۔ ${URDU_LINK_WORKS}`,
    message: `اگلا قدم: اگر پیغام میں دستاویزات مانگی گئی ہیں تو انہیں اوپر دیے گئے لنک سے بھیجیں۔ ${URDU_LINK_WORKS}`,
  },
  sendPapers: 'دستاویزات بھیجیں',
  askedForPapers: (organization) => `ہمیں ${organization} کی ٹیکس دستاویزات درکار ہیں۔`,
  reason: (code) => urduReasons[code],
  papers: paperNamesIn.ur,
}

export const letterWords: Record<LetterLanguage, LetterWords> = { en: english, ar: arabic, ur: urdu }

/** As it stood before the decision. */
type Reviewed = Addressee & Pick<OrganizationTableRow, 'ein' | 'irsChangedAt'>
type DecisionText = Pick<TaxDecision, 'reason' | 'reasonCode' | 'missing' | 'message'>

/** Whether staff put another EIN in place of one that the organization knows. */
const isCorrected = ({ ein }: Pick<Reviewed, 'ein'>, { after }: Settlement) =>
  ein !== '' && after.ein !== '' && after.ein !== ein

/** Why a letter about a decision brings a link to send papers with; undefined where nothing is left to send. */
export function linkReasonOf(before: Pick<Reviewed, 'ein'>, settlement: Settlement): LinkReason | undefined {
  const { after } = settlement
  const step = stepOf(before, settlement)
  if (step === 'message') return isWaiting(after) || after.einStatus === 'Rejected' ? 'sent' : undefined
  return (
    { rejected: 'rejected', asked: 'asked', pending: 'reopened', corrected: 'sent', approved: undefined } as const
  )[step]
}

/** Whether there is something to say, and somebody to say it to. */
export const hasLetter = (to: Pick<Reviewed, 'email' | 'ein'>, settlement: Settlement, { message }: DecisionText) =>
  to.email !== '' &&
  (settlement.events.length > 0 || settlement.request !== null || isCorrected(to, settlement) || Boolean(message))

/**
 * The letter about a decision; null where there is nothing to say. `url` is the link to send papers with, for a letter
 * that brings one.
 */
export function decisionLetter(
  to: Reviewed,
  settlement: Settlement,
  said: DecisionText,
  reviewer: string,
  url: string,
): OrganizationLetter | null {
  if (!hasLetter(to, settlement, said)) return null
  const { after, events, request } = settlement
  const step = stepOf(to, settlement)
  const isRejected = events.some(({ status }) => status === 'Rejected')
  const isReopened = events.some(({ status }) => status === 'Pending')
  const givesReason = request !== null || isRejected || isReopened
  const missing = request !== null || isRejected ? missingIn(said) : []
  const hasLink = linkReasonOf(to, settlement) !== undefined
  // A mail may be forwarded, so the number is only hinted at.
  const endOf = (ein: string) => ein.slice(-4)
  const about = [
    ...(isCorrected(to, settlement) ? ['EIN corrected'] : []),
    ...events.map(inShort),
    ...(request ? ['new documents needed'] : []),
  ]
  return organizationLetter(
    to,
    { kind: 'tax-decision', about: about.join(', ') || 'a message about your tax review', thread: reviewThread(to) },
    (language, name, quoted) => {
      const words = letterWords[language]
      const ends = [to.ein, after.ein].map((ein) => ein && quoted(endOf(ein))) as [string, string]
      return {
        paragraphs: [
          words[openingOf(to, settlement)](name),
          ...(isCorrected(to, settlement)
            ? [endOf(to.ein) === endOf(after.ein) ? words.sameEnds(ends[1]) : words.otherEin(...ends)]
            : []),
          ...events.map(({ eventType, status }) => {
            const what = eventType === taxEventTypes.ein ? words.ein(ends[1]) : words.exemption
            return `${what}: ${words.statuses[status as keyof typeof words.statuses]}`
          }),
          ...(isReopened && to.irsChangedAt ? [words.recordChanged] : []),
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
        ...(hasLink && { action: { label: words.sendPapers, url } }),
        closing: hasLink || step !== 'message' ? words.next[step] : '',
      }
    },
  )
}

/** All that is written about the taxes of one organization. */
const reviewThread = ({ id }: Addressee) => `review:${id}`

type Ask = (
  language: LetterLanguage,
  name: string,
) => Pick<LetterPart, 'paragraphs' | 'closing'> & Partial<Pick<LetterPart, 'lists'>>

const askForPapers: Ask = (language, name) => ({
  paragraphs: [letterWords[language].askedForPapers(name)],
  closing: letterWords[language].next.asked,
})

/** Brings a link again, or to an organization that was asked otherwise. */
export const papersLinkLetter = (to: Addressee, url: string, token: string, ask = askForPapers): Letter => ({
  ...organizationLetter(
    to,
    { kind: 'papers-link', about: 'send your tax documents', thread: reviewThread(to) },
    (language, name) => ({ ...ask(language, name), action: { label: letterWords[language].sendPapers, url } }),
  ),
  hidden: token,
})

/** Words that nobody changed are said in the other language already. */
const ownReason = (language: LetterLanguage, { reason, reasonCode }: DecisionText) =>
  reason && (language === 'en' || !reasonCode || reason !== reasons[reasonCode].text)

const inShort = ({ eventType, status }: Pick<TaxEvent, 'eventType' | 'status'>) =>
  `${eventType === taxEventTypes.ein ? 'EIN' : 'tax exemption'} ${status === 'Pending' ? 'under review again' : status.toLowerCase()}`

function openingOf(before: Pick<Reviewed, 'ein'>, settlement: Settlement) {
  const { events, request } = settlement
  if (events.length > 0) return events.every(({ status }) => status === 'Pending') ? 'reopened' : 'reviewed'
  if (request) return 'reviewing'
  return isCorrected(before, settlement) ? 'corrected' : 'messageAbout'
}

function stepOf(before: Pick<Reviewed, 'ein'>, settlement: Settlement): Step {
  const { events, request } = settlement
  const has = (status: TaxEvent['status']) => events.some((event) => event.status === status)
  if (request) return 'asked'
  if (has('Rejected')) return 'rejected'
  if (has('Pending')) return 'pending'
  if (has('Approved')) return 'approved'
  return isCorrected(before, settlement) ? 'corrected' : 'message'
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
