import type { MethodLinkState } from '@hikmah/contract/payment-method-link'
import type { PageLanguage } from '../kit/page/LetterPage.tsx'

type Said = Record<'title' | 'text', string>

export interface PageWords {
  language: PageLanguage
  direction: 'ltr' | 'rtl'
  locale: string
  title: (organization: string) => string
  lead: string
  until: (day: string) => string
  go: string
  saved: Said
  ended: Record<Exclude<MethodLinkState, 'open'> | 'unknown', Said>
  failed: string
  /** By the status of the answer. */
  failures: Record<'429' | '502' | 'other', string>
  tryAgain: string
  loading: string
}

export const pageWords: Record<PageLanguage, PageWords> = {
  en: {
    language: 'en',
    direction: 'ltr',
    locale: 'en-US',
    title: (organization) => `Replace the payment method of ${organization}`,
    lead: 'You save it on the page of our payment provider. We never see your card number, and nothing is charged when you save it.',
    until: (day) => `You need no account. You can do this until ${day}.`,
    go: 'Continue',
    saved: {
      title: 'Your payment method is saved',
      text: 'Thank you. What is due from now on is paid with it. You can close this page.',
    },
    ended: {
      used: {
        title: 'This is done already',
        text: 'A payment method was saved with this link. To change it again, write to us.',
      },
      expired: { title: 'This link is too old', text: 'Write to us, and we send you another one.' },
      revoked: {
        title: 'This link is no longer good',
        text: 'It was ended on our side. Write to us if you need another one.',
      },
      unknown: {
        title: 'We do not know this link',
        text: 'Open it from the email, so that nothing of it is missing.',
      },
    },
    failed: 'This did not work',
    failures: {
      429: 'This was tried too often. Wait a while, then try again.',
      502: 'Our payment provider does not answer right now. Try again in a few minutes.',
      other: 'We cannot be reached right now. Check your connection, then try again.',
    },
    tryAgain: 'Try again',
    loading: 'Loading',
  },
  ar: {
    language: 'ar',
    direction: 'rtl',
    locale: 'ar-u-nu-latn',
    title: (organization) => `استبدال وسيلة الدفع الخاصة بـ ${organization}`,
    lead: 'تحفظونها على صفحة مزوّد خدمة الدفع لدينا. لا نرى رقم بطاقتكم أبدًا، ولا يُخصم شيء عند الحفظ.',
    until: (day) => `لا تحتاجون إلى حساب. يمكنكم فعل ذلك حتى ${day}.`,
    go: 'متابعة',
    saved: {
      title: 'حُفظت وسيلة الدفع',
      text: 'شكرًا لكم. كل ما يستحق من الآن يُدفع بها. يمكنكم إغلاق هذه الصفحة.',
    },
    ended: {
      used: { title: 'تم ذلك من قبل', text: 'حُفظت وسيلة دفع بهذا الرابط. لتغييرها مرة أخرى راسلونا.' },
      expired: { title: 'انتهت صلاحية هذا الرابط', text: 'راسلونا وسنرسل إليكم رابطًا آخر.' },
      revoked: { title: 'لم يعد هذا الرابط صالحًا', text: 'أنهيناه من جهتنا. راسلونا إن احتجتم إلى رابط آخر.' },
      unknown: { title: 'لا نعرف هذا الرابط', text: 'افتحوه من الرسالة حتى لا ينقص منه شيء.' },
    },
    failed: 'لم ينجح ذلك',
    failures: {
      429: 'جُرّب هذا مرات كثيرة. انتظروا قليلًا ثم حاولوا مرة أخرى.',
      502: 'لا يستجيب مزوّد خدمة الدفع الآن. حاولوا مرة أخرى بعد دقائق.',
      other: 'يتعذر الوصول إلينا الآن. تحققوا من الاتصال ثم حاولوا مرة أخرى.',
    },
    tryAgain: 'حاولوا مرة أخرى',
    loading: 'جارٍ التحميل',
  },
  ur: {
    language: 'ur',
    direction: 'rtl',
    locale: 'ur-u-nu-latn',
    title: (organization) => `${organization} کا ادائیگی کا طریقہ تبدیل کریں`,
    lead: 'آپ اسے ہمارے ادائیگی فراہم کنندہ کے صفحے پر محفوظ کرتے ہیں۔ ہم آپ کا کارڈ نمبر کبھی نہیں دیکھتے، اور محفوظ کرنے پر کچھ نہیں کٹتا۔',
    until: (day) => `آپ کو اکاؤنٹ کی ضرورت نہیں۔ آپ یہ ${day} تک کر سکتے ہیں۔`,
    go: 'جاری رکھیں',
    saved: {
      title: 'آپ کا ادائیگی کا طریقہ محفوظ ہو گیا',
      text: 'شکریہ۔ اب جو بھی واجب ہوگا اسی سے ادا ہوگا۔ آپ یہ صفحہ بند کر سکتے ہیں۔',
    },
    ended: {
      used: {
        title: 'یہ پہلے ہی ہو چکا ہے',
        text: 'اس لنک سے ادائیگی کا طریقہ محفوظ ہو چکا ہے۔ دوبارہ بدلنے کے لیے ہمیں لکھیں۔',
      },
      expired: { title: 'یہ لنک بہت پرانا ہے', text: 'ہمیں لکھیں، ہم آپ کو دوسرا بھیج دیں گے۔' },
      revoked: { title: 'یہ لنک اب کارآمد نہیں', text: 'اسے ہماری طرف سے ختم کیا گیا۔ دوسرا چاہیے تو ہمیں لکھیں۔' },
      unknown: { title: 'ہم اس لنک کو نہیں جانتے', text: 'اسے ای میل سے کھولیں تاکہ اس کا کوئی حصہ رہ نہ جائے۔' },
    },
    failed: 'یہ نہیں ہو سکا',
    failures: {
      429: 'اس کی بہت زیادہ کوشش کی گئی۔ کچھ دیر انتظار کریں، پھر دوبارہ کوشش کریں۔',
      502: 'ہمارا ادائیگی فراہم کنندہ ابھی جواب نہیں دے رہا۔ چند منٹ بعد دوبارہ کوشش کریں۔',
      other: 'ابھی ہم تک رسائی نہیں۔ اپنا کنکشن دیکھیں، پھر دوبارہ کوشش کریں۔',
    },
    tryAgain: 'دوبارہ کوشش کریں',
    loading: 'لوڈ ہو رہا ہے',
  },
}
