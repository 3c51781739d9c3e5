import { PROVIDER_NOT_CONFIGURED } from '@hikmah/contract/payments'
import { and, arrayContains, asc, eq, gte, inArray, ne, or, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { canonical } from '../../kit/audit/seals.ts'
import type { Actor } from '../../kit/auth/actor.ts'
import { sha256 } from '../../kit/auth/tokens.ts'
import { moment } from '../../kit/db/columns.ts'
import type { Db } from '../../kit/db/db.ts'
import { newId } from '../../kit/db/ids.ts'
import { conflict, Refusal, unavailable } from '../../kit/errors/refusal.ts'
import type { Clock } from '../../kit/process/clock.ts'
import { usedKey } from '../../kit/write/change.ts'
import type { Change, Tx } from '../../kit/write/tx.ts'
import type { PaymentProvider } from './provider.ts'
import { isRefusedForGood } from './requests.ts'

/** For the audit trail of an operation that is settled later. */
export type AskedBy = Omit<Actor, 'idempotencyKey' | 'attempt'>

/** `unknown`: the call was made and its outcome is not known. */
export const operationStates = ['pending', 'unknown', 'done', 'refused'] as const
export const openOperationStates = ['pending', 'unknown'] as const

/** Calls that move money, each stored before it is made. */
export const stripeOperations = pgTable(
  'stripe_operations',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** Such as the id of an order. */
    target: text().notNull(),
    params: jsonb().$type<object>().notNull(),
    paramsHash: text('params_hash').notNull(),
    state: text().$type<(typeof operationStates)[number]>().notNull(),
    answer: jsonb().$type<object>(),
    problem: text().notNull().default(''),
    byActor: jsonb('by_actor').$type<AskedBy>().notNull(),
    /** Of the requests that stored or joined it. */
    requestKeys: text('request_keys').array().notNull().default(sql`'{}'`),
    tries: integer().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    triedAt: moment('tried_at').notNull(),
    settledAt: moment('settled_at'),
  },
  (t) => [
    uniqueIndex('stripe_operations_open')
      .on(t.kind, t.target, t.paramsHash)
      .where(sql`state in ('pending', 'unknown')`),
    index('stripe_operations_target').on(t.target, t.createdAt),
    index('stripe_operations_request_keys').using('gin', t.requestKeys),
    index('stripe_operations_tried').on(t.triedAt).where(sql`state in ('pending', 'unknown')`),
  ],
)

interface Deps {
  db: Db
  change: Change
  clock: Clock
  stripe: PaymentProvider
}

/**
 * A call that moves money. It is stored with its parameters before it is made, made under a key that stays the same
 * however often it is repeated, and settled in one transaction with its consequences here. A process killed in between
 * leaves it to `resumeOperations`; two equal calls at once share one.
 */
export interface Operation<Params extends object, Answer extends object> {
  /** Never changes: stored operations carry this name. */
  kind: string
  /** May refuse, in the transaction that stores the operation. */
  check?(tx: Tx, params: Params): Promise<void>
  /** At the provider. A second call with the same key returns the same answer. */
  run(stripe: PaymentProvider, params: Params, key: string): Promise<Answer>
  /** Here, once. The answer is stored as JSON, so it holds plain values only. */
  settle(tx: Tx, params: Params, answer: Answer): Promise<void>
}

export type AnyOperation = Operation<never, object>

/** Where the same may be done once more, and only the request tells whether it is. */
export interface Asked<Params extends object> {
  /** Of its Idempotency-Key. */
  requestKey?: string | undefined
  /** When it came; now, if left out. */
  askedAt?: Date
  /** Whether what was stored under the key asks for the same: a key is forgotten after a day, an operation is not. */
  isSame?(stored: Params): boolean
}

/** A refusal leaves everything unchanged; 502 means that the outcome is not known yet. */
export async function perform<Params extends object, Answer extends object>(
  deps: Deps,
  actor: Actor,
  operation: Operation<Params, Answer>,
  target: string,
  params: Params,
  asked: Asked<Params> = {},
): Promise<Answer> {
  if (!deps.stripe.isConfigured) throw unavailable(PROVIDER_NOT_CONFIGURED)
  const saved = await saveOperation(deps, actor, operation, target, params, asked)
  return carryOut(deps, actor, operation, saved)
}

type Saved = Pick<typeof stripeOperations.$inferSelect, 'id' | 'state' | 'params' | 'answer'>

const carryOut = async <Params extends object, Answer extends object>(
  deps: Deps,
  actor: Actor,
  operation: Operation<Params, Answer>,
  { id, state, params, answer }: Saved,
): Promise<Answer> =>
  state === 'done' && answer ? (answer as Answer) : execute(deps, actor, operation, id, params as Params)

/** What was stored for a request that came before. */
async function findAsked<Params extends object>(db: Db, { requestKey, isSame }: Asked<Params>) {
  if (!requestKey) return undefined
  const ofRequest = and(
    arrayContains(stripeOperations.requestKeys, [requestKey]),
    ne(stripeOperations.state, 'refused'),
  )
  const [saved] = await db.select().from(stripeOperations).where(ofRequest)
  if (saved && isSame?.(saved.params as Params) === false) throw usedKey()
  return saved
}

/** The answer to a request that came before and may have got none; undefined when nothing was stored for it. */
export async function answerAgain<Params extends object, Answer extends object>(
  deps: Deps,
  actor: Actor,
  operation: Operation<Params, Answer>,
  asked: Asked<Params>,
): Promise<Answer | undefined> {
  const saved = await findAsked(deps.db, asked)
  return saved && carryOut(deps, actor, operation, saved)
}

const TARGET_LOCK = 748_204

/** One call at a time stores an operation for a target, so that the next one finds it. */
const lockTarget = (tx: Tx, target: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(${TARGET_LOCK}, hashtext(${target}))`)

/**
 * One operation at a time runs on a target: an equal call joins it, even if it ended while the call waited here, and
 * another is refused. A `check` sees everything stored before.
 */
async function saveOperation<Params extends object, Answer extends object>(
  { change, clock }: Deps,
  actor: Actor,
  { kind, check }: Operation<Params, Answer>,
  target: string,
  params: Params,
  asked: Asked<Params>,
): Promise<Saved> {
  const { requestKey, askedAt = clock.now() } = asked
  const paramsHash = sha256(canonical(params))
  const { idempotencyKey: _key, attempt: _attempt, ...by } = actor
  return change(by as Actor, async (tx) => {
    await lockTarget(tx, target)
    const earlier = await findAsked(tx, asked)
    if (earlier) return earlier
    const isUnderWay = or(
      inArray(stripeOperations.state, openOperationStates),
      gte(stripeOperations.settledAt, askedAt),
    )
    const others = await tx
      .select()
      .from(stripeOperations)
      .where(and(eq(stripeOperations.target, target), isUnderWay))
    const same = others.find((operation) => operation.kind === kind && operation.paramsHash === paramsHash)
    if (same) {
      const joined = sql`array_append(${stripeOperations.requestKeys}, ${requestKey})`
      if (requestKey)
        await tx.update(stripeOperations).set({ requestKeys: joined }).where(eq(stripeOperations.id, same.id))
      return same
    }
    if (others.some(({ settledAt }) => settledAt === null)) throw conflict(UNDER_WAY)
    await check?.(tx, params)
    const operation = { id: newId(), state: 'pending', params } as const
    await tx.insert(stripeOperations).values({
      ...operation,
      kind,
      target,
      paramsHash,
      byActor: by as AskedBy,
      requestKeys: requestKey ? [requestKey] : [],
      createdAt: tx.at,
      triedAt: tx.at,
    })
    return { ...operation, answer: null }
  })
}

/** For a change made here alone: refused while an operation on the target is open. */
export async function assertNothingUnderWay(tx: Tx, target: string): Promise<void> {
  const isOpen = inArray(stripeOperations.state, openOperationStates)
  const open = await tx.$count(stripeOperations, and(eq(stripeOperations.target, target), isOpen))
  if (open > 0) throw conflict(UNDER_WAY)
}

const UNDER_WAY = 'Another change to this is under way at the payment provider. Try again when it is done.'

async function execute<Params extends object, Answer extends object>(
  deps: Deps,
  actor: Actor,
  { run, settle }: Operation<Params, Answer>,
  id: string,
  params: Params,
): Promise<Answer> {
  const isThis = eq(stripeOperations.id, id)
  let answer: Answer
  try {
    answer = await run(deps.stripe, params, id)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    const state = isRefusedForGood(error) ? 'refused' : 'unknown'
    const tries = sql`${stripeOperations.tries} + 1`
    const isOpen = inArray(stripeOperations.state, openOperationStates)
    await deps.db
      .update(stripeOperations)
      .set({
        state,
        problem,
        tries,
        triedAt: deps.clock.now(),
        ...(state === 'refused' && { settledAt: deps.clock.now() }),
      })
      .where(and(isThis, isOpen))
    throw state === 'refused' ? error : unknownOutcome(error)
  }
  await deps.change(actor, async (tx) => {
    const [row] = await tx.select({ state: stripeOperations.state }).from(stripeOperations).where(isThis).for('update')
    if (row?.state === 'done') return
    await settle(tx, params, answer)
    await tx
      .update(stripeOperations)
      // The time now, not of the transaction: calls since then have joined this operation.
      .set({
        state: 'done',
        answer,
        problem: '',
        settledAt: deps.clock.now(),
        tries: sql`${stripeOperations.tries} + 1`,
      })
      .where(isThis)
  })
  return answer
}

/** Thrown by `run` when a part cannot be undone and the rest was refused: the operation stays open. */
export class PartlyDone extends Refusal {
  constructor({ message }: Error) {
    const explanation =
      'A part of this went through; the rest was refused. It is retried automatically, and nothing is done twice.'
    super(502, 'UPSTREAM', `${explanation} ${message}`, { retryAfterS: 60 })
  }
}

/** Nothing is lost or done twice, but the outcome is unknown. */
const unknownOutcome = (error: unknown) => {
  const isExplained = error instanceof Refusal && error.status === 503
  if (isExplained || error instanceof PartlyDone) return error
  const message =
    'The payment provider did not answer, so it is not known whether this was done. It is retried automatically, and nothing is done twice.'
  return Object.assign(new Refusal(502, 'UPSTREAM', message, { retryAfterS: 60 }), { cause: error })
}

const MAX_AT_ONCE = 50
/** A minute longer after each try, an hour at most: never given up, as the target waits. */
const waitedFor = sql`least(greatest(${stripeOperations.tries}, 1), 60) * interval '1 minute'`

/** Resumes stored operations that are not settled: their process died, or the provider did not answer. */
export async function resumeOperations(deps: Deps, operations: AnyOperation[]): Promise<void> {
  const kinds = new Map(
    operations.map((operation) => [operation.kind, operation as unknown as Operation<object, object>]),
  )
  const rows = await deps.db
    .select()
    .from(stripeOperations)
    .where(
      and(
        inArray(stripeOperations.state, openOperationStates),
        sql`${stripeOperations.triedAt} + ${waitedFor} < ${deps.clock.now().toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(stripeOperations.triedAt))
    .limit(MAX_AT_ONCE)
  for (const { id, kind, params, byActor } of rows) {
    const operation = kinds.get(kind)
    // One that fails again keeps its problem, and the next is tried.
    if (operation) await execute(deps, byActor as Actor, operation, id, params).catch(() => undefined)
  }
}
