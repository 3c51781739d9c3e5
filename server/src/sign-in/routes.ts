import type { Parsed } from '@hikmah/contract/endpoint'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StaffRow } from '../accounts/table.ts'
import type { House, Reads, Secrets, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor, StaffActor } from '../kit/auth/actor.ts'
import { notFound } from '../kit/errors/refusal.ts'
import type { Identify, Serve } from '../kit/http/serve.ts'
import { HAS_CONSOLE_ACCOUNT, validFor } from '../kit/mail/letter.ts'
import {
  aboutSignIn,
  aboutStaff,
  findSignInStaff,
  holdSignInStaff,
  keepTimeZone,
  listLiveSessions,
  presentUser,
  readStaff,
} from './queries.ts'
import {
  clearRememberCookie,
  remember,
  seriesOfCookie,
  setRememberCookie,
  signInRemembered,
} from './remembered-login.ts'
import { endAllSessions, openSession } from './sessions.ts'
import { type Door, sendCode, verifyCode } from './sign-in-by-code.ts'
import { rememberedLogins, staffSessions } from './table.ts'

const staffDoor: Door<StaffRow> = {
  kind: 'staff',
  findAccounts: async (db, userName) => {
    const person = await findSignInStaff(db, userName)
    return person ? [person] : []
  },
  hold: holdSignInStaff,
  describe: aboutSignIn,
  /** Its body is wiped once sent. */
  codeLetter: ({ userName }, code, goodForS) => ({
    kind: 'sign-in-code',
    to: userName,
    subject: 'Your sign-in code for the Hikmah Console',
    secret: true,
    goodForS,
    body: {
      greeting: 'Salam,',
      paragraphs: [`Enter this code to finish signing in. It is ${validFor(goodForS)}.`],
      code,
      closing: 'If you did not try to sign in, change your password: someone else may know it.',
      why: HAS_CONSOLE_ACCOUNT,
    },
  }),
}

type CodeEntry = Parsed<typeof signIn.authenticate>['body']

async function completeSignIn(house: House, actor: PublicActor, body: CodeEntry, reply: FastifyReply) {
  const { user, value } = await verifyCode(house, staffDoor, actor, body, {
    choose: ([person]) => person,
    enter: async (tx, person, isRemembered) => {
      const series = isRemembered ? await remember(tx, person.id) : undefined
      const token = await openSession(tx, house.tokens, person.id, actor, series?.id ?? null)
      await keepTimeZone(tx, person, body.timeZone)
      return { user: { ...presentUser(person), token }, value: series?.value }
    },
  })
  if (value) setRememberCookie(reply, house.config.publicUrl, value)
  return user
}

/** Ends the session of the token and forgets this browser. With neither it does nothing and is content. */
async function logout(
  house: Reads & Writes & Secrets & Settings,
  actor: PublicActor | StaffActor,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const token = request.headers.token
  const sid = typeof token === 'string' ? house.tokens.read('staff', token, house.clock.now()) : undefined
  const seriesHash = seriesOfCookie(request)
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

const logoutAll = ({ change }: Writes, actor: StaffActor) =>
  change(actor, async (tx) => {
    await endAllSessions(tx, actor.id)
    record(tx, { action: 'session.all-ended', ...aboutStaff(actor) })
  })

/** Ends one of the caller's own sessions, as the list tells them apart; somebody else's does not exist for them. */
const revokeSession = ({ change }: Writes, actor: StaffActor, id: string) =>
  change(actor, async (tx) => {
    const [ended] = await tx
      .update(staffSessions)
      .set({ revokedAt: tx.at })
      .where(and(eq(staffSessions.id, id), eq(staffSessions.staffId, actor.id), isNull(staffSessions.revokedAt)))
      .returning()
    if (!ended) throw notFound('session')
    if (ended.seriesId) await tx.delete(rememberedLogins).where(eq(rememberedLogins.id, ended.seriesId))
    const { browser, operatingSystem, ip, createdAt: signedInAt } = ended
    record(tx, { action: 'session.revoked', ...aboutStaff(actor), after: { browser, operatingSystem, ip, signedInAt } })
  })

export function signInRoutes(serve: Serve, house: House, identify: Identify['staff']) {
  const { db, clock } = house
  serve(signIn.authenticateWithPassword, ({ body, actor }) => sendCode(house, staffDoor, actor, body))
  serve(signIn.authenticate, ({ body, actor, reply }) => completeSignIn(house, actor, body, reply))
  serve(signIn.authenticateWithRememberMe, ({ body, actor, request, reply }) =>
    signInRemembered(house, actor, body, request, reply),
  )
  serve(signIn.getCurrentUser, async ({ actor }) => presentUser(await readStaff(db, actor.id)))
  serve(signIn.logout, async ({ actor, request, reply }) => {
    const { token } = request.headers
    const signedIn = typeof token === 'string' ? await identify(token, request) : undefined
    await logout(house, signedIn ?? actor, request, reply)
  })
  serve(signIn.logoutAll, ({ actor }) => logoutAll(house, actor))
  serve(signIn.listSessions, ({ actor }) => listLiveSessions(db, actor.id, actor.sessionId, clock.now()))
  serve(signIn.revokeSession, ({ actor, params }) => revokeSession(house, actor, params.id))
}
