import { INCORRECT } from '@hikmah/contract/sign-in/endpoints'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { House, Reads, Secrets, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { fittingHashes } from '../kit/auth/passwords.ts'
import { limit } from '../kit/auth/throttle.ts'
import {
  codeTooSoon,
  hashCode,
  newCode,
  randomToken,
  sameText,
  sha256,
  TOO_MANY_CODES,
  TRIES_PER_CODE,
  wrongCode,
} from '../kit/auth/tokens.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { unauthenticated } from '../kit/errors/refusal.ts'
import { type Letter, post } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { AuditDraft, Tx } from '../kit/write/tx.ts'
import { clearFailures, countCodeTry, countSignIn, judgeTry, type PersonKind, tooManyAttempts } from './lockout.ts'
import { findChallengeByToken, findLatestChallenge, isUnusedOf } from './queries.ts'
import { signInChallenges } from './table.ts'

const PENDING = /^pending\.[\w-]{43}$/

interface Account {
  id: string
  userName: string
  passwordHash: string
}

/** Where people sign in by password and mailed code: staff at the console, organizations' people in applications. */
export interface Door<A extends Account> {
  kind: PersonKind
  /** The accounts of a name that may sign in. A member has one for each organization; some passwords open several. */
  findAccounts(db: Db, userName: string): Promise<A[]>
  /** Holds the account before anything else of it. Undefined if it may no longer sign in. */
  hold(tx: Tx, id: string): Promise<A | undefined>
  describe(account: A): Pick<AuditDraft, 'entity' | 'entityId' | 'entityName' | 'organizationId'>
  codeLetter(account: A, code: string, goodForS: number): Letter
}

/** Step one, and the resend: proves the password (or the pending token), mails a new code and voids the former. */
export async function sendCode<A extends Account>(
  house: House,
  door: Door<A>,
  actor: PublicActor,
  { userName, password, checked = false }: { userName: string; password: string; checked?: boolean },
) {
  const { kind } = door
  await countSignIn(house, actor.ip)
  const resent = await findPendingChallenge(house, kind, userName, password)
  const { right: accounts } = await judgeTry(
    house,
    userName,
    actor.ip,
    async () => noneIfEmpty(await proveAccounts(house.db, door, userName, password, resent)),
    kind,
  )
  if (!accounts) throw unauthenticated(INCORRECT)
  const earlier = await findLatestChallenge(house.db, kind, userName, house.clock.now())
  await assertWithinLimit(house, kind, userName, earlier?.createdAt)
  // Only for a resend: somebody who enters the password again may be using another browser.
  const remember = checked || (resent?.remember ?? false)
  const token = await saveChallenge(house, door, actor, accounts, remember, earlier)
  return { token, resendWaitS: house.config.auth.resendWaitS, accounts }
}

const noneIfEmpty = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

const findPendingChallenge = async (house: Reads, kind: PersonKind, userName: string, password: string) =>
  PENDING.test(password)
    ? findChallengeByToken(house.db, kind, userName, sha256(password), house.clock.now())
    : undefined

export type Challenge = typeof signInChallenges.$inferSelect

const accountIds = ({ staffId, memberIds }: Challenge) => (staffId ? [staffId] : (memberIds ?? []))

/** Those of the name that the password opens, or that it opened when the pending token was given. */
async function proveAccounts<A extends Account>(
  db: Db,
  door: Door<A>,
  userName: string,
  password: string,
  pending: Challenge | undefined,
): Promise<A[]> {
  const accounts = await door.findAccounts(db, userName)
  if (pending) return accounts.filter(({ id }) => accountIds(pending).includes(id))
  const fitting = await fittingHashes(
    accounts.map(({ passwordHash }) => passwordHash),
    password,
  )
  return accounts.filter(({ passwordHash }) => fitting.includes(passwordHash))
}

/** A new code at least AUTH_RESEND_WAIT_S after an unused one, and at most AUTH_CODES_PER_HOUR. */
async function assertWithinLimit(
  house: Reads & Settings,
  kind: PersonKind,
  userName: string,
  lastSentAt: Date | undefined,
) {
  const now = house.clock.now()
  const waitS = lastSentAt
    ? (secondsAfter(lastSentAt, house.config.auth.resendWaitS).getTime() - now.getTime()) / 1000
    : 0
  if (waitS > 0) throw codeTooSoon(waitS)
  await limit(house, {
    key: kind === 'staff' ? `codes:${userName}` : `member-codes:${userName}`,
    max: house.config.auth.codesPerHour,
    windowS: 3600,
    message: TOO_MANY_CODES,
  })
}

async function saveChallenge<A extends Account>(
  house: Writes & Secrets & Settings,
  door: Door<A>,
  actor: PublicActor,
  accounts: A[],
  remember: boolean,
  earlier: Challenge | undefined,
): Promise<string> {
  const { codeTtlS, resendWaitS } = house.config.auth
  const token = `pending.${randomToken(32)}`
  const code = newCode()
  const { id: actorId, userName } = accounts[0]!
  await house.change({ ...actor, id: actorId, name: userName }, async (tx) => {
    const held = await holdUnchanged(tx, door, accounts)
    const latest = await findLatestChallenge(tx, door.kind, userName, tx.at)
    // Of several at once the first sends its code, so that one code is good at a time.
    if (latest && latest.id !== earlier?.id) throw codeTooSoon(resendWaitS)
    const id = newId()
    await tx.update(signInChallenges).set({ expiresAt: tx.at }).where(isUnusedOf(door.kind, userName))
    const ids = held.map((account) => account.id)
    await tx.insert(signInChallenges).values({
      id,
      tokenHash: sha256(token),
      userName,
      ...(door.kind === 'staff' ? { staffId: ids[0]! } : { memberIds: ids }),
      codeHash: hashCode(house.keys, id, code),
      remember,
      createdAt: tx.at,
      expiresAt: secondsAfter(tx.at, codeTtlS),
    })
    await post(tx, door.codeLetter(held[0]!, code, codeTtlS))
    for (const account of held) record(tx, { action: 'sign-in.code-sent', ...door.describe(account) })
  })
  return token
}

/** Those whose password is still the one that was proved: it may have been changed since. In one order for everybody. */
async function holdUnchanged<A extends Account>(tx: Tx, door: Door<A>, accounts: A[]): Promise<A[]> {
  const unchanged: A[] = []
  for (const { id, passwordHash } of accounts.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const held = await door.hold(tx, id)
    if (held?.passwordHash === passwordHash) unchanged.push(held)
  }
  if (unchanged.length === 0) throw unauthenticated(INCORRECT)
  return unchanged
}

/** What opens when password and code were right. */
interface Entrance<A, Answer> {
  /** Of several accounts that the password opens. */
  choose(accounts: A[]): A | undefined
  enter(tx: Tx, account: A, remember: boolean): Promise<Answer>
}

/** Step two: password (or pending token) and code together, one answer for whatever is wrong. */
export async function verifyCode<A extends Account, Answer>(
  house: House,
  door: Door<A>,
  actor: PublicActor,
  { userName, password, code }: { userName: string; password: string; code: string },
  entrance: Entrance<A, Answer>,
): Promise<Answer> {
  await countCodeTry(house, actor.ip)
  const judge = async () => {
    const pending = await findPendingChallenge(house, door.kind, userName, password)
    const accounts = await proveAccounts(house.db, door, userName, password, pending)
    const challenge = pending ?? (await findLatestChallenge(house.db, door.kind, userName, house.clock.now()))
    if (!challenge) return undefined
    const account = entrance.choose(accounts.filter(({ id }) => accountIds(challenge).includes(id)))
    const isRight = account ? await tryCode(house, challenge, code) : false
    return account && isRight ? finish(house, door, actor, challenge, account.id, entrance) : undefined
  }
  const { right, lock } = await judgeTry(house, userName, actor.ip, judge, door.kind)
  if (!right) throw lock ? tooManyAttempts(lock.lockedForS) : wrongCode()
  return right.answer
}

/** The try is counted before the code is compared, so that parallel guesses share the five. */
export async function tryCode(house: Reads & Secrets, challenge: Challenge, code: string): Promise<boolean> {
  const counted = await house.db
    .update(signInChallenges)
    .set({ tries: sql`${signInChallenges.tries} + 1` })
    .where(and(eq(signInChallenges.id, challenge.id), lt(signInChallenges.tries, TRIES_PER_CODE)))
    .returning({ tries: signInChallenges.tries })
  return counted.length > 0 && sameText(challenge.codeHash, hashCode(house.keys, challenge.id, code))
}

const finish = <A extends Account, Answer>(
  { change }: Writes,
  door: Door<A>,
  actor: PublicActor,
  challenge: Challenge,
  accountId: string,
  { enter }: Entrance<A, Answer>,
) =>
  change({ ...actor, id: accountId, name: challenge.userName }, async (tx) => {
    const account = await door.hold(tx, accountId)
    // A code that was voided since it was read has another end.
    const isAsRead = and(
      eq(signInChallenges.id, challenge.id),
      eq(signInChallenges.expiresAt, challenge.expiresAt),
      isNull(signInChallenges.usedAt),
    )
    const used = await tx
      .update(signInChallenges)
      .set({ usedAt: tx.at })
      .where(isAsRead)
      .returning({ id: signInChallenges.id })
    if (!account || used.length === 0) return undefined
    const answer = await enter(tx, account, challenge.remember)
    await clearFailures(tx, account.userName, actor.ip, door.kind)
    record(tx, { action: 'sign-in.completed', ...door.describe(account) })
    return { answer }
  })
