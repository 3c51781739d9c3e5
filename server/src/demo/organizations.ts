import type { TaxDecision } from '@hikmah/contract/tax-verification/schemas'
import { eq } from 'drizzle-orm'
import type { House } from '../house.ts'
import { acceptInvite, acceptTeamInvite } from '../invites/accept-invite.ts'
import { inviteOrganization, revokeInvite } from '../invites/invite-organization.ts'
import type { OrganizationActor, PublicActor, StaffActor } from '../kit/auth/actor.ts'
import { hashPassword } from '../kit/auth/passwords.ts'
import { uploadMedia } from '../media/manage-media.ts'
import { changeOrganizationStatus, updateOrganization } from '../organization-detail/update-organization.ts'
import { createMember, updateMember } from '../organization-team/routes.ts'
import { members } from '../organization-team/table.ts'
import { decideTaxReview } from '../tax-verification/decide-tax-review.ts'
import { openTaxReview } from '../tax-verification/open-tax-review.ts'
import { submitTaxPapers } from '../tax-verification/submit-tax-papers.ts'
import { agents, DAY, type Fiction, fictionalOrganization, HOUR, letterPdf, MINUTE, markPng, pick } from './fiction.ts'

/** Something that happened at a past time, in epoch milliseconds. */
export interface Act {
  at: number
  run: () => Promise<unknown>
}

const ACCEPTED = 60
const INVITED = 16
const acceptance = (code: string, email: string) => ({ code, email, password: 'Fictional-1-Person' })
let hashed: Promise<string> | undefined
/** Hashes the password that all fictional people share: hashing it for each was most of the work of the first start. */
const hashOnce = (password: string) => {
  hashed ??= hashPassword(password)
  return hashed
}

type Story = 'none' | 'approved' | 'ein only' | 'rejected' | 'appealed' | 'reopened' | 'waiting' | 'waiting again'

export function planOrganizations(house: House, crew: StaffActor[], end: number): Act[] {
  return Array.from({ length: ACCEPTED + INVITED }, (_, n) =>
    n < ACCEPTED ? planOrganization(house, crew, end, n) : inviteOnly(house, crew, end, n),
  ).flat()
}

/** Older organizations first; the youngest joined today. */
const joinedAt = (end: number, n: number) => end - (5 + ((ACCEPTED - 1 - n) / (ACCEPTED - 1)) ** 1.6 * 400 * 24) * HOUR

/** Some of the youngest were quick, so that the newest page shows more than one status. */
const isEarlyApproved = (n: number) => n >= 46 && n % 4 === 1

const oddStories: Record<number, Story> = { 3: 'ein only', 5: 'rejected', 7: 'appealed' }

const storyFor = (n: number): Story => {
  if (isEarlyApproved(n)) return 'approved'
  if (n >= 56) return 'none'
  if (n >= 46) return n % 4 === 3 ? 'waiting again' : 'waiting'
  return n === 40 ? 'reopened' : (oddStories[n % 8] ?? 'approved')
}

/** Its exemption was rejected although the IRS lists it. */
const REJECTED_MATCH = 45
const WHY_REJECTED = 'Its treasurer says on the phone that the letter is of its school alone.'

/** Whether the reviewers did not find it in the files of the IRS when they rejected it. */
export const isRejectedOnce = (n: number) =>
  n !== REJECTED_MATCH && ['rejected', 'appealed', 'waiting again'].includes(storyFor(n))

const inviteForm = ({ name, admin, email, phone }: Fiction) => ({
  orgName: name,
  orgAdmin: `${admin.firstName} ${admin.lastName}`,
  orgEmail: email,
  phoneFax: { primaryPhone: phone },
})

export const visitor = (n: number): PublicActor => ({
  kind: 'public',
  id: '',
  name: 'Visitor',
  ip: `203.0.113.${1 + (n % 250)}`,
  userAgent: pick(agents, n),
  requestId: 'demo-data',
})

function planOrganization(house: House, crew: StaffActor[], end: number, n: number): Act[] {
  const fiction = fictionalOrganization(n)
  const staff = pick(crew, n)
  const joined = joinedAt(end, n)
  const newcomer: Newcomer = { house, staff, n, joined, fiction, id: '', person: undefined }
  const acts: Act[] = [
    ...joining(newcomer, async () => ({
      ...(n % 3 === 0 && { referredBy: fictionalOrganization(n + 1).name }),
      ...(n % 5 === 0 && (await images(house, staff, n, fiction))),
    })),
    ...team(newcomer),
    ...papers(newcomer, end),
  ]
  const status = n % 13 === 12 && n < 50 ? 'blocked' : n < 46 || isEarlyApproved(n) ? 'approved' : undefined
  if (status) {
    const note = status === 'blocked' ? 'The organization did not answer for 60 days' : ''
    acts.push({
      at: Math.min(joined + 9 * DAY, end - 30 * MINUTE),
      run: () => changeOrganizationStatus(house, staff, newcomer.id, { status, note }),
    })
  }
  return acts.filter((act) => act.at <= end)
}

/** An organization that joins. `id` and `person` are known once it has accepted its invite. */
export interface Newcomer {
  house: House
  staff: StaffActor
  n: number
  joined: number
  fiction: Fiction
  id: string
  person: OrganizationActor | undefined
}

/** An invite that is accepted a day later, and the profile that is filled in then. */
export function joining(newcomer: Newcomer, more: () => Promise<object> = async () => ({})): Act[] {
  const { house, staff, n, joined, fiction } = newcomer
  let code = ''
  return [
    {
      at: joined - 30 * HOUR,
      run: async () => {
        const data = await inviteOrganization(house, staff, inviteForm(fiction))
        code = data.invitationsDetails.inviteAccessCode
      },
    },
    {
      at: joined,
      run: async () => {
        const { orgId } = await acceptInvite(house, visitor(n), acceptance(code, fiction.email), undefined, hashOnce)
        const [owner] = await house.db.select().from(members).where(eq(members.organizationId, orgId))
        newcomer.id = orgId
        newcomer.person = {
          ...visitor(n),
          kind: 'organization',
          id: owner!.id,
          name: `${owner!.firstName} ${owner!.lastName}`,
          organizationId: orgId,
          roles: owner!.roles.map(({ roles }) => roles),
        }
      },
    },
    {
      at: joined + 2 * HOUR,
      run: async () =>
        updateOrganization(house, staff, newcomer.id, {
          orgShortName: fiction.shortName,
          orgType: fiction.type,
          orgWebsite: fiction.website,
          orgAddress: fiction.address,
          ...(await more()),
        }),
    },
  ]
}

async function images(house: House, staff: StaffActor, n: number, { name }: Fiction) {
  const icon = await uploadMedia(house, staff, { name: 'icon.png', kind: 'icon', bytes: await markPng(n) })
  const logo = await uploadMedia(house, staff, { name: 'logo.png', kind: 'logo', bytes: await markPng(n, name) })
  return {
    orgIcon: { iconName: icon.imageName, iconSize: icon.imageSize, iconUrl: icon.imageUrl },
    orgLogo: { logoName: logo.imageName, logoSize: logo.imageSize, logoUrl: logo.imageUrl },
  }
}

function team(newcomer: Newcomer): Act[] {
  const { house, staff, n, joined } = newcomer
  return newcomer.fiction.people.slice(0, n % 5).map((person, k) => ({
    at: joined + (4 + k) * HOUR,
    run: async () => {
      const application = pick(['DEENKIOSK', 'DEENFUND', 'Others'] as const, k)
      const role = [{ application, roles: pick(['Admin', 'Editor'] as const, k) }]
      const name = { firstName: person.firstName, lastName: person.lastName }
      const account = { ...name, userName: person.email, role, orgId: newcomer.id, consoleAccess: true }
      const { _id: id } = await createMember(house, staff, account)
      if (k === 2) return
      const [row] = await house.db.select().from(members).where(eq(members.id, id))
      await acceptTeamInvite(house, visitor(n + k), acceptance(row!.code!, person.email), hashOnce)
      if (k === 3) await updateMember(house, staff, id, { ...name, role, consoleAccess: false })
    },
  }))
}

export const submitPapers = (newcomer: Newcomer, at: number, taxExempt: boolean, files: string[]): Act => ({
  at,
  run: () => {
    const { house, fiction, id, person } = newcomer
    const documents = files.map((name) => ({ name, data: letterPdf(fiction) }))
    return submitTaxPapers(house, person!, id, { taxIdEin: fiction.ein, taxExempt, documents })
  },
})

export const decidePapers = (newcomer: Newcomer, openedAt: number, at: number, decision: TaxDecision): Act[] => [
  { at: openedAt, run: () => openTaxReview(newcomer.house, newcomer.staff, newcomer.id) },
  { at, run: () => decideTaxReview(newcomer.house, newcomer.staff, newcomer.id, decision) },
]

export const CUT_OFF = 'The letter is cut off at the bottom. Send both pages.'

function papers(newcomer: Newcomer, end: number): Act[] {
  const { n, joined } = newcomer
  const story = storyFor(n)
  if (story === 'none') return []
  const at = Math.min(joined + 3 * DAY, end - HOUR)
  const isExempt = story !== 'ein only'
  const submit = (when: number) => submitPapers(newcomer, when, isExempt, isExempt ? ['determination-letter.pdf'] : [])
  const decide = (when: number, decision: TaxDecision) =>
    decidePapers(newcomer, when - (20 + ((n * 37) % 340)) * 1000, when, decision)
  const approve: TaxDecision = { taxIdEinDetail: { status: 'Approved' }, taxExemptDetail: { status: 'Approved' } }
  const reject: TaxDecision = {
    taxIdEinDetail: { status: 'Approved' },
    taxExemptDetail: { status: 'Rejected' },
    reason: CUT_OFF,
    ...(n === REJECTED_MATCH && { againstRecord: { codes: ['REJECTED_MATCH'], reason: WHY_REJECTED } }),
  }
  switch (story) {
    case 'approved': {
      const message = n % 4 ? '' : 'Welcome, and thank you for your patience.'
      return [submit(at), ...decide(at + 2 * DAY, { ...approve, message })]
    }
    case 'ein only': {
      const decidedAt = Math.min(at + 2 * DAY, end - 40 * MINUTE)
      return [submit(at), ...decide(decidedAt, { taxIdEinDetail: { status: 'Approved' } })]
    }
    case 'rejected':
      return [submit(at), ...decide(at + DAY, reject)]
    case 'appealed':
      return [submit(at), ...decide(at + DAY, reject), submit(at + 3 * DAY), ...decide(at + 4 * DAY, approve)]
    case 'reopened': {
      const reopen = {
        taxExemptDetail: { status: 'Pending' },
        message: 'We are looking at your letter again.',
      } as const
      return [submit(at), ...decide(at + DAY, approve), ...decide(end - 2 * DAY, reopen)]
    }
    default: {
      const waitingSince = Math.max(at, end - ((n * 17) % 150) * HOUR)
      return story === 'waiting'
        ? [submit(waitingSince)]
        : [submit(at), ...decide(at + HOUR, reject), submit(Math.max(waitingSince, at + 2 * HOUR))]
    }
  }
}

function inviteOnly(house: House, crew: StaffActor[], end: number, n: number): Act[] {
  const staff = pick(crew, n)
  const form = inviteForm(fictionalOrganization(n))
  const k = n - ACCEPTED
  const first = k < 9 ? end - (k * 31 + 3) * HOUR : end - (20 + k * 3) * DAY
  let id = ''
  const acts: Act[] = [
    {
      at: first,
      run: async () => {
        id = (await inviteOrganization(house, staff, form))._id
      },
    },
  ]
  if (k % 4 === 1) acts.push({ at: first + HOUR, run: () => inviteOrganization(house, staff, { ...form, id }) })
  if (k > 12) acts.push({ at: first + 2 * DAY, run: () => revokeInvite(house, staff, id) })
  return acts.filter((act) => act.at <= end)
}
