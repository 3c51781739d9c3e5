import { formatMoney } from '@hikmah/contract/money'
import type { LetterLanguage } from '@hikmah/contract/tax-verification/schemas'
import { type Addressee, organizationLetter } from '../organizations/write-letter.ts'
import { dueAtOf, type InvoiceRow } from './queries.ts'

interface ReminderWords {
  locale: string
  isOpen: (organization: string, invoice: string, amount: string, due: string) => string
  wasRefused: string
  /** By step. */
  ask: [string, string, string]
  pay: string
  closing: string
}

const abouts = ['an invoice is open', 'an invoice is still open', 'last reminder of an open invoice']

const words: Record<LetterLanguage, ReminderWords> = {
  en: {
    locale: 'en-US',
    isOpen: (organization, invoice, amount, due) =>
      `Invoice ${invoice} of ${organization} over ${amount} was due on ${due} and is not paid yet.`,
    wasRefused: 'We tried to charge the payment method on file, and the bank refused it. You can pay with another one.',
    ask: [
      'Please pay it with the button below.',
      'This is our second reminder. Please pay it with the button below, or write to us if something about it is wrong.',
      'This is our last reminder. Please pay it now, or write to us so that we find a way together.',
    ],
    pay: 'See and pay the invoice',
    closing: 'If you have paid in the meantime, thank you: you need not do anything.',
  },
  ar: {
    locale: 'ar-u-nu-latn',
    isOpen: (organization, invoice, amount, due) =>
      `استحقت الفاتورة ${invoice} الخاصة بـ ${organization} بمبلغ ${amount} في ${due} ولم تُدفع بعد.`,
    wasRefused: 'حاولنا الخصم من وسيلة الدفع المسجلة لكن البنك رفضها. يمكنكم الدفع بوسيلة أخرى.',
    ask: [
      'نرجو دفعها عبر الزر أدناه.',
      'هذا تذكيرنا الثاني. نرجو دفعها عبر الزر أدناه، أو مراسلتنا إن كان فيها خطأ.',
      'هذا تذكيرنا الأخير. نرجو دفعها الآن، أو مراسلتنا لنجد حلًا معًا.',
    ],
    pay: 'عرض الفاتورة ودفعها',
    closing: 'إن كنتم قد دفعتم في هذه الأثناء فشكرًا لكم، ولا حاجة إلى أي إجراء.',
  },
  ur: {
    locale: 'ur-u-nu-latn',
    isOpen: (organization, invoice, amount, due) =>
      `${organization} کا انوائس ${invoice}، رقم ${amount}، ${due} کو واجب الادا تھا اور ابھی تک ادا نہیں ہوا۔`,
    wasRefused:
      'ہم نے درج شدہ طریقۂ ادائیگی سے رقم لینے کی کوشش کی، مگر بینک نے انکار کر دیا۔ آپ کسی اور طریقے سے ادا کر سکتے ہیں۔',
    ask: [
      'براہِ کرم نیچے دیے گئے بٹن سے ادا کریں۔',
      'یہ ہماری دوسری یاد دہانی ہے۔ براہِ کرم نیچے دیے گئے بٹن سے ادا کریں، یا اگر اس میں کوئی غلطی ہے تو ہمیں لکھیں۔',
      'یہ ہماری آخری یاد دہانی ہے۔ براہِ کرم ابھی ادا کریں، یا ہمیں لکھیں تاکہ ہم مل کر کوئی حل نکالیں۔',
    ],
    pay: 'انوائس دیکھیں اور ادا کریں',
    closing: 'اگر آپ اس دوران ادا کر چکے ہیں تو شکریہ، آپ کو کچھ کرنے کی ضرورت نہیں۔',
  },
}

/** To the payer of the invoice, or else to the organization. `link` leads to the provider's page, where it is paid. */
export function reminderLetter(to: Addressee, row: InvoiceRow, step: number, link: string | null) {
  const head = {
    kind: 'invoice-reminder',
    about: abouts[step - 1]!,
    to: row.customerEmail || to.email,
    thread: `invoice:${row.id}`,
  }
  return organizationLetter(to, head, (language, name, quoted) => {
    const { locale, isOpen, wasRefused, ask, pay, closing } = words[language]
    const due = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(dueAtOf(row))
    const amount = formatMoney(row.amountRemaining, row.currency)
    const [invoice, sum, day] = [row.number ?? row.id, amount, due].map((text) =>
      language === 'en' ? text : quoted(text),
    )
    return {
      paragraphs: [
        isOpen(name, invoice!, sum!, day!),
        // Without a payment method nobody was asked.
        ...(row.decline !== '' && row.collectionMethod !== 'send_invoice' ? [wasRefused] : []),
        ask[step - 1]!,
      ],
      ...(link && { action: { label: pay, url: link } }),
      closing,
    }
  })
}
