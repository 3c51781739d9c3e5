import { INVITE_USED } from '@hikmah/contract/accept-invite'
import { acceptanceTexts } from '@hikmah/contract/agreements'
import { consolePaths } from '@hikmah/contract/console-paths'
import { isolatedInEnglish } from '@hikmah/contract/isolates'
import { AgreementLog } from '@hikmah/contract/organizations/schemas'
import { nameInText } from '@hikmah/contract/organizations/words'
import { PAPERS_LINK_DAYS } from '@hikmah/contract/papers-link'
import { SEND_PAPERS } from '@hikmah/contract/tax-verification/papers'
import { fullName, splitName } from '@hikmah/contract/words'
import { and, eq } from 'drizzle-orm'
import { agreementLogs } from '../agreements/table.ts'
import type { House, Reads, Secrets, Writes } from '../house.ts'
import { record, recordOnOrganization } from '../kit/audit/audit.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { readAgent } from '../kit/auth/agent.ts'
import { assertNotGuessable, hashPassword, passwordFits } from '../kit/auth/passwords.ts'
import { limit } from '../kit/auth/throttle.ts'
import { sha256 } from '../kit/auth/tokens.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict } from '../kit/errors/refusal.ts'
import { type Letter, post } from '../kit/mail/post.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { notifyStaff } from '../notices/notify-staff.ts'
import { openMemberSession } from '../organization-team/member-sessions.ts'
import { findPasswordHash, lockMember } from '../organization-team/queries.ts'
import { members } from '../organization-team/table.ts'
import { matchWordsOf } from '../organizations/queries.ts'
import { organizationStatusChanges, organizations } from '../organizations/table.ts'
import { createPapersLink, papersUrl } from '../tax-verification/papers-link.ts'
import {
  assertAcceptable,
  assertConfirmable,
  findInviteByCode,
  findMemberByCode,
  type InviteCredentials,
  withinTries,
} from './invite-credentials.ts'
import { aboutInvite, type InviteTableRow, lockInvite } from './queries.ts'
import { invites } from './table.ts'

const welcomeLetter = (
  organization: { id: string; name: string; admin: string; email: string },
  { token, url, signInUrl }: { token: string; url: string; signInUrl: string },
): Letter => ({
  kind: 'welcome',
  to: organization.email,
  subject: `Welcome, ${nameInText(organization.name)}`,
  organizationId: organization.id,
  hidden: token,
  isToOutside: true,
  body: {
    greeting: `Salam ${isolatedInEnglish(organization.admin)},`,
    paragraphs: [
      `${nameInText(organization.name)} is registered, and you are its first Owner/Super Admin. ${signInUrl ? `Sign in at ${signInUrl}` : 'Sign in to our applications'} with this email address and the password you chose.`,
      `The next step: send us your EIN (Tax ID) and, if your organization is tax-exempt, your IRS determination letter with the link below. It works for ${PAPERS_LINK_DAYS} days. We will review what you send and email you the result.`,
    ],
    action: { label: SEND_PAPERS, url },
    closing: 'If you did not accept an invite, tell us at once through our website.',
    why: `${nameInText(organization.name)} has an account on our platform`,
  },
})

type Acceptance = InviteCredentials & { password: string }

/** Whoever lost the answer repeats the call with the same key for this long. */
const REPEATED_S = DAY_S
/** Each brings a link with which papers may be uploaded, and is a guess at the password. */
const REPEATS = 10

/** Hashes the password before it locks the row, so that nobody waits for it. */
export async function acceptInvite(
  house: House,
  actor: PublicActor,
  body: Acceptance,
  key: string | undefined,
  hash = hashPassword,
) {
  const keyHash = key ? sha256(`${key}|${body.email}|${body.code}`) : null
  const openInvite = await withinTries(house, body, actor.ip, () => findInviteByCode(house.db, body))
  if (isRepeated(openInvite, keyHash, house.clock.now())) return repeatAcceptance(house, actor, openInvite, body)
  assertAcceptable(openInvite, body, house.clock.now())
  await assertNotGuessable('password', body.password, {
    userName: body.email,
    names: [openInvite.orgAdmin, openInvite.orgName],
  })
  const passwordHash = await hash(body.password, await findPasswordHash(house.db, body.email))
  // The code from the mail says whose hand it is.
  const accepted = await house.change({ ...actor, name: openInvite.orgAdmin }, async (tx) => {
    const invite = await lockInvite(tx, openInvite.id)
    // The same call, sent again before the first was answered.
    if (isRepeated(invite, keyHash, tx.at)) return undefined
    assertAcceptable(invite, body, tx.at)
    await tx
      .update(invites)
      .set({ acceptedAt: tx.at, acceptKey: keyHash, version: invite.version + 1 })
      .where(eq(invites.id, invite.id))
    const organization = await createOrganization(tx, invite)
    const member = await createOwner(tx, organization.id, invite, passwordHash)
    await logAgreements(tx, organization.id, invite.orgEmail)
    recordAcceptance(tx, invite, organization)
    const { token } = await createPapersLink(tx, organization.id, { reason: 'welcome', sentTo: organization.email })
    const { publicUrl, applicationsUrl } = house.config
    const links = { token, url: papersUrl(publicUrl, token), signInUrl: applicationsUrl }
    await post(tx, welcomeLetter(organization, links))
    await notifyStaff(house, tx, 'accepted-invites', {
      subject: `${nameInText(organization.name)} accepted the invite`,
      line: `${isolatedInEnglish(invite.orgAdmin)} accepted the invite. ${nameInText(organization.name)} is an organization now.`,
      path: consolePaths.organization(organization.id),
    })
    return {
      token: await openMemberSession(tx, house.tokens, member),
      orgId: organization.id,
      papersPath: consolePaths.submitPapers(token),
    }
  })
  return accepted ?? repeatAcceptance(house, actor, openInvite, body)
}

const isRepeated = ({ acceptedAt, acceptKey }: InviteTableRow, keyHash: string | null, now: Date) =>
  acceptedAt !== null && keyHash !== null && acceptKey === keyHash && secondsAfter(acceptedAt, REPEATED_S) > now

/** Answers the same acceptance once more. Its secrets are kept nowhere, so they are new. */
async function repeatAcceptance(house: House, actor: PublicActor, invite: InviteTableRow, { password }: Acceptance) {
  await limit(house, {
    key: `acceptance-repeated:${invite.id}`,
    max: REPEATS,
    windowS: REPEATED_S,
    message: 'This acceptance was repeated too often. Sign in, or use the link in the email.',
  })
  const [owner] = await house.db
    .select({ id: members.id, organizationId: members.organizationId, passwordHash: members.passwordHash })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(
      and(
        eq(organizations.inviteId, invite.id),
        eq(members.userName, invite.orgEmail),
        eq(members.consoleAccess, true),
      ),
    )
  if (!owner?.passwordHash || !(await passwordFits(owner.passwordHash, password))) throw conflict(INVITE_USED)
  return house.change({ ...actor, name: invite.orgAdmin }, async (tx) => {
    const { token } = await createPapersLink(tx, owner.organizationId, {
      reason: 'welcome',
      sentTo: '',
      keepsEarlier: true,
    })
    return {
      token: await openMemberSession(tx, house.tokens, owner),
      orgId: owner.organizationId,
      papersPath: consolePaths.submitPapers(token),
    }
  })
}

async function createOrganization(tx: Tx, invite: InviteTableRow) {
  const organization = {
    id: newId(),
    inviteId: invite.id,
    name: invite.orgName,
    email: invite.orgEmail,
    admin: invite.orgAdmin,
    primaryPhone: invite.phone,
    status: 'onboarding' as const,
    createdAt: tx.at,
  }
  await tx.insert(organizations).values({ ...organization, matchWords: matchWordsOf(organization) })
  await tx.insert(organizationStatusChanges).values({
    id: newId(),
    organizationId: organization.id,
    toStatus: organization.status,
    at: tx.at,
    byName: invite.orgAdmin,
    note: 'Invite accepted',
  })
  return organization
}

async function createOwner(tx: Tx, organizationId: string, invite: InviteTableRow, passwordHash: string) {
  const id = newId()
  await tx.insert(members).values({
    id,
    organizationId,
    ...splitName(invite.orgAdmin),
    userName: invite.orgEmail,
    roles: [{ application: 'DEENFUND', roles: 'Owner/Super Admin' }],
    confirmedAt: tx.at,
    passwordHash,
    invitedAt: tx.at,
    createdAt: tx.at,
  })
  return { id, organizationId }
}

/** The agreement log: person, time, address and browser, as the server saw them. */
async function logAgreements(tx: Tx, organizationId: string, userName: string) {
  const seen = { organizationId, userName, createdAt: tx.at, ipAddress: tx.by.ip, ...readAgent(tx.by.userAgent) }
  await tx.insert(agreementLogs).values(
    AgreementLog.shape.logType.options.map((logType) => ({
      id: newId(),
      ...seen,
      logType,
      log: acceptanceTexts[logType],
    })),
  )
}

function recordAcceptance(
  tx: Tx,
  invite: InviteTableRow,
  organization: Awaited<ReturnType<typeof createOrganization>>,
) {
  record(tx, {
    ...aboutInvite(invite),
    action: 'invite.accepted',
    organizationId: organization.id,
    before: { acceptedAt: null },
    after: { acceptedAt: tx.at },
  })
  recordOnOrganization(tx, organization, {
    action: 'organization.created',
    after: {
      orgName: organization.name,
      orgAdmin: organization.admin,
      orgEmail: organization.email,
      orgStatus: organization.status,
      'phoneFax.primaryPhone': organization.primaryPhone,
    },
  })
}

/** Confirms a member that staff added and sets the password it chose, once. The code stays, to tell a second use. */
export async function acceptTeamInvite(
  house: Reads & Writes & Secrets,
  actor: PublicActor,
  body: InviteCredentials & { password: string },
  hash = hashPassword,
) {
  const invited = await withinTries(house, body, actor.ip, () => findMemberByCode(house.db, body))
  assertConfirmable(invited, body.code, house.clock.now())
  const { firstName, lastName } = invited.member
  await assertNotGuessable('password', body.password, {
    userName: body.email,
    names: [firstName, lastName, invited.organization.name],
  })
  const passwordHash = await hash(body.password, await findPasswordHash(house.db, body.email))
  return house.change({ ...actor, name: fullName(invited.member) }, async (tx) => {
    const lockedMember = await lockMember(tx, invited.member.id)
    assertConfirmable(lockedMember, body.code, tx.at)
    const { member } = lockedMember
    await tx.update(members).set({ confirmedAt: tx.at, passwordHash }).where(eq(members.id, member.id))
    record(tx, {
      action: 'member.confirmed',
      entity: 'member',
      entityId: member.id,
      entityName: member.userName,
      organizationId: member.organizationId,
      before: { confirmedAt: null },
      after: { confirmedAt: tx.at },
    })
    return { token: await openMemberSession(tx, house.tokens, member), orgId: member.organizationId }
  })
}
