import { randomBytes } from 'node:crypto'
import { acceptInvite } from '@hikmah/contract/accept-invite'
import { type Invite, invites } from '@hikmah/contract/invites/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { fictionalOrganization, letterPdf } from '../src/demo/fiction.ts'
import type { StaffHeaders } from './staff.ts'
import { about, chance, type Stage } from './stage.ts'

const MINUTE_S = 60
const play = Date.now().toString(36)
let founded = 0
/** Several play at once and must not take the same invite. */
const taken = new Set<string>()

/** A mosque that accepts its invite and sends in its tax papers; then the next one. */
export async function createOrganizations(stage: Stage, staff: StaffHeaders, n: number) {
  const who = `organization ${n}`
  while (!stage.isOver) {
    await stage.wait(about(2 * MINUTE_S))
    if (stage.isOver) return
    const invite = await stage.act(who, 'was invited', () => fetchInvite(stage, staff))
    if (!invite) continue
    const { orgName } = invite
    await stage.wait(about(5 * MINUTE_S))
    if (stage.isOver) return
    const own = await stage.act(who, `accepted the invite of ${orgName}`, () => accept(stage, invite))
    await stage.wait(about(10 * MINUTE_S))
    if (stage.isOver) return
    if (own) await stage.act(who, `sent in the tax papers of ${orgName}`, () => submitPapers(stage, own))
  }
}

/** An open invite of fictional people, else a new one. */
async function fetchInvite(stage: Stage, staff: StaffHeaders): Promise<Invite> {
  const query = { status: 'Invite Sent' as const, limit: 100 }
  const open = await stage.call(invites.listInvites, { query }, staff)
  const free = open.find((row) => !row.expired && !taken.has(row._id) && row.orgEmail.endsWith('.example'))
  if (free && chance(0.5)) {
    taken.add(free._id)
    return stage.call(invites.readInvite, { params: { id: free._id } }, staff)
  }
  founded += 1
  const { name, admin, phone } = fictionalOrganization(Math.floor(Math.random() * 90))
  const body = {
    orgName: name,
    orgAdmin: `${admin.firstName} ${admin.lastName}`,
    orgEmail: `office${founded}.${play}@mosque.example`,
    phoneFax: { primaryPhone: phone },
  }
  const invite = await stage.call(invites.inviteOrganization, { body }, staff)
  taken.add(invite._id)
  return invite
}

async function accept(stage: Stage, { orgEmail: email, invitationsDetails }: Invite) {
  const code = invitationsDetails.inviteAccessCode
  await stage.call(acceptInvite.findInvite, { params: { code }, query: { email } })
  const password = `Aa1-${randomBytes(12).toString('base64url')}`
  const body = { code, email, password, agreements: ['agreement' as const, 'terms' as const] }
  return stage.call(acceptInvite.acceptInvite, { body })
}

function submitPapers(stage: Stage, { orgId, token }: { orgId: string; token: string }): Promise<unknown> {
  const fiction = fictionalOrganization(Math.floor(Math.random() * 90))
  const taxExempt = chance(0.7)
  const documents = taxExempt ? [{ name: 'determination-letter.pdf', data: letterPdf(fiction) }] : []
  const body = { taxIdEin: fiction.ein, taxExempt, documents }
  return stage.call(taxVerification.submitTaxPapers, { params: { orgId }, body }, { token })
}
