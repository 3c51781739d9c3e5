import type { LinkEnding, LinkReason } from '@hikmah/contract/papers-link'
import { paperNamesIn } from '@hikmah/contract/tax-verification/paper-words'
import type { LetterLanguage, Paper } from '@hikmah/contract/tax-verification/schemas'

/** What the page says in one language. Names, dates and numbers come as they are written in it. */
export interface PageWords {
  /** The name of the language in itself, on the button that chooses it. */
  name: string
  direction: 'ltr' | 'rtl'
  /** For dates: Western digits, as in an EIN. */
  locale: string
  dateStyle: 'medium' | 'long'
  title: (organization: string) => string
  leads: Record<LinkReason, string>
  /** `days` with their unit, such as `9 days`. */
  noAccount: (until: string, days: string) => string
  why: string
  missing: string
  papers: Record<Paper, string>
  ein: {
    title: string
    label: string
    hint: string
    looksRight: string
    count: (digits: number) => string
    wrong: string
    isPersonal: string
  }
  claim: { title: string; label: string; hint: string }
  documents: {
    title: string
    hint: string
    choose: string
    drop: string
    kinds: string
    photo: string
    uploaded: string
    /** `left` is the time with its unit, '' until it can be told. */
    progress: (percent: number, left: string) => string
    lost: (percent: number) => string
    chooseAgain: string
    retry: string
    remove: (name: string) => string
    tooLarge: string
    otherKind: string
    tooMany: string
    required: string
  }
  noLetter: string
  noLetterHint: string
  send: string
  uploading: string
  saved: string
  discreet: string
  next: {
    title: string
    steps: [asked: string, sent: string, reviewed: string, answered: string]
    by: (day: string) => string
  }
  weAsk: { title: string; text: string }
  sent: { title: string; text: (at: string, documents: number) => string; decided: string }
  reviews: { ein: string; exemption: string; statuses: Record<'Pending' | 'Approved' | 'Rejected', string> }
  endings: Record<LinkEnding | 'unknown', { title: string; text: string }>
  renew: string
  renewed: string
  failed: string
  tryAgain: string
  loading: string
}

const english: PageWords = {
  name: 'English',
  direction: 'ltr',
  locale: 'en-US',
  dateStyle: 'medium',
  title: (organization) => `We need two things for ${organization}`,
  leads: {
    welcome: 'Your organization has joined. Now we need its EIN and, if it is tax-exempt, the letter that says so.',
    rejected: 'We reviewed what you sent and could not accept it.',
    asked: 'To continue the review, we need something more from you.',
    reopened: 'We are reviewing your documents again. If you have newer ones, send them here.',
    sent: 'We need the EIN of your organization and, if it is tax-exempt, the letter that says so.',
  },
  noAccount: (until, days) => `You need no account. This link works until ${until}, for another ${days}.`,
  why: 'What we wrote',
  missing: 'What we still need',
  papers: paperNamesIn.en,
  ein: {
    title: 'Your EIN',
    label: 'Employer Identification Number (EIN)',
    hint: 'Nine digits. The hyphen is put in for you.',
    looksRight: 'Looks right. The hyphen is put in for you.',
    count: (digits) => `${digits} of 9 digits`,
    wrong: 'An EIN has nine digits.',
    isPersonal: 'This looks like a social security number. Enter the EIN of the organization.',
  },
  claim: {
    title: 'Tax exemption',
    label: 'Our organization is tax-exempt under section 501(c)(3)',
    hint: 'Donations to it can be deducted from taxes.',
  },
  documents: {
    title: 'Documents',
    hint: 'The IRS determination letter, and whatever is listed above.',
    kinds: 'PDF, PNG, JPEG or WebP, up to 10 MB each, at most 5',
    choose: 'Choose files',
    drop: 'or drop them here',
    photo: 'Take a photo',
    uploaded: 'Uploaded',
    progress: (percent, left) => (left === '' ? `${percent}%` : `${percent}%, ${left} left`),
    lost: (percent) => `The connection was lost at ${percent}%. The upload goes on from there.`,
    chooseAgain: 'Not complete. Choose this file again, and the upload goes on where it stopped.',
    retry: 'Retry',
    remove: (name) => `Remove ${name}`,
    tooLarge: 'Larger than 10 MB. Save it smaller, or send fewer pages.',
    otherKind: 'Not a PDF or picture. Save it as PDF, or send a photo as JPEG or PNG.',
    tooMany: 'At most 5 documents. Remove one first.',
    required: 'Add your letter, or say below that you have none.',
  },
  noLetter: 'We have no letter',
  noLetterHint: 'Mosques are not required to have one. Check this, and we will ask for something else.',
  send: 'Send to Hikmah',
  uploading: 'A file is still uploading',
  saved: 'Uploads are saved as you go',
  discreet: 'Only the people who review papers can open what you send.',
  next: {
    title: 'What happens next',
    steps: ['We asked', 'You send them', 'We review them', 'You get an e-mail'],
    by: (day) => `By ${day}`,
  },
  weAsk: { title: 'Why we ask', text: 'We pass donations on only to organizations the IRS lists as exempt.' },
  sent: {
    title: 'We have your papers',
    text: (at, documents) =>
      `Sent ${at} with ${documents === 0 ? 'no documents' : documents === 1 ? '1 document' : `${documents} documents`}. We will e-mail you when they are reviewed.`,
    decided: 'Your papers are reviewed',
  },
  reviews: {
    ein: 'EIN',
    exemption: 'Tax exemption',
    statuses: { Pending: 'In review', Approved: 'Approved', Rejected: 'Rejected' },
  },
  endings: {
    expired: {
      title: 'This link has expired',
      text: 'Ask for a new one. It goes to the e-mail address we have on file.',
    },
    used: { title: 'This link was used', text: 'The papers were already sent with it.' },
    replaced: { title: 'There is a newer link', text: 'Use the link in the latest e-mail from us.' },
    revoked: { title: 'This link was withdrawn', text: 'Ask us for a new one.' },
    blocked: { title: 'This organization is blocked', text: 'It cannot send papers now. Ask us why.' },
    unknown: { title: 'This link is not known', text: 'Check that the address is complete, as in the e-mail.' },
  },
  renew: 'E-mail me a new link',
  renewed: 'A new link is on its way to the e-mail address we have on file.',
  failed: 'The page could not be loaded',
  tryAgain: 'Try again',
  loading: 'Loading',
}

/** Reads from left to right inside a text that does not. */
const latin = (text: string) => `\u2068${text}\u2069`

const arabic: PageWords = {
  name: 'العربية',
  direction: 'rtl',
  locale: 'ar-u-nu-latn',
  dateStyle: 'long',
  title: (organization) => `نحتاج إلى أمرين من ${organization}`,
  leads: {
    welcome: `انضمت مؤسستكم إلى المنصة. نحتاج الآن إلى رقم ${latin('EIN')}، وإلى خطاب الإعفاء إن كانت معفاة من الضرائب.`,
    rejected: 'راجعنا ما أرسلتموه ولم نتمكن من قبوله.',
    asked: 'لمتابعة المراجعة نحتاج منكم إلى شيء آخر.',
    reopened: 'نراجع مستنداتكم من جديد. إذا كانت لديكم مستندات أحدث فأرسلوها هنا.',
    sent: `نحتاج إلى رقم ${latin('EIN')} الخاص بمؤسستكم، وإلى خطاب الإعفاء إن كانت معفاة من الضرائب.`,
  },
  noAccount: (until, days) => `لا تحتاجون إلى حساب. هذا الرابط صالح حتى ${until} (المدة المتبقية: ${days}).`,
  why: 'ما كتبناه لكم',
  missing: 'المستندات الناقصة',
  papers: paperNamesIn.ar,
  ein: {
    title: `رقم ${latin('EIN')}`,
    label: `رقم تعريف صاحب العمل (${latin('EIN')})`,
    hint: 'تسعة أرقام. نضيف الشرطة تلقائيًا.',
    looksRight: 'الرقم مكتمل. نضيف الشرطة تلقائيًا.',
    count: (digits) => `${digits} من 9 أرقام`,
    wrong: `يتكون رقم ${latin('EIN')} من تسعة أرقام.`,
    isPersonal: `يبدو أن هذا رقم ضمان اجتماعي. أدخلوا رقم ${latin('EIN')} الخاص بالمؤسسة.`,
  },
  claim: {
    title: 'الإعفاء الضريبي',
    label: `مؤسستنا معفاة من الضرائب بموجب المادة ${latin('501(c)(3)')}`,
    hint: 'يمكن خصم التبرعات لها من الضرائب.',
  },
  documents: {
    title: 'المستندات',
    hint: 'خطاب الإعفاء من مصلحة الضرائب، وما ذُكر أعلاه من المستندات.',
    kinds: `${latin('PDF')} أو ${latin('PNG')} أو ${latin('JPEG')} أو ${latin('WebP')}، حتى ${latin('10 MB')} لكل ملف، خمسة ملفات كحد أقصى`,
    choose: 'اختيار ملفات',
    drop: 'أو أفلتوها هنا',
    photo: 'التقاط صورة',
    uploaded: 'تم الرفع',
    progress: (percent, left) => (left === '' ? latin(`${percent}%`) : `${latin(`${percent}%`)}، بقيت ${left}`),
    lost: (percent) => `انقطع الاتصال عند ${percent}%. يستمر الرفع من حيث توقف.`,
    chooseAgain: 'غير مكتمل. اختاروا هذا الملف مرة أخرى ليستمر الرفع من حيث توقف.',
    retry: 'إعادة المحاولة',
    remove: (name) => `حذف ${latin(name)}`,
    tooLarge: `أكبر من ${latin('10 MB')}. احفظوه بحجم أصغر أو أرسلوا صفحات أقل.`,
    otherKind: `ليس ملف ${latin('PDF')} ولا صورة. احفظوه بصيغة ${latin('PDF')} أو أرسلوا صورة بصيغة ${latin('JPEG')} أو ${latin('PNG')}.`,
    tooMany: 'خمسة ملفات كحد أقصى. احذفوا ملفًا أولًا.',
    required: 'أضيفوا الخطاب، أو أخبرونا أدناه أنه ليس لديكم خطاب.',
  },
  noLetter: 'ليس لدينا خطاب',
  noLetterHint: 'لا يُشترط أن يكون لدى المسجد خطاب. أخبرونا بذلك وسنطلب مستندًا آخر.',
  send: 'إرسال إلى حكمة',
  uploading: 'ما زال أحد الملفات قيد الرفع',
  saved: 'تُحفظ الملفات المرفوعة تلقائيًا',
  discreet: 'لا يطّلع على ما ترسلونه إلا من يراجعون المستندات.',
  next: {
    title: 'ما الخطوات التالية؟',
    steps: ['أرسلنا الطلب', 'ترسلون المطلوب', 'نراجع ما أرسلتم', 'تصلكم رسالة بالنتيجة'],
    by: (day) => `قبل ${day}`,
  },
  weAsk: {
    title: 'لماذا نطلب ذلك؟',
    text: 'لا نحوّل التبرعات إلا إلى المؤسسات المدرجة لدى مصلحة الضرائب على أنها معفاة.',
  },
  sent: {
    title: 'وصلتنا مستنداتكم',
    text: (at, documents) => `أُرسلت في ${at}، عدد الملفات: ${documents}. سنراسلكم بعد مراجعتها.`,
    decided: 'تمت مراجعة مستنداتكم',
  },
  reviews: {
    ein: `رقم ${latin('EIN')}`,
    exemption: 'الإعفاء الضريبي',
    statuses: { Pending: 'قيد المراجعة', Approved: 'مقبول', Rejected: 'مرفوض' },
  },
  endings: {
    expired: {
      title: 'انتهت صلاحية هذا الرابط',
      text: 'اطلبوا رابطًا جديدًا. يُرسل إلى عنوان البريد الإلكتروني المسجل لدينا.',
    },
    used: { title: 'استُخدم هذا الرابط', text: 'أُرسلت المستندات به من قبل.' },
    replaced: { title: 'يوجد رابط أحدث', text: 'استخدموا الرابط في آخر رسالة منا.' },
    revoked: { title: 'أُلغي هذا الرابط', text: 'اطلبوا منا رابطًا جديدًا.' },
    blocked: { title: 'هذه المؤسسة محظورة', text: 'لا يمكنها إرسال مستندات الآن. اسألونا عن السبب.' },
    unknown: { title: 'هذا الرابط غير معروف', text: 'تأكدوا من أن العنوان كامل كما في الرسالة.' },
  },
  renew: 'أرسلوا إليّ رابطًا جديدًا',
  renewed: 'رابط جديد في طريقه إلى عنوان البريد الإلكتروني المسجل لدينا.',
  failed: 'تعذّر تحميل الصفحة',
  tryAgain: 'إعادة المحاولة',
  loading: 'جارٍ التحميل',
}

const urdu: PageWords = {
  name: 'اردو',
  direction: 'rtl',
  locale: 'ur-u-nu-latn',
  dateStyle: 'long',
  title: (organization) => `${organization} کے لیے ہمیں دو چیزیں درکار ہیں`,
  leads: {
    welcome: `آپ کا ادارہ شامل ہو گیا ہے۔ اب ہمیں اس کا ${latin('EIN')} درکار ہے، اور اگر وہ ٹیکس سے مستثنیٰ ہے تو استثنیٰ نامہ۔`,
    rejected: 'ہم نے آپ کی بھیجی ہوئی دستاویزات کا جائزہ لیا اور انہیں قبول نہ کر سکے۔',
    asked: 'جائزہ جاری رکھنے کے لیے ہمیں آپ سے کچھ اور درکار ہے۔',
    reopened: 'ہم آپ کی دستاویزات کا دوبارہ جائزہ لے رہے ہیں۔ اگر آپ کے پاس نئی دستاویزات ہیں تو یہاں بھیجیں۔',
    sent: `ہمیں آپ کے ادارے کا ${latin('EIN')} درکار ہے، اور اگر وہ ٹیکس سے مستثنیٰ ہے تو استثنیٰ نامہ۔`,
  },
  noAccount: (until, days) => `آپ کو اکاؤنٹ کی ضرورت نہیں۔ یہ لنک ${until} تک کام کرے گا (باقی وقت: ${days})۔`,
  why: 'ہم نے کیا لکھا',
  missing: 'جو دستاویزات درکار ہیں',
  papers: paperNamesIn.ur,
  ein: {
    title: `آپ کا ${latin('EIN')}`,
    label: `آجر کا شناختی نمبر (${latin('EIN')})`,
    hint: 'نو ہندسے۔ ہائفن خود لگ جاتا ہے۔',
    looksRight: 'نمبر مکمل ہے۔ ہائفن خود لگ جاتا ہے۔',
    count: (digits) => `9 میں سے ${digits} ہندسے`,
    wrong: `${latin('EIN')} میں نو ہندسے ہوتے ہیں۔`,
    isPersonal: `یہ سوشل سیکیورٹی نمبر لگتا ہے۔ ادارے کا ${latin('EIN')} لکھیں۔`,
  },
  claim: {
    title: 'ٹیکس سے استثنیٰ',
    label: `ہمارا ادارہ دفعہ ${latin('501(c)(3)')} کے تحت ٹیکس سے مستثنیٰ ہے`,
    hint: 'اسے دیے گئے عطیات ٹیکس سے منہا کیے جا سکتے ہیں۔',
  },
  documents: {
    title: 'دستاویزات',
    hint: 'محکمۂ ٹیکس کا استثنیٰ نامہ، اور جو دستاویزات اوپر درج ہیں۔',
    kinds: `${latin('PDF')}، ${latin('PNG')}، ${latin('JPEG')} یا ${latin('WebP')}، ہر فائل زیادہ سے زیادہ ${latin('10 MB')}، کل پانچ فائلیں`,
    choose: 'فائلیں منتخب کریں',
    drop: 'یا یہاں چھوڑیں',
    photo: 'تصویر لیں',
    uploaded: 'اپ لوڈ ہو گئی',
    progress: (percent, left) => (left === '' ? latin(`${percent}%`) : `${latin(`${percent}%`)}، ${left} باقی`),
    lost: (percent) => `${percent}% پر رابطہ ٹوٹ گیا۔ اپ لوڈ وہیں سے جاری رہے گا۔`,
    chooseAgain: 'مکمل نہیں۔ یہ فائل دوبارہ منتخب کریں، اپ لوڈ وہیں سے جاری رہے گا۔',
    retry: 'دوبارہ کوشش کریں',
    remove: (name) => `${latin(name)} ہٹائیں`,
    tooLarge: `${latin('10 MB')} سے بڑی ہے۔ چھوٹی کر کے محفوظ کریں یا کم صفحات بھیجیں۔`,
    otherKind: `یہ ${latin('PDF')} یا تصویر نہیں۔ اسے ${latin('PDF')} کے طور پر محفوظ کریں، یا ${latin('JPEG')} یا ${latin('PNG')} تصویر بھیجیں۔`,
    tooMany: 'زیادہ سے زیادہ پانچ فائلیں۔ پہلے ایک ہٹائیں۔',
    required: 'اپنا خط شامل کریں، یا نیچے بتائیں کہ آپ کے پاس نہیں ہے۔',
  },
  noLetter: 'ہمارے پاس خط نہیں ہے',
  noLetterHint: 'مسجد کے لیے یہ خط ضروری نہیں۔ ہمیں بتائیں، ہم کوئی اور دستاویز مانگیں گے۔',
  send: 'حکمہ کو بھیجیں',
  uploading: 'ایک فائل ابھی اپ لوڈ ہو رہی ہے',
  saved: 'اپ لوڈ ہونے والی فائلیں خود محفوظ ہو جاتی ہیں',
  discreet: 'آپ کی بھیجی ہوئی چیزیں صرف جائزہ لینے والے دیکھ سکتے ہیں۔',
  next: {
    title: 'آگے کیا ہوگا',
    steps: ['ہم نے درخواست کی', 'آپ بھیجتے ہیں', 'ہم جائزہ لیتے ہیں', 'آپ کو ای میل ملتی ہے'],
    by: (day) => `${day} تک`,
  },
  weAsk: {
    title: 'ہم کیوں مانگتے ہیں',
    text: 'ہم عطیات صرف ان اداروں کو پہنچاتے ہیں جو محکمۂ ٹیکس کے ہاں مستثنیٰ درج ہیں۔',
  },
  sent: {
    title: 'آپ کی دستاویزات ہمیں مل گئیں',
    text: (at, documents) => `${at} کو بھیجی گئیں، فائلیں: ${documents}۔ جائزے کے بعد ہم آپ کو ای میل کریں گے۔`,
    decided: 'آپ کی دستاویزات کا جائزہ ہو گیا',
  },
  reviews: {
    ein: latin('EIN'),
    exemption: 'ٹیکس سے استثنیٰ',
    statuses: { Pending: 'جائزہ جاری ہے', Approved: 'منظور', Rejected: 'نامنظور' },
  },
  endings: {
    expired: { title: 'یہ لنک ختم ہو گیا ہے', text: 'نیا لنک مانگیں۔ وہ ہمارے پاس درج ای میل پر بھیجا جائے گا۔' },
    used: { title: 'یہ لنک استعمال ہو چکا ہے', text: 'اس کے ذریعے دستاویزات پہلے ہی بھیجی جا چکی ہیں۔' },
    replaced: { title: 'نیا لنک موجود ہے', text: 'ہماری تازہ ترین ای میل کا لنک استعمال کریں۔' },
    revoked: { title: 'یہ لنک واپس لے لیا گیا ہے', text: 'ہم سے نیا لنک مانگیں۔' },
    blocked: { title: 'یہ ادارہ بلاک ہے', text: 'یہ ابھی دستاویزات نہیں بھیج سکتا۔ وجہ ہم سے پوچھیں۔' },
    unknown: { title: 'یہ لنک معلوم نہیں', text: 'دیکھ لیں کہ پتہ ای میل کے مطابق مکمل ہے۔' },
  },
  renew: 'مجھے نیا لنک ای میل کریں',
  renewed: 'نیا لنک ہمارے پاس درج ای میل پر بھیجا جا رہا ہے۔',
  failed: 'صفحہ لوڈ نہیں ہو سکا',
  tryAgain: 'دوبارہ کوشش کریں',
  loading: 'لوڈ ہو رہا ہے',
}

/** 9 days, as it is written in the language. */
export const formatUnit = (locale: string, count: number, unit: 'day' | 'minute' | 'second') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

export const pageWords: Record<LetterLanguage, PageWords> = { en: english, ar: arabic, ur: urdu }
