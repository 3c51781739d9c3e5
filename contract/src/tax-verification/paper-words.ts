import { paperNames } from './papers.ts'
import type { LetterLanguage, Paper } from './schemas.ts'

/** As the sentences of an isolate are written in a file that is read from left to right. */
const latin = (text: string) => `\u2068${text}\u2069`

/** The papers in the languages of letters and of the page on which they are sent. */
export const paperNamesIn: Record<LetterLanguage, Record<Paper, string>> = {
  en: paperNames,
  ar: {
    'determination-letter': `خطاب الإعفاء الصادر عن مصلحة الضرائب (${latin(paperNames['determination-letter'])})`,
    'ein-letter': `خطاب الرقم الضريبي الصادر عن مصلحة الضرائب (${latin('CP\u00a0575')} أو ${latin('147C')})`,
    'group-ruling-letter': `خطاب الإعفاء الجماعي من المؤسسة الأم (${latin('group ruling letter')})`,
    articles: `عقد التأسيس (${latin('articles of incorporation')})`,
    'by-laws': `النظام الداخلي (${latin('bylaws')})`,
    'lease-or-deed': 'عقد إيجار مكان العبادة أو سند ملكيته',
    'worship-schedule': 'جدول الصلوات',
    'bank-letter': 'خطاب من البنك',
  },
  ur: {
    'determination-letter': `امریکی محکمۂ ٹیکس کا استثنیٰ نامہ (${latin(paperNames['determination-letter'])})`,
    'ein-letter': `امریکی محکمۂ ٹیکس کا ${latin('EIN')} خط (${latin('CP\u00a0575')} یا ${latin('147C')})`,
    'group-ruling-letter': `مرکزی ادارے کا اجتماعی استثنیٰ نامہ (${latin('group ruling letter')})`,
    articles: `ادارے کے قیام کی دستاویز (${latin('articles of incorporation')})`,
    'by-laws': `ادارے کے قواعد و ضوابط (${latin('bylaws')})`,
    'lease-or-deed': 'عبادت گاہ کا کرایہ نامہ یا ملکیت کی دستاویز',
    'worship-schedule': 'نمازوں کا نظام الاوقات',
    'bank-letter': 'بینک کا خط',
  },
}
