import type { Parsed } from '@hikmah/contract/endpoint'
import { MAX_HOLD_DAYS, type openInvoices, REMINDED_WITHIN_DAYS, whyNotAct } from '@hikmah/contract/open-invoices'
import { isBlocked } from '@hikmah/contract/organizations/words'
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { House, Reads, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import { type StaffActor, systemActor } from '../kit/auth/actor.ts'
import { newId } from '../kit/db/ids.ts'
import { invalid, refuseIf } from '../kit/errors/refusal.ts'
import { job, tryEach } from '../kit/jobs/jobs.ts'
import { HIDDEN_PART, post } from '../kit/mail/post.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { lockOrganization, readWholeRow } from '../organizations/queries.ts'
import { previewOf } from '../organizations/write-letter.ts'
import { readInvoice } from '../outside/stripe/billing.ts'
import { refresh } from '../payments/refresh.ts'
import { stripeInvoices } from '../payments/table.ts'
import { reminderLetter } from './letters.ts'
import {
  aboutInvoice,
  dueAtOf,
  findOpenInvoice,
  type InvoiceRow,
  listUnreminded,
  lockInvoice,
  nextReminder,
  presentReminders,
  readLadders,
} from './queries.ts'
import { invoiceReminders, reminderHolds } from './table.ts'

const REMINDER = systemActor('Reminder')

/** Mails the step of the ladder that is due on each open invoice, once, however many consoles do this. */
export async function remindOfInvoices(house: House): Promise<void> {
  const { db, clock, stripe } = house
  if (!stripe.isConfigured) return
  const reachDays = REMINDED_WITHIN_DAYS + MAX_HOLD_DAYS
  let after: { dueAt: Date; id: string } | undefined
  for (;;) {
    const now = clock.now()
    const rows = await listUnreminded(db, now, reachDays, after)
    const ladderOf = await readLadders(db, rows)
    await tryEach(
      rows.filter((row) => isDue(nextReminder(row, ladderOf(row), now), now)),
      (row) => remind(house, row),
    )
    const last = rows.at(-1)
    if (!last) return
    after = { dueAt: dueAtOf(last), id: last.id }
  }
}

const isDue = (next: ReturnType<typeof nextReminder>, now: Date) => next !== null && next.at <= now

async function remind(house: House, { id, organizationId }: InvoiceRow): Promise<void> {
  // Nobody is reminded of what was paid a moment ago.
  const current = await readInvoice(house.stripe, 'work', id)
  await refresh(house, 'invoice', id)
  if (current?.status !== 'open') return
  const page = current.hosted_invoice_url
  const link = page && (await house.stripe.owns(page)) ? page : null
  await house.change(REMINDER, async (tx) => {
    // A hold locks the organization, too, and another console waits here and finds the step sent.
    const organization = await lockOrganization(tx, organizationId!)
    const row = await lockInvoice(tx, id)
    const next = nextReminder(row, (await readLadders(tx, [row]))(row), tx.at)
    if (!next || !isDue(next, tx.at) || isBlocked(organization.status)) return
    const letter = reminderLetter(organization, row, next.step, link)
    await post(tx, letter)
    await tx.insert(invoiceReminders).values({ invoiceId: id, step: next.step, sentTo: letter.to, sentAt: tx.at })
    await tx.update(stripeInvoices).set({ reminded: next.step }).where(eq(stripeInvoices.id, id))
    record(tx, { ...aboutInvoice(row), action: 'invoice.reminded', after: { step: next.step, to: letter.to } })
  })
}

export const remindJob = job({ name: 'remind-of-invoices', every: 'hour', work: remindOfInvoices })

/** The next reminder as it would be sent now; its link is made when it is. */
export async function previewReminder(house: Reads & Settings, id: string) {
  const { db, clock } = house
  const row = await findOpenInvoice(db, id)
  const next = nextReminder(row, (await readLadders(db, [row]))(row), clock.now())
  if (!next) return null
  return previewOf(reminderLetter(await readWholeRow(db, row.organizationId!), row, next.step, HIDDEN_PART), house)
}

type Hold = Parsed<typeof openInvoices.holdReminders>['body']

/** Replaces the hold of the same scope that stands. */
export async function holdReminders(
  house: Writes & Reads,
  actor: StaffActor,
  id: string,
  { scope, until, reason }: Hold,
) {
  const { organizationId } = await findOpenInvoice(house.db, id)
  return house.change(actor, async (tx) => {
    const day = new Date(`${until}T00:00:00Z`)
    if (day <= tx.at) throw invalid('until', 'Enter a day after today')
    if (day > secondsAfter(tx.at, MAX_HOLD_DAYS * DAY_S))
      throw invalid('until', `At most ${MAX_HOLD_DAYS} days from now`)
    await lockOrganization(tx, organizationId!)
    const row = await lockInvoice(tx, id)
    refuseIf(whyNotAct('void', row))
    const invoiceId = scope === 'invoice' ? id : null
    await endHolds(tx, row, invoiceId === null ? isNull(reminderHolds.invoiceId) : eq(reminderHolds.invoiceId, id))
    const hold = { until: day, reason, byName: actor.name, createdAt: tx.at }
    await tx.insert(reminderHolds).values({ id: newId(), organizationId: organizationId!, invoiceId, ...hold })
    record(tx, { ...aboutInvoice(row), action: 'invoice.reminders-held', after: { scope, until, reason } })
    return presentReminders(row, (await readLadders(tx, [row]))(row), tx.at)
  })
}

export async function releaseReminders(house: Writes & Reads, actor: StaffActor, id: string) {
  const { organizationId } = await findOpenInvoice(house.db, id)
  return house.change(actor, async (tx) => {
    await lockOrganization(tx, organizationId!)
    const row = await lockInvoice(tx, id)
    const ended = await endHolds(tx, row, or(isNull(reminderHolds.invoiceId), eq(reminderHolds.invoiceId, id)))
    if (ended.length > 0) record(tx, { ...aboutInvoice(row), action: 'invoice.reminders-released' })
    return presentReminders(row, (await readLadders(tx, [row]))(row), tx.at)
  })
}

async function endHolds(tx: Tx, { organizationId }: InvoiceRow, which: ReturnType<typeof or>) {
  const { id, until } = reminderHolds
  const standing = and(eq(reminderHolds.organizationId, organizationId!), gt(until, tx.at), which)
  const ids = (await tx.select({ id }).from(reminderHolds).where(standing)).map((hold) => hold.id)
  if (ids.length > 0) await tx.update(reminderHolds).set({ until: tx.at }).where(inArray(id, ids))
  return ids
}
