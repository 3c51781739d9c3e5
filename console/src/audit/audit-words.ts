import type { AuditEntry } from '@hikmah/contract/audit/schemas'
import { streamName } from '@hikmah/contract/communication/words'
import { isRolePair } from '@hikmah/contract/organization-team/words'
import { isStaffRole, roleLabels } from '@hikmah/contract/permissions'
import { plainTextOf } from '@hikmah/contract/rich-text/document'
import type { TimelineItem } from '../kit/display/Timeline.tsx'
import { formatDate } from '../kit/format/dates.ts'
import { phoneText } from '../kit/format/texts.ts'
import type { GlyphName } from '../kit/icons/glyphs.tsx'

/** Fields by the labels that the screens give them. What is not here is told by its own name. */
const fieldLabels: Record<string, string> = {
  orgName: 'Organization Name',
  orgShortName: 'Shortname',
  orgType: 'Org Type',
  orgEmail: 'Org Email',
  orgWebsite: 'Website',
  orgAdmin: 'Admin',
  orgStatus: 'Status',
  'orgAddress.line1': 'Address',
  'orgAddress.line2': 'Suite',
  'orgAddress.city': 'City',
  'orgAddress.state': 'State',
  'orgAddress.country': 'Country',
  'orgAddress.postalCode': 'ZIP code',
  'phoneFax.primaryPhone': 'Primary phone',
  'phoneFax.secondaryPhone': 'Secondary phone',
  'orgIcon.iconName': 'Icon',
  'orgLogo.logoName': 'Logo',
  ein: 'Tax ID/EIN',
  einStatus: 'EIN status',
  taxExempt: 'Tax exempted',
  exemptStatus: 'Tax exemption status',
  firstName: 'First name',
  lastName: 'Last name',
  'name.firstName': 'First name',
  'name.lastName': 'Last name',
  userName: 'E-mail',
  role: 'Role',
  access: 'Access',
  phoneNo: 'Phone',
  'address.line1': 'Address line 1',
  'address.line2': 'Address line 2',
  'address.city': 'City',
  'address.state': 'State',
  'address.postalCode': 'Postal code',
  'address.country': 'Country',
  'imageDetails.image': 'Photo',
  consoleAccess: 'Console access',
  deviceId: 'Device Id',
  macAddress: 'MAC address',
  'imageMetaData.imageUrl': 'Image',
  'imageMetaData.imageName': 'Image name',
  'imageMetaData.imageSize': 'Image size',
  keyIssuedAt: 'Device key issued',
  scheduleDate: 'Scheduled date',
  scheduleTime: 'Scheduled time',
  reason: 'Rejection reason',
  message: 'Message',
}

const known = Object.keys(fieldLabels)

/** The changed fields in the order of the screens, unknown ones last: the trail itself keeps no order. */
export const inOrder = (changes: AuditEntry['changes']) =>
  Object.entries(changes).sort(([a], [b]) => placeOf(a) - placeOf(b))

function placeOf(field: string): number {
  const place = known.indexOf(field)
  return place < 0 ? known.length : place
}

/** Something that came to be: there is no before to tell. */
export const isNew = (changes: AuditEntry['changes']) =>
  Object.values(changes).every(({ before }) => valueText(before) === null)

/** What an entry may be about. */
export const entityLabels: Record<string, string> = {
  organization: 'Organizations',
  invite: 'Invites',
  member: 'Team members of organizations',
  staff: 'Console staff',
  media: 'Images',
  mail: 'Mails',
  audit: 'Audit trail',
  device: 'Devices',
  'demo-request': 'Demo requests',
  'contact-inquiry': 'Contact inquiries',
}

export const entityLabel = (entity: string) => entityLabels[entity] ?? spelledOut(entity)

/** Words for actions whose own name would not say it as plainly. */
const actionWords: Record<string, string> = {
  'organization.status-changed': 'Status changed',
  'tax-papers.submitted': 'Tax papers submitted',
  'tax-review.decided': 'Tax review changed',
  'tax-review.message-sent': 'Message sent about the tax review',
  'sign-in.code-sent': 'Sign-in code sent',
  'sign-in.completed': 'Signed in',
  'sign-in.remembered': 'Signed in by a remembered login',
  'sign-in.copied-login-refused': 'Copied login refused',
  'session.all-ended': 'Signed out everywhere',
  'staff.invited': 'Invited to the console',
  'staff.updated': 'Role or access changed',
  'staff.verified': 'E-mail verified',
  'staff.code-sent': 'Verification code sent again',
  'staff.reset-code-requested': 'Password reset code asked for',
  'staff.password-reset': 'Password reset',
  'staff.profile-updated': 'Profile updated',
  'staff.preferences-updated': 'E-mail preferences changed',
  'staff.password-changed': 'Password changed',
  'staff.password-change-refused': 'Change of password refused',
  'staff.list-exported': 'Whole list read',
  'audit.exported': 'Exported',
  'staff.unlocked': 'Account unlocked',
  'staff.sessions-ended': 'Signed out everywhere',
  'member.confirmed': 'Team member confirmed',
  'member.invited': 'Team member invited',
  'member.updated': 'Team member changed',
  'member.removed': 'Team member removed',
  'member.invite-resent': 'Team member invited again',
  'device.removed': 'Device taken back',
  'demo-request.responded': 'Demo request answered',
  'contact-inquiry.responded': 'Contact inquiry answered',
  'device.key-reissued': 'New device key issued',
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `orgAddress.postalCode` to "Org address postal code", `invite-resent` to "Invite resent". */
const spelledOut = (name: string) =>
  capital(
    name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/[.\-_]+/g, ' ')
      .toLowerCase(),
  )

export const fieldLabel = (field: string) => fieldLabels[field] ?? spelledOut(field)

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:/
const DAY = /^\d{4}-\d\d-\d\d$/
const PICTURE = /^\/api\/media\/[\da-f-]+\/file$/

/** A value of the audit trail as a reader says it; null when there was none. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(valueText).join(', ')
  if (isRolePair(value)) return `${value.application} · ${value.roles}`
  if (isStaffRole(value)) return roleLabels[value]
  if (typeof value === 'object') return Object.values(value).map(valueText).filter(Boolean).join(' · ')
  if (typeof value === 'string' && value.startsWith('{"type":"doc"')) return plainTextOf(value)
  const text = String(value)
  if (INSTANT.test(text)) return formatDate(text, 'LLL')
  // A day in somebody's calendar, which no zone may shift.
  if (DAY.test(text)) return formatDate(`${text}T00:00`, 'll')
  if (PICTURE.test(text)) return 'a picture of the media library'
  return streamName(phoneText(text))
}

/** The statuses of a review that a decision or a submission set, in the words of the tax history. */
function reviewWords({ changes }: AuditEntry): string | undefined {
  const told = (['einStatus', 'exemptStatus'] as const).flatMap((field) => {
    const change = changes[field]
    if (!change) return []
    const subject = field === 'einStatus' ? 'EIN/Tax ID' : 'Tax exemptions'
    return `${subject} ${change.after === 'Pending' ? 'reopened' : valueText(change.after)}`
  })
  return told.length > 0 ? told.join(', ') : undefined
}

/** What happened, as a title. A member or an invite is named; the organization itself need not be on a page about it. */
export function entryTitle(entry: AuditEntry, isWhole = false): string {
  const { action, entity, entityName } = entry
  const decided = action === 'tax-review.decided' ? reviewWords(entry) : undefined
  const words = decided ?? actionWords[action] ?? spelledOut(action)
  return (entity === 'organization' && !isWhole) || entityName === '' ? words : `${words}: ${entityName}`
}

/** Who did it. What was done before a sign-in is told so, as the name was only claimed. */
export function actorText({ kind, name, id }: AuditEntry['actor']): string {
  if (kind === 'staff') return name
  if (kind === 'public') return id === '' ? name : `${name} (not signed in)`
  return `${name} (${kind})`
}

const shapes: [RegExp, GlyphName, TimelineItem['tone']?][] = [
  [/accepted|confirmed|created|verified|unlocked/, 'check', 'success'],
  [/removed|deleted|revoked|refused/, 'cross', 'danger'],
  [/submitted/, 'up'],
  [/invit|mail|message/, 'envelope'],
]

export function entrySign({ action, changes }: AuditEntry): Pick<TimelineItem, 'glyph' | 'tone'> {
  const outcomes = [changes.einStatus, changes.exemptStatus].map((change) => change?.after)
  if (outcomes.includes('Rejected')) return { glyph: 'cross', tone: 'danger' }
  if (outcomes.includes('Approved')) return { glyph: 'check', tone: 'success' }
  const [, glyph, tone] = shapes.find(([pattern]) => pattern.test(action)) ?? [undefined, 'dot' as const]
  return { glyph, tone }
}
