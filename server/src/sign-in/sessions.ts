import { fullName } from '@hikmah/contract/words'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { FastifyRequest } from 'fastify'
import { staff } from '../accounts/table.ts'
import type { House, Reads, Secrets } from '../house.ts'
import type { Actor, StaffActor } from '../kit/auth/actor.ts'
import { readAgent } from '../kit/auth/agent.ts'
import type { LiveSession } from '../kit/auth/session-cache.ts'
import type { Tokens } from '../kit/auth/tokens.ts'
import { newId } from '../kit/db/ids.ts'
import { callerOf } from '../kit/http/serve.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { holdSignInStaff, IDLE_S } from './queries.ts'
import { rememberedLogins, signInChallenges, staffSessions } from './table.ts'

/** security.md §1: 12 hours in all, ten at a time. */
const ABSOLUTE_S = 12 * 3600
const MAX_SESSIONS = 10
/** `last_used_at` is written at most this often, so that reading does not mean writing. */
const TOUCH_S = 60

const MAX_WATCHED = 10_000
/** A browser is the same after its update. */
const browserName = (browser: string) => browser.replace(/ \d+$/, '')

/** The person behind a token. A change of role or access counts on the next call. */
export function createIdentifyStaff({ db, tokens, clock, sessions }: Reads & Secrets & Pick<House, 'sessions'>) {
  const find = db
    .select({
      sessionId: staffSessions.id,
      lastUsedAt: staffSessions.lastUsedAt,
      expiresAt: staffSessions.expiresAt,
      browser: staffSessions.browser,
      id: staff.id,
      userName: staff.userName,
      firstName: staff.firstName,
      lastName: staff.lastName,
      role: staff.role,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(
      and(
        eq(staffSessions.id, sql.placeholder('sid')),
        isNull(staffSessions.revokedAt),
        eq(staff.access, 'active'),
        sql`${staff.verifiedAt} is not null`,
      ),
    )
    .prepare('identify_staff')

  const isGood = (session: LiveSession, now: Date) =>
    session.expiresAt > now && secondsAfter(session.lastUsedAt, IDLE_S) > now

  /** A cached session may be a moment behind another instance: good enough for a read, never for a write. */
  const findLive = async (sid: string, now: Date, isRead: boolean): Promise<LiveSession | undefined> => {
    const cached = isRead ? sessions.find(sid) : undefined
    if (cached && isGood(cached, now)) return cached
    const session = await sessions.read(async () => (await find.execute({ sid }))[0])
    return session && isGood(session, now) ? session : undefined
  }

  const lastAgents = new Map<string, string>()
  const alarmed = new Set<string>()
  /** The token lies where scripts can read it: one line in the log where it turns up in another kind of browser. */
  const watchBrowser = ({ sessionId, browser, id: user }: LiveSession, { headers, ip, log }: FastifyRequest) => {
    const { 'user-agent': agent = '' } = headers
    if (lastAgents.get(sessionId) === agent || alarmed.has(sessionId)) return
    for (const memory of [lastAgents, alarmed]) if (memory.size >= MAX_WATCHED) memory.clear()
    lastAgents.set(sessionId, agent)
    const now = readAgent(agent).browser
    if (browserName(now) === browserName(browser)) return
    alarmed.add(sessionId)
    log.warn({ event: 'security', reason: 'SESSION_IN_ANOTHER_BROWSER', user, ip, browser: now, signedInBy: browser })
  }

  return async (token: string, request: FastifyRequest): Promise<StaffActor | undefined> => {
    const now = clock.now()
    const sid = tokens.read('staff', token, now)
    const session = sid && (await findLive(sid, now, request.method === 'GET'))
    if (!session) return undefined
    watchBrowser(session, request)
    if (secondsAfter(session.lastUsedAt, TOUCH_S) <= now) {
      session.lastUsedAt = now
      await db.update(staffSessions).set({ lastUsedAt: now }).where(eq(staffSessions.id, session.sessionId))
    }
    return {
      kind: 'staff',
      id: session.id,
      name: fullName(session),
      userName: session.userName,
      role: session.role,
      sessionId: session.sessionId,
      ...callerOf(request),
    }
  }
}

/** Staff or organizations' people: before another is opened, the oldest of ten ends. */
export const endOldestSessions = (tx: Tx, sessions: PgTable, owner: PgColumn, ownerId: string) =>
  tx.execute(sql`update ${sessions} set revoked_at = ${tx.at.toISOString()}::timestamptz where id in (
    select id from ${sessions} where ${owner} = ${ownerId} and revoked_at is null
    and expires_at > ${tx.at.toISOString()}::timestamptz order by created_at desc, id desc offset ${MAX_SESSIONS - 1})`)

/** Opens a session and returns its token. The oldest of more than ten ends. */
export async function openSession(tx: Tx, tokens: Tokens, staffId: string, by: Actor, seriesId: string | null) {
  const { browser, operatingSystem } = readAgent(by.userAgent)
  await endOldestSessions(tx, staffSessions, staffSessions.staffId, staffId)
  const id = newId()
  const expiresAt = secondsAfter(tx.at, ABSOLUTE_S)
  await tx.insert(staffSessions).values({
    id,
    staffId,
    createdAt: tx.at,
    lastUsedAt: tx.at,
    expiresAt,
    ip: by.ip,
    browser,
    operatingSystem,
    seriesId,
  })
  return tokens.sign('staff', id, expiresAt)
}

/** Ends every session, remembered login and half-done sign-in of a person, at once and everywhere. */
export async function endAllSessions(tx: Tx, staffId: string): Promise<void> {
  await holdSignInStaff(tx, staffId)
  await tx
    .update(staffSessions)
    .set({ revokedAt: tx.at })
    .where(and(eq(staffSessions.staffId, staffId), isNull(staffSessions.revokedAt)))
  await tx.delete(rememberedLogins).where(eq(rememberedLogins.staffId, staffId))
  await tx
    .update(signInChallenges)
    .set({ expiresAt: tx.at })
    .where(
      and(
        eq(signInChallenges.staffId, staffId),
        isNull(signInChallenges.usedAt),
        gt(signInChallenges.expiresAt, tx.at),
      ),
    )
}
