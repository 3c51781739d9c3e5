import { consolePaths } from '@hikmah/contract/console-paths'
import { INVITE_DAYS, newInviteCode, whyInviteIsSettled } from '@hikmah/contract/invites/endpoints'
import { type InviteForm, isInviteCode, type OwnedAlready } from '@hikmah/contract/invites/schemas'
import { isolatedInEnglish } from '@hikmah/contract/isolates'
import { nameInText, organizationName } from '@hikmah/contract/organizations/words'
import { and, desc, eq, or } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Settings, Writes } from '../house.ts'
import { auditEntries, record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { kept } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { retryOnUniqueViolation } from '../kit/errors/failures.ts'
import { conflict, duplicate, Refusal, refuseIf, unavailable } from '../kit/errors/refusal.ts'
import { type Letter, post } from '../kit/mail/post.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { listOwnedBy } from '../organization-team/queries.ts'
import { aboutInvite, findOpenInvite, type InviteTableRow, isOpen, lockInvite, readInvite } from './queries.ts'
import { inviteLogs, invites } from './table.ts'

type Form = z.infer<typeof InviteForm>

const MAX_CODES = 50
const SEE_CURRENT = 'Reload the page to see its current version.'

/** Invites an organization, or with `id` sends an invite again: the new code replaces the former one. */
export async function inviteOrganization({ change, config }: Writes & Settings, actor: StaffActor, form: Form) {
  return retryOnUniqueViolation(() =>
    change(actor, async (tx) => {
      const before = form.id ? await lockInvite(tx, form.id) : undefined
      if (before) assertNotAccepted(before)
      if (before && form.version !== undefined && form.version !== before.version)
        throw conflict(await describeChange(tx, before.id))
      const id = before?.id ?? newId()
      await assertOnlyOpenOne(tx, id, form.orgEmail)
      // For the same invite sent again, this was confirmed when it was first sent.
      if (!form.isAnother && before?.orgEmail !== form.orgEmail) await assertOwnsNone(tx, form.orgEmail)
      const fields = {
        orgName: form.orgName,
        orgAdmin: form.orgAdmin,
        orgEmail: form.orgEmail,
        phone: form.phoneFax.primaryPhone,
        code: await chooseCode(tx, id, form),
        expiresAt: secondsAfter(tx.at, INVITE_DAYS * DAY_S),
      }
      if (before) await renewInvite(tx, before, fields)
      else await kept(tx.insert(invites).values({ id, createdAt: tx.at, ...fields }))
      await logSending(tx, id, fields)
      recordSending(tx, id, before, fields)
      await post(tx, inviteLetter({ id, ...fields }, tx.by.name, config.publicUrl))
      return readInvite(tx, id, tx.at)
    }),
  )
}

/** Who changed the invite last: whoever has it open twice is not told of somebody else. */
async function describeChange(tx: Tx, inviteId: string): Promise<string> {
  const [last] = await tx
    .select({
      action: auditEntries.action,
      by: auditEntries.actorName,
      byId: auditEntries.actorId,
      at: auditEntries.at,
    })
    .from(auditEntries)
    .where(and(eq(auditEntries.entity, 'invite'), eq(auditEntries.entityId, inviteId)))
    .orderBy(desc(auditEntries.seq))
    .limit(1)
  if (!last) return `This invite has changed since you opened it. ${SEE_CURRENT}`
  const who = last.byId === tx.by.id ? 'you' : isolatedInEnglish(last.by)
  const act = last.action === 'invite.revoked' ? 'revoked' : 'sent again'
  return `This invite was already ${act} by ${who}, ${moment.format(last.at)}. ${SEE_CURRENT}`
}

type Fields = Pick<InviteTableRow, 'orgName' | 'orgAdmin' | 'orgEmail' | 'phone' | 'code' | 'expiresAt'>

async function assertOnlyOpenOne(tx: Tx, id: string, orgEmail: string) {
  const open = await findOpenInvite(tx, orgEmail)
  if (!open || open.id === id) return
  throw duplicate('orgEmail', 'There is already an open invite for this email. Send it again instead.', {
    _id: open.id,
  })
}

/** One person may own several organizations, but not because of a mistake in an invite. */
async function assertOwnsNone(tx: Tx, orgEmail: string) {
  const owned = await listOwnedBy(tx, orgEmail)
  if (owned.length === 0) return
  const names = new Intl.ListFormat('en-US').format(owned.map(({ orgName }) => organizationName(orgName)))
  const message = `${orgEmail} already owns ${names}.`
  const current: OwnedAlready = { organizations: owned }
  throw new Refusal(409, 'CONFLICT', message, { fields: { orgEmail: message }, current })
}

/** The client's code where it is well-formed and free, otherwise a fresh one. */
async function chooseCode(tx: Tx, inviteId: string, { orgEmail, invitationsDetails }: Form): Promise<string> {
  const wanted = invitationsDetails?.inviteAccessCode
  if (isInviteCode(wanted) && (await isCodeFree(tx, inviteId, orgEmail, wanted))) return wanted
  for (let tries = 0; tries < MAX_CODES; tries += 1) {
    const code = newInviteCode()
    if (await isCodeFree(tx, inviteId, orgEmail, code)) return code
  }
  throw unavailable('No invite code is free. Try again in a moment.')
}

/** Free: no open invite has it, and no earlier mail of this invite or to this email carried it. */
async function isCodeFree(tx: Tx, inviteId: string, orgEmail: string, code: string): Promise<boolean> {
  const open = tx
    .select({ id: invites.id })
    .from(invites)
    .where(and(eq(invites.code, code), isOpen))
  const isOwn = or(eq(inviteLogs.inviteId, inviteId), eq(inviteLogs.orgEmail, orgEmail))
  const former = tx
    .select({ id: inviteLogs.id })
    .from(inviteLogs)
    .where(and(eq(inviteLogs.code, code), isOwn))
  return (await kept(unionAll(open.limit(1), former.limit(1)))).length === 0
}

const renewInvite = (tx: Tx, { id, version }: InviteTableRow, fields: Fields) =>
  tx
    .update(invites)
    .set({ ...fields, revokedAt: null, version: version + 1 })
    .where(eq(invites.id, id))

const logSending = (tx: Tx, inviteId: string, { orgAdmin, orgEmail, phone, code }: Fields) =>
  kept(
    tx
      .insert(inviteLogs)
      .values({ id: newId(), inviteId, createdAt: tx.at, orgAdmin, orgEmail, phone, code, sentBy: tx.by.name }),
  )

function recordSending(tx: Tx, id: string, before: InviteTableRow | undefined, fields: Fields) {
  const shown = ({ orgName, orgAdmin, orgEmail, phone, code, expiresAt }: Fields) => ({
    orgName,
    orgAdmin,
    orgEmail,
    phone,
    inviteCode: code,
    expiresAt,
  })
  record(tx, {
    ...aboutInvite({ id, ...fields }),
    action: before ? 'invite.resent' : 'invite.sent',
    ...(before && { before: { ...shown(before), revokedAt: before.revokedAt } }),
    after: shown(fields),
    secrets: ['inviteCode'],
  })
}

const assertNotAccepted = ({ acceptedAt }: InviteTableRow) =>
  refuseIf(whyInviteIsSettled({ isAccepted: acceptedAt !== null }))

/** Withdraws an invite: its code stops working with the commit. Doing so twice changes nothing. */
export const revokeInvite = ({ change }: Writes, actor: StaffActor, id: string) =>
  change(actor, async (tx) => {
    const invite = await lockInvite(tx, id)
    assertNotAccepted(invite)
    if (invite.revokedAt) return
    await tx
      .update(invites)
      .set({ revokedAt: tx.at, version: invite.version + 1 })
      .where(eq(invites.id, invite.id))
    record(tx, {
      ...aboutInvite(invite),
      action: 'invite.revoked',
      before: { revokedAt: null },
      after: { revokedAt: tx.at },
    })
  })

/** With its hour and zone: the same moment is another day elsewhere. */
const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
})

function inviteLetter(invite: Fields & { id: string }, inviter: string, publicUrl: string): Letter {
  const query = new URLSearchParams({ code: invite.code, email: invite.orgEmail })
  return {
    kind: 'invite',
    to: invite.orgEmail,
    subject: `Your invite for ${nameInText(invite.orgName)}`,
    inviteId: invite.id,
    thread: `invite:${invite.id}`,
    isToOutside: true,
    body: {
      greeting: `Salam ${isolatedInEnglish(invite.orgAdmin)},`,
      paragraphs: [
        `${isolatedInEnglish(inviter)} invites ${nameInText(invite.orgName)} to Hikmah, the platform for mosques and Islamic centers. Accept with this code and choose a password.`,
      ],
      code: invite.code,
      action: { label: 'Accept the invite', url: `${publicUrl}${consolePaths.acceptInvite}?${query}` },
      closing: `Valid until ${moment.format(invite.expiresAt)}. Use the newest email if you have several.`,
      why: `${isolatedInEnglish(inviter)} invited your organization to Hikmah`,
    },
  }
}
