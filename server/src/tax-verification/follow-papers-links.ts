import { isolated } from '@hikmah/contract/isolates'
import { isDecided, whyNotSendLink } from '@hikmah/contract/tax-verification/rules'
import type { LetterLanguage } from '@hikmah/contract/tax-verification/schemas'
import { eq, lte, sql } from 'drizzle-orm'
import type { House, Reads } from '../house.ts'
import { recordOnOrganization } from '../kit/audit/audit.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { rowsOf } from '../kit/db/db.ts'
import { job } from '../kit/jobs/jobs.ts'
import { post } from '../kit/mail/post.ts'
import type { Tx } from '../kit/write/tx.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import { letterWords, papersLinkLetter } from './letters.ts'
import { continuePapersLink, endingOf, type LinkRow, papersUrl } from './papers-link.ts'
import { lockTaxProfile } from './queries.ts'
import { papersLinks } from './table.ts'
import { forgetUnsentPapers } from './upload-papers.ts'

/** The reviews of one statement: few enough to hold the locks of their counts only briefly. */
const AT_ONCE = 500

/**
 * Reviews whose link has ended wait for a decision again. A job does it, since lists, counts and figures of waiting
 * reviews follow a stored column: counts that triggers keep cannot follow the time.
 */
export async function endPaperWaits({ db, clock }: Reads, atOnce = AT_ONCE): Promise<void> {
  const now = clock.now().toISOString()
  for (;;) {
    const ended = await rowsOf(
      db,
      sql`with ended as (
          select id from organizations where papers_due_at <= ${now}::timestamptz
          order by papers_due_at limit ${atOnce} for no key update skip locked
        )
        update organizations o set papers_due_at = null from ended where o.id = ended.id returning o.id`,
    )
    if (ended.length < atOnce) return
  }
}

/** Mails a week after a link was sent, once, that nothing came. Resolves with how many links were looked at. */
export async function remindOfPapers(house: House): Promise<number> {
  const { id, organizationId, remindAt } = papersLinks
  const due = await house.db
    .select({ id, organizationId })
    .from(papersLinks)
    .where(lte(remindAt, house.clock.now()))
    .orderBy(remindAt)
    .limit(AT_ONCE)
  for (const link of due) {
    await house.change(systemActor('Reminder'), async (tx) => {
      const row = await lockTaxProfile(tx, link.organizationId)
      // Whichever console is first empties it, so nobody is reminded twice.
      const [locked] = await tx.select().from(papersLinks).where(eq(id, link.id)).for('update')
      if (!locked?.remindAt || locked.remindAt > tx.at) return
      await tx.update(papersLinks).set({ remindAt: null }).where(eq(id, link.id))
      const isOver = endingOf(locked, row, tx.at) !== undefined || whyNotSendLink(row) !== null
      if (!isOver && isMissed(locked, row)) await remind(house, tx, row, locked)
    })
  }
  return due.length
}

/** Whether what a link asked for has not come otherwise. */
function isMissed({ reason }: LinkRow, { einStatus, exemptStatus, papersAskedAt }: OrganizationTableRow): boolean {
  if (reason === 'asked') return papersAskedAt !== null
  if (reason === 'rejected') return einStatus === 'Rejected' || exemptStatus === 'Rejected'
  return reason === 'welcome' ? einStatus === null : !isDecided(einStatus)
}

/** The first link is known by its hash alone, so the reminder brings another, which ends when the first would have. */
async function remind({ config }: House, tx: Tx, row: OrganizationTableRow, link: LinkRow) {
  const { byName, expiresAt, openedAt } = link
  const { token } = await continuePapersLink(tx, link, {
    sentTo: row.email,
    byName,
    expiresAt,
    openedAt,
    remindAt: null,
    remindedAt: tx.at,
  })
  const say = (language: LetterLanguage, name: string) => describeReminder(language, name, link)
  await post(tx, papersLinkLetter(row, papersUrl(config.publicUrl, token), token, say))
  recordOnOrganization(tx, row, { action: 'tax-papers.reminded', after: { to: row.email } })
}

interface ReminderWords {
  locale: string
  nothingCame: (organization: string) => string
  next: (until: string) => string
}

const reminderWords: Record<LetterLanguage, ReminderWords> = {
  en: {
    locale: 'en-US',
    nothingCame: (organization) =>
      `A week ago we asked for the tax documents of ${organization}, and nothing has come yet.`,
    next: (until) =>
      `What to do next: send them with the link above, in place of the one in our earlier email. It works until ${until}, and you need no account. Anything you have already uploaded is still there.`,
  },
  ar: {
    locale: 'ar-u-nu-latn',
    nothingCame: (organization) => `طلبنا قبل أسبوع المستندات الضريبية الخاصة بـ ${organization}، ولم يصلنا شيء بعد.`,
    next: (until) =>
      `الخطوة التالية: أرسلوها عبر الرابط أعلاه بدلًا من الرابط في رسالتنا السابقة. الرابط صالح حتى ${until} ولا تحتاجون إلى حساب. ما رفعتموه من قبل ما زال محفوظًا.`,
  },
  ur: {
    locale: 'ur-u-nu-latn',
    nothingCame: (organization) =>
      `ایک ہفتہ پہلے ہم نے ${organization} کی ٹیکس دستاویزات مانگی تھیں، اور ابھی تک کچھ موصول نہیں ہوا۔`,
    next: (until) =>
      `اگلا قدم: پچھلی ای میل کے لنک کی جگہ اوپر دیے گئے لنک سے بھیجیں۔ یہ ${until} تک کام کرے گا اور آپ کو اکاؤنٹ کی ضرورت نہیں۔ جو کچھ آپ اپ لوڈ کر چکے ہیں وہ محفوظ ہے۔`,
  },
}

function describeReminder(language: LetterLanguage, name: string, { missing, expiresAt }: LinkRow) {
  const { locale, nothingCame, next } = reminderWords[language]
  const { missingTitle, papers } = letterWords[language]
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt)
  return {
    paragraphs: [nothingCame(name)],
    lists: missing.length > 0 ? [{ title: missingTitle, items: missing.map((paper) => papers[paper]) }] : [],
    closing: next(language === 'en' ? until : isolated(until)),
  }
}

export const papersLinksJob = job({
  name: 'follow-papers-links',
  every: 'minute',
  work: async (house: House) => {
    await endPaperWaits(house)
    await remindOfPapers(house)
    await forgetUnsentPapers(house)
  },
})
