import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reads, Secrets, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor, StaffActor } from '../kit/auth/actor.ts'
import { notFound } from '../kit/http/refusal.ts'
import { clearRememberCookie, seriesOfCookie } from './remembered-login.ts'
import { endAllSessions } from './sessions.ts'
import { rememberedLogins, staffSessions } from './table.ts'

const about = (actor: StaffActor) => ({ entity: 'staff' as const, entityId: actor.id, entityName: actor.userName })

/** Ends the session of the token and forgets this browser. With neither it does nothing and is content. */
export async function logout(
  house: Reads & Writes & Secrets & Settings,
  actor: PublicActor | StaffActor,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const token = request.headers.token
  const sid = typeof token === 'string' ? house.tokens.read('staff', token, house.clock.now()) : undefined
  const seriesHash = seriesOfCookie(request, house.config.publicUrl)
  clearRememberCookie(reply, house.config.publicUrl)
  if (!sid && !seriesHash) return
  await house.change(actor, async (tx) => {
    // The session before the remembered browser, as everywhere, so that two at once cannot wait for each other.
    const [ended] = sid
      ? await tx
          .update(staffSessions)
          .set({ revokedAt: tx.at })
          .where(and(eq(staffSessions.id, sid), isNull(staffSessions.revokedAt)))
          .returning({ staffId: staffSessions.staffId, seriesId: staffSessions.seriesId })
      : []
    if (seriesHash) await tx.delete(rememberedLogins).where(eq(rememberedLogins.seriesHash, seriesHash))
    if (!ended) return
    if (ended.seriesId) await tx.delete(rememberedLogins).where(eq(rememberedLogins.id, ended.seriesId))
    const entityName = actor.kind === 'staff' ? actor.userName : 'own session'
    record(tx, { action: 'session.ended', entity: 'staff', entityId: ended.staffId, entityName })
  })
}

export const logoutAll = ({ change }: Writes, actor: StaffActor) =>
  change(actor, async (tx) => {
    await endAllSessions(tx, actor.id)
    record(tx, { action: 'session.all-ended', ...about(actor) })
  })

/** Ends one of the caller's own sessions, as the list tells them apart; somebody else's does not exist for them. */
export const revokeSession = ({ change }: Writes, actor: StaffActor, id: string) =>
  change(actor, async (tx) => {
    const [ended] = await tx
      .update(staffSessions)
      .set({ revokedAt: tx.at })
      .where(and(eq(staffSessions.id, id), eq(staffSessions.staffId, actor.id), isNull(staffSessions.revokedAt)))
      .returning()
    if (!ended) throw notFound('session')
    if (ended.seriesId) await tx.delete(rememberedLogins).where(eq(rememberedLogins.id, ended.seriesId))
    const { browser, operatingSystem, ip, createdAt: signedInAt } = ended
    record(tx, { action: 'session.revoked', ...about(actor), after: { browser, operatingSystem, ip, signedInAt } })
  })
