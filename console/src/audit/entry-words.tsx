import type { Activity, AuditEntry } from '@hikmah/contract/audit'
import { streamName } from '@hikmah/contract/communication/schemas'
import { isolatedInEnglish } from '@hikmah/contract/isolates'
import { formatMoney } from '@hikmah/contract/money'
import { isRolePair } from '@hikmah/contract/organization-team'
import { isStaffRole, roleLabels } from '@hikmah/contract/permissions'
import { plainTextOf } from '@hikmah/contract/rich-text'
import { capitalized } from '@hikmah/contract/words'
import type { TimelineItem } from '../kit/display/Timeline.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { fileSize, formatDate, joinByAnd, phoneText, wholeDollars } from '../kit/format/texts.ts'
import type { AuditWords } from '../sitemap/feature-words.ts'
import classes from './audit.module.css'

/** The words of every feature, found by the name of their file. */
const words = Object.values(import.meta.glob<AuditWords>('../*/audit-words.ts', { eager: true, import: 'auditWords' }))

/** What an entry may be about, by the letters of its label. */
export const entityLabels: Record<string, string> = Object.fromEntries(
  words.flatMap(({ entities = {} }) => Object.entries(entities)).sort(([, a], [, b]) => a.localeCompare(b)),
)

const actionWords: Record<string, string> = Object.assign({}, ...words.map(({ actions }) => actions))

const valueWords: Record<string, Record<string, string>> = Object.assign({}, ...words.map(({ values }) => values))

const isOf =
  (entity: string) =>
  ({ entities = {} }: AuditWords) =>
    Object.hasOwn(entities, entity)

/** The field names of the entry's own feature first, then those of the others, such as a tax review's. */
function fieldsOf(entity: string): Map<string, string> {
  const isOwn = isOf(entity)
  const ownFirst = [...words.filter(isOwn), ...words.filter((it) => !isOwn(it))]
  const fields = new Map<string, string>()
  for (const [field, label] of ownFirst.flatMap((it) => Object.entries(it.fields ?? {}))) {
    if (!fields.has(field)) fields.set(field, label)
  }
  return fields
}

type Told = Pick<AuditEntry, 'entity' | 'changes'>

/** Turns what an entry keeps as an amount into the text of the screens, and leaves all else as it is. */
function amountsOf({ entity, changes: { currency } }: Told) {
  const kinds = new Map(Object.entries(words.find(isOf(entity))?.money ?? {}))
  return (field: string, value: unknown) => {
    const kind = kinds.get(field)
    if (!kind || typeof value !== 'number') return value
    return kind === 'dollars'
      ? wholeDollars(value)
      : formatMoney(value, String(currency?.after ?? currency?.before ?? 'usd'))
  }
}

/** The changed fields with their labels, in the order of the screens, unknown ones last: the trail keeps no order. */
export function changedFields(entry: Told) {
  const { entity, changes } = entry
  const shown = amountsOf(entry)
  const fields = fieldsOf(entity)
  const known = [...fields.keys()]
  const placeOf = (field: string) => known.indexOf(field) + 1 || known.length + 1
  return Object.entries(changes)
    .sort(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([field, { before, after }]) => ({
      ...{ field, label: fields.get(field) ?? spelledOut(field) },
      before: shown(field, before),
      after: shown(field, after),
    }))
}

const isNew = (changes: AuditEntry['changes']) =>
  Object.values(changes).every(({ before }) => valueText(before) === null)

export const entityLabel = (entity: string) => entityLabels[entity] ?? spelledOut(entity)

/** `orgAddress.postalCode` to "Org address postal code", `invite-resent` to "Invite resent". */
const spelledOut = (name: string) =>
  capitalized(
    name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/[.\-_]+/g, ' ')
      .toLowerCase(),
  )

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:/
const DAY = /^\d{4}-\d\d-\d\d$/
/** Fields that count bytes. */
const SIZE = /size$/i
const PICTURE = /^\/api\/media\/[\da-f-]+\/file$/

/** A value of the audit trail in readable form; null when there was none. */
export function valueText(value: unknown, field = ''): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((one) => valueText(one, field)).join(', ')
  if (isRolePair(value)) return `${value.application} · ${value.roles}`
  if (isStaffRole(value)) return roleLabels[value]
  if (typeof value === 'object')
    return Object.values(value)
      .map((one) => valueText(one))
      .filter(Boolean)
      .join(' · ')
  if (typeof value === 'string' && value.startsWith('{"type":"doc"')) return plainTextOf(value)
  if (typeof value === 'number' && SIZE.test(field)) return fileSize(value)
  const text = String(value)
  const word = valueWords[field]?.[text]
  if (word) return word
  if (INSTANT.test(text)) return formatDate(text, 'LLL')
  // A calendar day, which no time zone may shift.
  if (DAY.test(text)) return formatDate(`${text}T00:00`, 'll')
  if (PICTURE.test(text)) return 'an image from the media library'
  return streamName(phoneText(text))
}

const reviewed = { einStatus: 'EIN', exemptStatus: 'exemption' }

/** `EIN and exemption approved`: the statuses of a review that a decision or a submission set. */
function reviewWords({ changes }: Activity): string | undefined {
  const told = new Map<string, string[]>()
  for (const [field, subject] of Object.entries(reviewed)) {
    const status = changes[field] && valueText(changes[field].after)
    if (!status) continue
    const outcome = status === 'Pending' ? 'reopened' : status.toLowerCase()
    told.set(outcome, [...(told.get(outcome) ?? []), subject])
  }
  const parts = [...told].map(([outcome, subjects]) => `${joinByAnd(subjects)} ${outcome}`)
  if (parts.length === 0) return undefined
  return [...parts, changes.against?.after ? 'against the record' : ''].filter(Boolean).join(', ')
}

/** `Promo code RAMADAN25 applied`, of the order that is named after it. */
function promoWords({ action, changes: { promo } }: Activity): string | undefined {
  const code = valueText(action === 'order.promo-removed' ? promo?.before : promo?.after)
  if (!code || !action.startsWith('order.promo-')) return undefined
  return `Promo code ${code} ${action === 'order.promo-removed' ? 'removed' : 'applied'}`
}

/** Longer values stand only where the row unfolds. */
const LONGEST_VALUE = 40
const MOST_FIELDS = 2
const statuses = ['orgStatus', 'status']

/** `New → In-progress`, `Phone set to (510) 555-0142`, `Phone, Website and 3 more changed`. */
function changeWords(entry: Activity): string | undefined {
  const fields = changedFields(entry).map(({ field, label, ...values }) => {
    const [before, after] = [values.before, values.after].map((value) => {
      const text = valueText(value, field)
      return text && isolatedInEnglish(statuses.includes(field) ? capitalized(text) : text)
    })
    return { field, label, before, after }
  })
  const status = fields.find(({ field, before, after }) => statuses.includes(field) && before && after)
  if (status) return `${status.before} → ${status.after}`
  const [first] = fields
  if (!first || !entry.action.endsWith('.updated')) return undefined
  if (fields.length > 1) {
    const more = fields.length - MOST_FIELDS
    const labels = fields.slice(0, MOST_FIELDS).map(({ label }) => label)
    return `${more > 0 ? `${labels.join(', ')} and ${more} more` : joinByAnd(labels)} changed`
  }
  const { label, before, after } = first
  if ([before, after].some((text) => (text?.length ?? 0) > LONGEST_VALUE)) return `${label} changed`
  if (!after) return `${label} emptied`
  return before ? `${label} ${before} → ${after}` : `${label} set to ${after}`
}

/** Where the name alone says what it is. */
const saysItself = ['organization', 'member', 'staff', 'tax-review', 'media']

/** `Order `, before a name that does not say what it is. */
export const wordBefore = (entity: string) => (saysItself.includes(entity) ? '' : `${spelledOut(entity)} `)

interface Sentence {
  before: string
  /** What it is about, which may lead there. */
  name: string
  after: string
}

/** What became of it, if that says more than its verb: `New → In-progress`, `EIN approved`. */
const outcomeOf = (entry: Activity) => (entry.action === 'tax-review.decided' ? reviewWords(entry) : changeWords(entry))

/** What happened: `Order #100046: New → In-progress`, `Invite sent: Masjid Quba`, `Signed in · Samira Haddad`. */
export function entrySentence(entry: Activity, { isWhole = true } = {}): Sentence {
  const { action, entity, entityName } = entry
  if (entityName === '' || (entity === 'organization' && !isWhole)) {
    return { before: actText(entry), name: '', after: '' }
  }
  const name = isolatedInEnglish(entityName)
  const change = outcomeOf(entry)
  if (change) return { before: wordBefore(entity), name, after: `: ${change}` }
  return { before: `${entryVerb(entry)}${/^(sign-in|session)\./.test(action) ? ' · ' : ': '}`, name, after: '' }
}

export function entryTitle(entry: Activity, options?: { isWhole?: boolean }): string {
  const { before, name, after } = entrySentence(entry, options)
  return `${before}${name}${after}`
}

/** What was done, where what it was done to stands beside it: `Status: New → In-progress`, `Invite sent`. */
export function actText(entry: Activity): string {
  const change = outcomeOf(entry)
  const isStatus = statuses.some((field) => entry.changes[field]?.before)
  return change ? capitalized(`${isStatus ? 'Status: ' : ''}${change}`) : entryVerb(entry)
}

/** `6 orders`; `6+ orders` where more may follow. */
export const manyThings = (entity: string, many: number, mayGoOn: boolean) =>
  `${many}${mayGoOn ? '+' : ''} ${entityLabel(entity).replace(/^[A-Z](?=[a-z-])/, (letter) => letter.toLowerCase())}`

function entryVerb(entry: Activity): string {
  return promoWords(entry) ?? actionWords[entry.action] ?? spelledOut(entry.action)
}

/** The same act of one person on many things. */
export const TOGETHER_MS = 5 * 60_000

/** What is decided and what moves money is read one by one. */
const STANDS_ALONE = /(decided|undone|refunded|credited|voided|marked-paid|marked-uncollectible)$/

/** Entries put together where they are one act within five minutes, on things that differ, whatever came between. */
export function actsOf<Entry extends Activity>(entries: readonly Entry[]): [Entry, ...Entry[]][] {
  const acts: [Entry, ...Entry[]][] = []
  const latest = new Map<string, [Entry, ...Entry[]]>()
  for (const entry of entries) {
    const { actor, action, entity, entityId } = entry
    const key = JSON.stringify([actor, action, entity, actText(entry)])
    const act = latest.get(key)
    const isSame =
      act &&
      !STANDS_ALONE.test(action) &&
      Date.parse(act[0].at) - Date.parse(entry.at) < TOGETHER_MS &&
      act.every((other) => other.entityId !== entityId)
    if (isSame) {
      act.push(entry)
      continue
    }
    const begun: [Entry, ...Entry[]] = [entry]
    acts.push(begun)
    latest.set(key, begun)
  }
  return acts
}

const SIGNED_IN = ['sign-in.completed', 'sign-in.remembered']

/** Who did it. Actions before signing in are marked, as the name was only claimed. */
export function actorText({ actor: { kind, name, id }, action, entityName }: Activity): string {
  if (kind === 'staff') return name
  // By now it is known whose email address was entered.
  if (SIGNED_IN.includes(action)) return entityName || name
  if (kind === 'public') return id === '' ? name : `${name}, during sign-in`
  return `${name} (${kind})`
}

type Sign = Pick<TimelineItem, 'glyph' | 'icon' | 'tone'>

const created: Sign = { icon: 'plus', tone: 'success' }
const agreed: Sign = { glyph: 'check', tone: 'success' }
const changed: Sign = { icon: 'edit' }
const gone: Sign = { glyph: 'cross', tone: 'danger' }
const against: Sign = { glyph: 'unequal', tone: 'danger' }
const refused: Sign = { glyph: 'slash', tone: 'warning' }
const access: Sign = { icon: 'key' }
const mailed: Sign = { glyph: 'envelope' }
const arrived: Sign = { glyph: 'up' }
const returned: Sign = { glyph: 'returned' }
const takenOut: Sign = { icon: 'download' }

/** The sign of an entry, by how its action ends; the first match counts. */
const kinds: [RegExp, Sign][] = [
  [/refused$/, refused],
  [/^session\.|(completed|remembered|ended|password-(changed|reset)|key-reissued)$/, access],
  [/(invited|sent|resent|sent-again|requested|reminded|responded)$/, mailed],
  [/(credited|refunded)$/, returned],
  [/(submitted|received|recorded|uploaded|opened|inquired)$/, arrived],
  [/(exported|read|link-copied)$/, takenOut],
  [/(created|imported|started)$/, created],
  [/(accepted|confirmed|verified|unlocked|restored|applied|resumed|retried|marked-paid|won)$/, agreed],
  [
    /(removed|deleted|erased|purged|revoked|archived|cancelled|unlinked|voided|marked-uncollectible|lost|expired)$/,
    gone,
  ],
  [
    /(updated|changed|replaced|change-planned|change-dropped|sorted|assigned|taken-over|decided|undone|linked|resynced|settled|reminders-held|reminders-released)$/,
    changed,
  ],
]

export function entrySign({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): Sign {
  if (changes.against?.after) return against
  const outcomes = [changes.einStatus, changes.exemptStatus].map((change) => change?.after)
  if (outcomes.includes('Rejected')) return gone
  if (outcomes.includes('Approved')) return agreed
  return kinds.find(([ending]) => ending.test(action))?.[1] ?? { glyph: 'dot' }
}

export function ChangeTable({ entry }: { entry: Told }) {
  const hasBefore = !isNew(entry.changes)
  // Empty fields of something new are not worth showing.
  const fields = changedFields(entry).filter(({ after }) => hasBefore || valueText(after) !== null)
  if (fields.length === 0) return <p className={classes.none}>Nothing else was recorded.</p>
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{hasBefore ? 'Changed' : 'Recorded'}</th>
          {hasBefore && <th scope="col">Before</th>}
          <th scope="col">{hasBefore ? 'After' : 'Value'}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, label, before, after }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            {hasBefore && (
              <td>
                <Value value={before} field={field} />
              </td>
            )}
            <td>
              <Value value={after} field={field} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ value, field }: { value: unknown; field: string }) {
  const text = valueText(value, field)
  const shown = text && statuses.includes(field) ? capitalized(text) : text
  // Otherwise two Arabic values would read as one text, the later one first.
  return shown === null ? <span className={classes.none}>empty</span> : <bdi>{breakable(shown)}</bdi>
}
