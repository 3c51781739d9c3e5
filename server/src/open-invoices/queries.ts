import type { PageQuery } from '@hikmah/contract/common'
import type { Data } from '@hikmah/contract/endpoint'
import { sum } from '@hikmah/contract/money'
import {
  type InvoiceReminders,
  LadderStep,
  MAX_REMINDERS,
  type openInvoices,
  REMINDED_WITHIN_DAYS,
  type RemindedInvoice,
  type ReminderHold,
  remindedSteps,
  reminderDays,
} from '@hikmah/contract/open-invoices'
import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, ne, not, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { existing } from '../kit/errors/refusal.ts'
import { pagingOf } from '../kit/list/rows.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import { organizations } from '../organizations/table.ts'
import { stripeInvoices as invoices } from '../payments/table.ts'
import { invoiceReminders, reminderHolds } from './table.ts'

const { search: _search, ...wholeRow } = getTableColumns(invoices)
export type InvoiceRow = Omit<typeof invoices.$inferSelect, 'search'>

export const aboutInvoice = ({ id, number, organizationId }: Pick<InvoiceRow, 'id' | 'number' | 'organizationId'>) =>
  ({ entity: 'invoice', entityId: id, entityName: number ?? id, organizationId }) as const

/** Of an organization and issued. Whether it is still open only the provider knows. */
export const findOpenInvoice = async (db: Db, id: string): Promise<InvoiceRow> =>
  existing(
    await db
      .select(wholeRow)
      .from(invoices)
      .where(and(eq(invoices.id, id), isNotNull(invoices.organizationId), ne(invoices.status, 'draft'))),
    'invoice',
  )

export const lockInvoice = async (tx: Db, id: string): Promise<InvoiceRow> =>
  existing(await tx.select(wholeRow).from(invoices).where(eq(invoices.id, id)).for('update'), 'invoice')

/** An invoice charged automatically has no due date and is due when it is issued. */
export const dueAtOf = ({ dueAt, finalizedAt, createdAt }: Pick<InvoiceRow, 'dueAt' | 'finalizedAt' | 'createdAt'>) =>
  dueAt ?? finalizedAt ?? createdAt
const dueDate = sql`coalesce(${invoices.dueAt}, ${invoices.finalizedAt}, ${invoices.createdAt})`

type Sent = typeof invoiceReminders.$inferSelect
type Hold = typeof reminderHolds.$inferSelect

export interface LadderOf {
  sent: Sent[]
  /** Those of the invoice and of its organization, whether they still hold or not; the one that holds longest first. */
  holds: Hold[]
}

/** What was sent, and what holds it, of several invoices. */
export async function readLadders(db: Db, rows: Pick<InvoiceRow, 'id' | 'organizationId'>[]) {
  const ids = rows.map(({ id }) => id)
  const owners = [...new Set(rows.flatMap(({ organizationId }) => organizationId ?? []))]
  const sent = await db
    .select()
    .from(invoiceReminders)
    .where(inArray(invoiceReminders.invoiceId, ids))
    .orderBy(asc(invoiceReminders.step))
  const holds = await db
    .select()
    .from(reminderHolds)
    .where(inArray(reminderHolds.organizationId, owners))
    .orderBy(sql`${reminderHolds.until} desc`)
  return ({ id, organizationId }: Pick<InvoiceRow, 'id' | 'organizationId'>): LadderOf => ({
    sent: sent.filter(({ invoiceId }) => invoiceId === id),
    holds: holds.filter(
      (hold) => hold.organizationId === organizationId && (hold.invoiceId === null || hold.invoiceId === id),
    ),
  })
}

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`
const daysAfter = (at: Date, days: number) => secondsAfter(at, days * DAY_S)
const latest = (...moments: (Date | undefined)[]) =>
  new Date(Math.max(...moments.flatMap((moment) => moment?.getTime() ?? [])))

/**
 * The next step of the ladder, and from when on it is due. After a hold, or while nobody could mail, the steps keep their
 * distance. An invoice that is already old at the first step is left to people.
 */
export function nextReminder(row: InvoiceRow, { sent, holds }: LadderOf, now: Date) {
  const last = sent.at(-1)
  const step = (last?.step ?? 0) + 1
  if (row.status !== 'open' || row.amountRemaining <= 0 || step > MAX_REMINDERS) return null
  const due = dueAtOf(row)
  const heldUntil = holds[0]?.until
  const days = reminderDays[step - 1]!
  const gap = days - (reminderDays[step - 2] ?? 0)
  if (!last && oldFrom(due, holds) <= now) return null
  return { step, at: latest(daysAfter(due, days), last && daysAfter(last.sentAt, gap), heldUntil) }
}

/** What holds an invoice while it is to be reminded of makes that longer; what comes later does not wake an old one. */
const oldFrom = (due: Date, holds: Hold[]) =>
  holds
    .toSorted((first, second) => first.createdAt.getTime() - second.createdAt.getTime())
    .reduce(
      (old, { createdAt, until }) => (createdAt < old ? latest(old, daysAfter(until, REMINDED_WITHIN_DAYS)) : old),
      daysAfter(due, REMINDED_WITHIN_DAYS),
    )

function presentHold({ holds }: LadderOf, now: Date): ReminderHold | null {
  const hold = holds.find(({ until }) => until > now)
  if (!hold) return null
  const { invoiceId, until, reason, byName } = hold
  return { scope: invoiceId ? 'invoice' : 'organization', until: until.toISOString(), reason, byName }
}

export function presentReminders(row: InvoiceRow, ladder: LadderOf, now: Date): InvoiceReminders {
  const next = nextReminder(row, ladder, now)
  return {
    sent: ladder.sent.map(({ step, sentAt, sentTo }) => ({ step, at: sentAt.toISOString(), to: sentTo })),
    next: next && { step: next.step, at: next.at.toISOString() },
    hold: presentHold(ladder, now),
  }
}

export async function readReminders(db: Db, id: string, now: Date): Promise<InvoiceReminders> {
  const row = await findOpenInvoice(db, id)
  return presentReminders(row, (await readLadders(db, [row]))(row), now)
}

/** Those that may be due for a reminder; `nextReminder` decides. Old ones stay in reach for as long as a hold may last. */
export const listUnreminded = (db: Db, now: Date, reachDays: number, after: { dueAt: Date; id: string } | undefined) =>
  db
    .select(wholeRow)
    .from(invoices)
    .where(
      and(
        eq(invoices.status, 'open'),
        sql`${invoices.reminded} < 3`,
        isNotNull(invoices.organizationId),
        gt(invoices.amountRemaining, 0),
        sql`${dueDate} <= ${moment(daysAfter(now, -reminderDays[0]))}`,
        sql`${dueDate} > ${moment(daysAfter(now, -reachDays))}`,
        after && sql`(${dueDate}, ${invoices.id}) > (${moment(after.dueAt)}, ${after.id})`,
      ),
    )
    .orderBy(asc(dueDate), asc(invoices.id))
    .limit(500)

const isOfOrganization = and(eq(invoices.status, 'open'), isNotNull(invoices.organizationId))
const isOverdueAt = (now: Date) => sql`${dueDate} <= ${moment(daysAfter(now, -1))}`

const isAtStep = (step: LadderStep | undefined, now: Date) => {
  if (step === 'due') return not(isOverdueAt(now))
  return and(isOverdueAt(now), step && eq(invoices.reminded, remindedSteps.indexOf(step)))
}

/** How many open invoices of organizations stand at each step, and what they come to in each currency. */
export async function readReminderLadder(db: Db, now: Date): Promise<Data<typeof openInvoices.readReminderLadder>> {
  const steps = sql`array[${sql.join(
    remindedSteps.map((step) => sql`${step}::text`),
    sql`, `,
  )}]`
  const step = sql`case when ${isOverdueAt(now)} then (${steps})[${invoices.reminded} + 1] else 'due' end`
  const groups = await rowsOf<{ step: LadderStep; currency: string; invoices: number; amount: number }>(
    db,
    sql`select ${step} as step, ${invoices.currency} as currency, count(*)::integer as invoices,
        sum(${invoices.amountRemaining})::float8 as amount
      from ${invoices} where ${isOfOrganization} group by 1, 2 order by 4 desc, 2`,
  )
  return LadderStep.options.map((step) => {
    const here = groups.filter((group) => group.step === step)
    return {
      step,
      invoices: sum(here, (group) => group.invoices),
      amounts: here.map(({ currency, amount }) => ({ currency, amount })),
    }
  })
}

/** Overdue invoices of organizations, or those at a step, the longest overdue first. */
export async function listReminded(
  db: Db,
  { step, ...query }: PageQuery & { step?: LadderStep | undefined },
  now: Date,
) {
  const { page, limit, offset } = pagingOf(query)
  const isListed = and(isOfOrganization, isAtStep(step, now))
  const rows = await db
    .select({ ...wholeRow, orgName: organizations.name })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.id, invoices.organizationId))
    .where(isListed)
    .orderBy(asc(dueDate), asc(invoices.id))
    .limit(limit)
    .offset(offset)
  const total = await db.$count(invoices, isListed)
  const ladderOf = await readLadders(db, rows)
  return {
    data: rows.map(
      (row): RemindedInvoice => ({
        ...presentReminders(row, ladderOf(row), now),
        id: row.id,
        number: row.number ?? row.id,
        organization: { _id: row.organizationId!, orgName: row.orgName },
        currency: row.currency,
        amountRemaining: row.amountRemaining,
        dueAt: dueAtOf(row).toISOString(),
        attemptCount: row.attemptCount,
        decline: row.decline,
      }),
    ),
    meta: { total, page, limit, counts: { all: total }, whole: total },
  }
}
