import { consolePaths } from '@hikmah/contract/console-paths'
import { DEADLINE_NEAR_DAYS } from '@hikmah/contract/disputes'
import { isolatedInEnglish } from '@hikmah/contract/isolates'
import { formatMoney } from '@hikmah/contract/money'
import { type DisputeOutcome, describeFee } from '@hikmah/contract/money-account'
import { describeDisputeReason } from '@hikmah/contract/money-words'
import { and, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import { job, tryEach } from '../kit/jobs/jobs.ts'
import { DAY_S, formatUtcDay, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { notifyStaff } from '../notices/notify-staff.ts'
import type { EventHandler } from '../payments/events.ts'
import type { Comparer } from '../payments/mirror.ts'
import { PROVIDER } from '../payments/refresh.ts'
import { moneyMovements } from '../payments/table.ts'
import { type Disputed, dueText, isDispute, isOf, outcome, selectDisputes } from './queries.ts'

/** After the mirror, which reads the dispute of the same event. */
export const disputeHandler: EventHandler = {
  types: ['charge.dispute.'],
  work: (house, { object }) => tellDisputes(house, isOf(object.id)),
}

/** After the comparison has read what no event told. */
export const compareDisputes: Comparer = (house) => tellDisputes(house)

/** Finds deadlines that come near, and what a page read before its event came. */
export const disputesJob = job({ name: 'disputes', every: 'hour', work: (house: House) => tellDisputes(house) })

/** Staff heard of a dispute that began longer ago by other ways: the first comparison reads all there ever were. */
const NEWS_DAYS = 120

const { id, told } = moneyMovements

/** Records each outcome and tells staff of it and of the deadline: once, in whatever order it is learned. */
async function tellDisputes(house: House, chosen?: SQL): Promise<void> {
  const near = secondsAfter(house.clock.now(), DEADLINE_NEAR_DAYS * DAY_S).toISOString()
  const isUntold = sql`not ${told} @> array[${outcome}]`
  const isNear = and(sql`${outcome} in ('open', 'inquiry')`, lte(dueText, near), sql`not ${told} @> array[${dueText}]`)
  const untold = await house.db
    .select({ id })
    .from(moneyMovements)
    .where(and(isDispute, chosen, or(isUntold, isNear)))
  await tryEach(untold, (row) =>
    house.change(PROVIDER, async (tx) => {
      // Another process with the same dispute waits here.
      await tx.select({ id }).from(moneyMovements).where(eq(id, row.id)).for('update')
      const [dispute] = await selectDisputes(tx).where(eq(id, row.id))
      if (dispute) await tell(house, tx, dispute, near)
    }),
  )
}

const actions = { open: 'opened', inquiry: 'inquired', won: 'won', lost: 'lost' } as const satisfies Record<
  DisputeOutcome,
  string
>

async function tell(house: House, tx: Tx, dispute: Disputed, near: string) {
  const { movement, told: before } = dispute
  const { evidenceDueAt, hasEvidence, at } = movement
  const isNear = evidenceDueAt !== null && evidenceDueAt <= near
  // One that is decided when it is first heard of was opened as well.
  const isDecided = movement.outcome === 'won' || movement.outcome === 'lost'
  const outcomes: DisputeOutcome[] = isDecided ? ['open', movement.outcome] : [movement.outcome]
  const news = outcomes.filter((each) => !before.includes(each))
  const isDeadlineNews = isNear && !before.includes(evidenceDueAt)
  if (news.length === 0 && !isDeadlineNews) return
  await tx
    .update(moneyMovements)
    .set({ told: [...before, ...news, ...(isDeadlineNews ? [evidenceDueAt] : [])] })
    .where(eq(id, dispute.id))
  for (const each of news) recordOutcome(tx, dispute, each)
  if (new Date(at) < secondsAfter(tx.at, -NEWS_DAYS * DAY_S)) return
  const [latest] = news.slice(-1)
  const text = latest ? outcomeTexts[latest] : !hasEvidence && 'needs evidence'
  if (!text) return
  const about = `${formatMoney(movement.amount, dispute.currency)} of ${payerOf(dispute)}`
  const until = evidenceDueAt && !hasEvidence ? `. Evidence is due ${formatUtcDay(new Date(evidenceDueAt))}` : ''
  const reason = latest === 'open' || latest === 'inquiry' ? `. ${describeDisputeReason(movement.reason)}` : ''
  await notifyStaff(house, tx, 'disputes', {
    subject: `Dispute of ${about} ${text}`,
    line: `The dispute of ${about} ${text}${reason}${until}.`,
    path: pathOf(dispute),
  })
}

const outcomeTexts: Record<DisputeOutcome, string> = {
  open: 'was opened',
  inquiry: 'may come: the bank inquires',
  won: 'was won',
  lost: 'was lost',
}

const payerOf = ({ organizationName, customerName }: Disputed) =>
  isolatedInEnglish(organizationName ?? '') ||
  isolatedInEnglish(customerName ?? '') ||
  'a customer who is linked to no organization'

function pathOf({ order, invoiceId, organizationId }: Disputed) {
  if (order) return consolePaths.order(order._id)
  return invoiceId && organizationId ? consolePaths.receipt(invoiceId, organizationId) : consolePaths.disputes
}

function recordOutcome(tx: Tx, { id: entityId, movement, currency, ...about }: Disputed, which: DisputeOutcome) {
  const entityName = about.order?.orderNo ?? about.invoiceNumber ?? entityId
  const { amount, reason, evidenceDueAt } = movement
  record(tx, {
    entity: 'dispute',
    entityId,
    entityName,
    organizationId: about.organizationId,
    action: `dispute.${actions[which]}`,
    after: {
      amount: formatMoney(amount, currency),
      reason: describeDisputeReason(reason),
      fee: describeFee(movement, currency),
      ...(evidenceDueAt && { evidenceDueAt }),
    },
  })
}
