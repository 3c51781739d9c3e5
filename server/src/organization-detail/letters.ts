import type { OrganizationStatus } from '@hikmah/contract/organizations/schemas'
import { isBlocked } from '@hikmah/contract/organizations/words'
import type { LetterLanguage } from '@hikmah/contract/tax-verification/schemas'
import { type Addressee, type OrganizationLetter, organizationLetter } from '../organizations/write-letter.ts'

/** The sentences of a letter about an organization itself. Names and addresses come isolated. */
interface LetterWords {
  approved: (organization: string) => string
  blocked: (organization: string) => string
  untilUnblocked: string
  unblocked: (organization: string) => string
  worksAgain: string
  isApproved: string
  addressChanged: (organization: string, former: string, address: string) => string
  addressAdded: (organization: string, address: string) => string
  addressRemoved: (organization: string, former: string) => string
  lettersGoTo: (address: string) => string
  askUs: string
  mistake: string
  notYou: string
}

export const letterWords: Record<LetterLanguage, LetterWords> = {
  en: {
    approved: (organization) => `We have approved ${organization} on our platform.`,
    blocked: (organization) => `We have blocked ${organization} on our platform for now.`,
    untilUnblocked: 'Until it is unblocked, links to send documents and invites to the team do not work.',
    unblocked: (organization) => `${organization} is no longer blocked on our platform.`,
    worksAgain: 'Links to send documents and invites to the team work again.',
    isApproved: 'The organization is approved.',
    addressChanged: (organization, former, address) =>
      `We have changed the email address of ${organization} from ${former} to ${address}.`,
    addressAdded: (organization, address) => `${address} is now the email address of ${organization}.`,
    addressRemoved: (organization, former) =>
      `We have removed the email address ${former} of ${organization}, and have no other one.`,
    lettersGoTo: (address) => `From now on, we will write to ${address}.`,
    askUs: 'If you have questions, write to us through our website.',
    mistake: 'If you think this is a mistake, write to us through our website.',
    notYou: 'If you did not ask for this, tell us at once through our website.',
  },
  ar: {
    approved: (organization) => `اعتمدنا ${organization} على منصتنا.`,
    blocked: (organization) => `أوقفنا ${organization} مؤقتًا على منصتنا.`,
    untilUnblocked: 'إلى أن يُرفع الإيقاف لا تعمل روابط إرسال المستندات ولا الدعوات إلى الانضمام إلى الفريق.',
    unblocked: (organization) => `رُفع الإيقاف عن ${organization} على منصتنا.`,
    worksAgain: 'عادت روابط إرسال المستندات والدعوات إلى الانضمام إلى الفريق إلى العمل.',
    isApproved: 'المؤسسة معتمدة لدينا.',
    addressChanged: (organization, former, address) =>
      `غيّرنا عنوان البريد الإلكتروني الخاص بـ ${organization} من ${former} إلى ${address}.`,
    addressAdded: (organization, address) => `أصبح ${address} عنوان البريد الإلكتروني الخاص بـ ${organization} لدينا.`,
    addressRemoved: (organization, former) =>
      `حذفنا عنوان البريد الإلكتروني ${former} الخاص بـ ${organization}، ولا يوجد لدينا عنوان آخر.`,
    lettersGoTo: (address) => `سنراسلكم من الآن فصاعدًا على ${address}.`,
    askUs: 'إذا كانت لديكم أسئلة فاكتبوا إلينا عبر موقعنا.',
    mistake: 'إذا رأيتم أن هذا خطأ فاكتبوا إلينا عبر موقعنا.',
    notYou: 'إذا لم تطلبوا ذلك فأخبرونا فورًا عبر موقعنا.',
  },
  ur: {
    approved: (organization) => `ہم نے اپنے پلیٹ فارم پر ${organization} کی منظوری دے دی ہے۔`,
    blocked: (organization) => `ہم نے اپنے پلیٹ فارم پر ${organization} کو فی الحال معطل کر دیا ہے۔`,
    untilUnblocked: 'جب تک معطلی ختم نہیں ہوتی، دستاویزات بھیجنے کے لنک اور ٹیم کے دعوت نامے کام نہیں کریں گے۔',
    unblocked: (organization) => `ہمارے پلیٹ فارم پر ${organization} اب معطل نہیں ہے۔`,
    worksAgain: 'دستاویزات بھیجنے کے لنک اور ٹیم کے دعوت نامے دوبارہ کام کر رہے ہیں۔',
    isApproved: 'ادارہ ہمارے ہاں منظور شدہ ہے۔',
    addressChanged: (organization, former, address) =>
      `ہم نے ${organization} کا ای میل پتہ ${former} سے بدل کر ${address} کر دیا ہے۔`,
    addressAdded: (organization, address) => `${address} اب ہمارے ہاں ${organization} کا ای میل پتہ ہے۔`,
    addressRemoved: (organization, former) =>
      `ہم نے ${organization} کا ای میل پتہ ${former} ہٹا دیا ہے، اور ہمارے پاس کوئی اور پتہ نہیں ہے۔`,
    lettersGoTo: (address) => `اب سے ہم آپ کو ${address} پر لکھیں گے۔`,
    askUs: 'اگر آپ کے کوئی سوالات ہوں تو ہماری ویب سائٹ کے ذریعے ہمیں لکھیں۔',
    mistake: 'اگر آپ کے خیال میں یہ غلطی ہے تو ہماری ویب سائٹ کے ذریعے ہمیں لکھیں۔',
    notYou: 'اگر آپ نے اس کی درخواست نہیں کی تھی تو ہماری ویب سائٹ کے ذریعے ہمیں فوراً بتائیں۔',
  },
}

/** What there is to say to an organization that knows of a status; null where nothing, or nobody to say it to. */
export function statusLetter(to: Addressee, knownStatus: OrganizationStatus): OrganizationLetter | null {
  const { status, email } = to
  const isUnblocked = isBlocked(knownStatus) && !isBlocked(status)
  const isTold = isUnblocked || isBlocked(status) || status === 'approved'
  if (email === '' || status === knownStatus || !isTold) return null
  const about = isUnblocked ? 'no longer blocked' : status
  return organizationLetter(to, { kind: 'organization-status', about }, (language, name) => {
    const words = letterWords[language]
    if (isBlocked(status)) return { paragraphs: [words.blocked(name), words.untilUnblocked], closing: words.mistake }
    const paragraphs = isUnblocked
      ? [words.unblocked(name), words.worksAgain, ...(status === 'approved' ? [words.isApproved] : [])]
      : [words.approved(name)]
    return { paragraphs, closing: words.askUs }
  })
}

/** To the former address and to the new one. */
export function addressLetters(to: Addressee, former: string): OrganizationLetter[] {
  const { email } = to
  if (email === former) return []
  const about = email === '' ? 'email address removed' : 'new email address'
  return [former, email]
    .filter((address) => address !== '')
    .map((address) =>
      organizationLetter(to, { kind: 'organization-email', about, to: address }, (language, name, quoted) => {
        const words = letterWords[language]
        const [old, next] = [quoted(former), quoted(email)]
        if (former === '') return { paragraphs: [words.addressAdded(name, next)], closing: words.notYou }
        if (email === '') return { paragraphs: [words.addressRemoved(name, old)], closing: words.notYou }
        return { paragraphs: [words.addressChanged(name, old, next), words.lettersGoTo(next)], closing: words.notYou }
      }),
    )
}
