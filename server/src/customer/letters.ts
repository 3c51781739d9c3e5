import { METHOD_LINK_DAYS } from '@hikmah/contract/payment-method-link'
import type { LetterLanguage } from '@hikmah/contract/tax-verification/schemas'
import { type Addressee, organizationLetter } from '../organizations/write-letter.ts'

interface LinkWords {
  ask: (organization: string) => string
  safe: string
  replace: string
  closing: string
}

const words: Record<LetterLanguage, LinkWords> = {
  en: {
    ask: (organization) =>
      `Please save a payment method for ${organization}. It replaces the one that we have on file.`,
    safe: `The button below leads to our payment provider. It needs no account and is good for ${METHOD_LINK_DAYS} days. We never see your card number.`,
    replace: 'Replace the payment method',
    closing: 'Nothing is charged when you save it. What is open is charged to it at the next try.',
  },
  ar: {
    ask: (organization) => `نرجو حفظ وسيلة دفع لـ ${organization}. ستحل محل الوسيلة المسجلة لدينا.`,
    safe: `يقود الزر أدناه إلى مزوّد خدمة الدفع لدينا. لا يحتاج إلى حساب وهو صالح لمدة ${METHOD_LINK_DAYS} يومًا. لا نرى رقم بطاقتكم أبدًا.`,
    replace: 'استبدال وسيلة الدفع',
    closing: 'لا يُخصم شيء عند الحفظ. وما لم يُدفع بعد يُخصم منها في المحاولة التالية.',
  },
  ur: {
    ask: (organization) =>
      `براہِ کرم ${organization} کے لیے ادائیگی کا طریقہ محفوظ کریں۔ یہ ہمارے پاس درج طریقے کی جگہ لے گا۔`,
    safe: `نیچے دیا گیا بٹن ہمارے ادائیگی فراہم کنندہ تک لے جاتا ہے۔ اس کے لیے اکاؤنٹ درکار نہیں، اور یہ ${METHOD_LINK_DAYS} دن کے لیے کارآمد ہے۔ ہم آپ کا کارڈ نمبر کبھی نہیں دیکھتے۔`,
    replace: 'ادائیگی کا طریقہ تبدیل کریں',
    closing: 'محفوظ کرنے پر کچھ نہیں کٹتا۔ جو ابھی باقی ہے وہ اگلی کوشش پر اسی سے لیا جائے گا۔',
  },
}

/** To the payer, or else to the organization. */
export const methodLinkLetter = (to: Addressee, email: string, url: string) =>
  organizationLetter(
    to,
    { kind: 'payment-method-link', about: 'replace your payment method', to: email, thread: `payment-method:${to.id}` },
    (language, name) => {
      const { ask, safe, replace, closing } = words[language]
      return { paragraphs: [ask(name), safe], action: { label: replace, url }, closing }
    },
  )
