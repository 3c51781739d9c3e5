import { consolePaths } from '@hikmah/contract/console-paths'
import type { Parsed } from '@hikmah/contract/endpoint'
import {
  type Member,
  type MemberField,
  organizationTeam,
  whyNotInviteMember,
  whyOwnerMustStay,
} from '@hikmah/contract/organization-team'
import { isBlocked, nameInText } from '@hikmah/contract/organizations/words'
import { eq } from 'drizzle-orm'
import type { House, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import { canonical } from '../kit/audit/seals.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { newCode } from '../kit/auth/tokens.ts'
import { newId } from '../kit/db/ids.ts'
import { assertVersion, duplicate, invalid, refuseIf } from '../kit/errors/refusal.ts'
import type { Serve } from '../kit/http/serve.ts'
import { validFor } from '../kit/mail/letter.ts'
import { type Letter, letterTo, post, type Recipient } from '../kit/mail/post.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { listOfOrganization, NO_SUCH_ORGANIZATION } from '../organizations/queries.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import { unlockName } from '../sign-in/lockout.ts'
import { endMemberSessions } from './member-sessions.ts'
import {
  aboutMember,
  CODE_GOOD_FOR_DAYS,
  findMember,
  hasOtherOwner,
  listMembers,
  lockMember,
  lockTeam,
  type MemberRow,
  presentMember,
  readMemberWithLock,
} from './queries.ts'
import { members } from './table.ts'

export function organizationTeamRoutes(serve: Serve, house: House) {
  const { db } = house
  serve(organizationTeam.listMembers, ({ query }) => listOfOrganization(db, query.orgId, listMembers(db, query)))
  serve(organizationTeam.readMember, ({ params }) => readMemberWithLock(db, params.id, house.clock.now()))
  serve(organizationTeam.createMember, ({ body, actor }) => createMember(house, actor, body))
  serve(organizationTeam.updateMember, ({ params, body, actor }) => updateMember(house, actor, params.id, body))
  serve(organizationTeam.deleteMember, ({ params, actor }) => deleteMember(house, actor, params.id))
  serve(organizationTeam.unlockMember, ({ params, actor }) => unlockMember(house, actor, params.id))
  serve(organizationTeam.resendMemberInvite, ({ params, actor }) => resendMemberInvite(house, actor, params.id))
}

/** The invite of a blocked organization would be refused, so it waits. */
function memberInviteLetter(
  member: Recipient & Pick<MemberRow, 'organizationId'>,
  { name, status }: Pick<OrganizationTableRow, 'name' | 'status'>,
  code: string,
  publicUrl: string,
): Letter {
  const team = nameInText(name)
  const query = new URLSearchParams({ code, email: member.userName })
  return letterTo(
    member,
    {
      kind: 'member-invite',
      subject: `Join the team of ${team}`,
      organizationId: member.organizationId,
      isHeld: isBlocked(status),
      thread: `member-invite:${member.organizationId}`,
      isToOutside: true,
    },
    {
      paragraphs: [
        `You were added to the team of ${team}. Confirm with this code and choose a password. The code is ${validFor(CODE_GOOD_FOR_DAYS * DAY_S)}.`,
      ],
      code,
      action: { label: 'Join the team', url: `${publicUrl}${consolePaths.acceptTeamInvite}?${query}` },
      closing: 'If you do not know this organization, no action is needed.',
      why: `your address was added to the team of ${team}`,
    },
  )
}

const newMemberCode = (now: Date) => ({
  code: newCode(),
  codeExpiresAt: secondsAfter(now, CODE_GOOD_FOR_DAYS * DAY_S),
  invitedAt: now,
})

const assertOwnerRemains = async (tx: Tx, member: MemberRow, after: MemberRow | null) =>
  refuseIf(whyOwnerMustStay(presentMember(member), after && presentMember(after), await hasOtherOwner(tx, member)))

type NewMember = Parsed<typeof organizationTeam.createMember>['body']

/** Adds a member, who is Inactive until the mailed code is entered; one without access is mailed none yet. */
export const createMember = ({ change, config }: Writes & Settings, actor: StaffActor, body: NewMember) =>
  change(actor, async (tx) => {
    const organization = await lockTeam(tx, body.orgId, () => invalid('orgId', NO_SUCH_ORGANIZATION))
    const existing = await findMember(tx, body.orgId, body.userName)
    if (existing) {
      throw duplicate('userName', 'The organization already has a member with this email', presentMember(existing))
    }
    const { firstName, lastName, userName, role, consoleAccess } = body
    const code = newMemberCode(tx.at)
    const row = {
      id: newId(),
      organizationId: body.orgId,
      firstName,
      lastName,
      userName,
      roles: role,
      consoleAccess,
      createdAt: tx.at,
      ...code,
      // An invite that waits was not sent yet.
      invitedAt: consoleAccess && !isBlocked(organization.status) ? code.invitedAt : null,
    }
    const [saved] = await tx.insert(members).values(row).returning()
    // Without access the code would be refused: it is resent once access is given.
    if (consoleAccess) await post(tx, memberInviteLetter(row, organization, code.code, config.publicUrl))
    record(tx, {
      action: 'member.invited',
      ...aboutMember(row),
      after: { firstName, lastName, userName, role, consoleAccess },
    })
    return presentMember(saved!) // an insert that did not throw returns its row
  })

type MemberEdit = Parsed<typeof organizationTeam.updateMember>['body']

/** Changes name, roles and console access. Revoking the access ends the member's sessions at once. */
export const updateMember = (
  { change }: Writes,
  actor: StaffActor,
  id: string,
  { version, role: roles, lastName, ...edit }: MemberEdit,
): Promise<Member> =>
  change(actor, async (tx) => {
    const { member } = await lockMember(tx, id)
    await assertVersion(version, member, async () => presentMember(member))
    const changed = { ...edit, lastName: lastName ?? member.lastName, roles }
    const after = { ...member, ...changed }
    await assertOwnerRemains(tx, member, after)
    if (canonical(editable(member)) === canonical(editable(after))) return presentMember(member)

    const saved = { ...after, version: member.version + 1 }
    await tx
      .update(members)
      .set({ ...changed, version: saved.version })
      .where(eq(members.id, id))
    if (!saved.consoleAccess) await endMemberSessions(tx, member)
    record(tx, {
      action: 'member.updated',
      ...aboutMember(saved),
      before: editable(member),
      after: editable(saved),
    })
    return presentMember(saved)
  })

const editable = ({ firstName, lastName, roles, consoleAccess }: MemberRow) =>
  ({ firstName, lastName, role: roles, consoleAccess }) satisfies Record<MemberField, unknown>

/** Removes a member; the sessions go with the row. */
const deleteMember = ({ change }: Writes, actor: StaffActor, id: string): Promise<void> =>
  change(actor, async (tx) => {
    const { member } = await lockMember(tx, id)
    await assertOwnerRemains(tx, member, null)
    await tx.delete(members).where(eq(members.id, id))
    const before = { ...editable(member), userName: member.userName }
    record(tx, { action: 'member.removed', ...aboutMember(member), before })
  })

/** Lifts the locks and the stop of a name on all networks. */
const unlockMember = ({ change }: Writes, actor: StaffActor, id: string) =>
  change(actor, async (tx) => {
    const { member } = await lockMember(tx, id)
    if (await unlockName(tx, member.userName, 'member')) {
      record(tx, {
        action: 'member.unlocked',
        ...aboutMember(member),
        before: { locked: true },
        after: { locked: false },
      })
    }
    return readMemberWithLock(tx, id, tx.at)
  })

/** Mails an unconfirmed member a new code; the former one is void. */
const resendMemberInvite = ({ change, config }: Writes & Settings, actor: StaffActor, id: string): Promise<Member> =>
  change(actor, async (tx) => {
    const { member, organization } = await lockMember(tx, id)
    refuseIf(whyNotInviteMember(presentMember(member)))
    const code = newMemberCode(tx.at)
    const sent = isBlocked(organization.status) ? { ...code, invitedAt: member.invitedAt } : code
    await tx.update(members).set(sent).where(eq(members.id, id))
    await post(tx, memberInviteLetter(member, organization, code.code, config.publicUrl))
    record(tx, {
      action: 'member.invite-resent',
      ...aboutMember(member),
      before: { invitedAt: member.invitedAt },
      after: { invitedAt: sent.invitedAt },
    })
    return presentMember({ ...member, ...sent })
  })
