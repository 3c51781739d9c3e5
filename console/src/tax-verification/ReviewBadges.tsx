import type { ReviewStatus } from '@hikmah/contract/common'
import { describeVerdict, type VerdictGroup, type VerdictOutcome } from '@hikmah/contract/irs-registry/words'
import { organizationStatusLabels, organizationStatusTones } from '@hikmah/contract/organizations/words'
import type { TaxReview, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import {
  contradictionNames,
  describeReviewStatus,
  longWaitCutoff,
  type MissingItem,
  type ReviewKind,
  waitingKindNames,
} from '@hikmah/contract/tax-verification/words'
import { capitalized } from '@hikmah/contract/words'
import type { ReactNode } from 'react'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { formatDate } from '../kit/format/texts.ts'
import { Glyph, type GlyphName, type Tone } from '../kit/icons/glyphs.tsx'
import { LinkTo } from '../kit/page/Page.tsx'
import classes from './review.module.css'

export function TaxStatusBadge(props: { kind: ReviewKind; status: ReviewStatus | null; bare?: boolean | undefined }) {
  const { label, tone } = describeReviewStatus(props.kind, props.status)
  return (
    <StatusBadge tone={tone} bare={props.bare}>
      {label}
    </StatusBadge>
  )
}

const verdictSigns: Record<VerdictGroup, { tone: Tone; glyph?: GlyphName }> = {
  match: { tone: 'success' },
  differs: { tone: 'warning' },
  'not-deductible': { tone: 'warning', glyph: 'minus' },
  revoked: { tone: 'danger' },
  'not-listed': { tone: 'invite', glyph: 'dot' },
  'not-checked': { tone: 'pending' },
}

export function VerdictBadge({ outcome, bare }: { outcome: VerdictOutcome | null; bare?: boolean }) {
  const { name, group } = describeVerdict(outcome)
  return (
    <StatusBadge {...verdictSigns[group]} bare={bare}>
      {name}
    </StatusBadge>
  )
}

/** Beside what was decided against the record. */
export const AgainstMark = () => (
  <span className={classes.against}>
    <Glyph name="unequal" /> against
  </span>
)

export const BlockedMark = () => (
  <StatusBadge tone={organizationStatusTones.blocked} bare>
    {organizationStatusLabels.blocked}
  </StatusBadge>
)

/** Beside an approval that a later record speaks against. */
export function RecordChanged({ irsChanged, outcome, einShared }: TaxReview) {
  const now = einShared ? contradictionNames.EIN_OF_ANOTHER : describeVerdict(outcome).name
  return irsChanged && <small className={classes.missing}>now {now}</small>
}

export const isLongWait = (since: string | null) => since !== null && new Date(since) < longWaitCutoff()

/** "Asked for documents Nov 20", until they come. */
export function AskedForPapers({ at }: { at: string | null }) {
  if (!at) return null
  return (
    <span className={classes.askedFor}>
      <Glyph name="envelope" /> Asked for documents {formatDate(at, 'MMM D')}
    </span>
  )
}

export const ReviewsLink = ({ children = 'Go to the reviews' }: { children?: ReactNode }) => (
  <LinkTo to="/reviews">{children}</LinkTo>
)

/** "EIN, exemption again": what part of a review is waiting, and whether it was submitted before. */
export function waitsFor({ einStatus, exemptStatus, resubmitted, irsChanged, einShared }: TaxReview): string {
  const waiting = [einStatus === 'Pending' && 'EIN', exemptStatus === 'Pending' && 'exemption'].filter(Boolean)
  if (waiting.length === 0 && irsChanged)
    return einShared ? contradictionNames.EIN_OF_ANOTHER : waitingKindNames.changed
  return capitalized(`${waiting.join(', ')}${resubmitted ? ' again' : ''}`)
}

const shortNames: Record<MissingItem, string> = {
  ein: 'EIN',
  documents: 'documents',
  address: 'address',
  admin: 'admin',
  'admin-email': 'email',
}

/** "No EIN, address": what a decision needs and is not provided yet; '' if nothing is missing. */
export const missingText = ({ missing }: Pick<TaxReview, 'missing'>): string =>
  missing.length === 0 ? '' : `No ${missing.map((item) => shortNames[item]).join(', ')}`

/** How many steps the history of a review has. */
export const countSteps = ({ events, requests, earlier }: TaxStatus) =>
  events.length + requests.length + earlier.events + earlier.requests
