import { describeVerdict, newestSnapshot } from '@hikmah/contract/irs-registry/words'
import { isDecided } from '@hikmah/contract/tax-verification/rules'
import type { TaxEvent, TaxEvidence, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import {
  decisionFields,
  describeCodes,
  IRS_RECORD_THEN,
  messageTitles,
  RECORD_CHANGED_SINCE,
  type ReviewKind,
  reviewNames,
  taxEventTypes,
} from '@hikmah/contract/tax-verification/words'
import { dayText } from '@hikmah/contract/words'
import { joinByAnd } from '../../kit/format/texts.ts'
import { When } from '../../kit/format/When.tsx'
import { Glyph } from '../../kit/icons/glyphs.tsx'
import { Said } from '../ReviewLetter.tsx'
import classes from '../review.module.css'

type Kept = NonNullable<TaxEvent['against']>

/** What a decision contradicted, why it was made all the same, and the record it was made on. */
export const AgainstText = ({ against, evidence }: { against: Kept; evidence: TaxEvidence | null }) => (
  <>
    <Said title={decisionFields.against} text={describeCodes(against.codes)} />
    <Said title={decisionFields.againstReason} text={against.reason} />
    <Said title={IRS_RECORD_THEN} text={recordText(evidence)} />
  </>
)

/** "Revoked, IRS files of Nov 1, 2026". */
function recordText(evidence: TaxEvidence | null): string {
  const filesOf = evidence && newestSnapshot(evidence.sources)
  const { name } = describeVerdict(evidence?.outcome ?? null)
  return filesOf ? `${name}, IRS files of ${dayText(filesOf)}` : name
}

/** The event of the decision that stands; undefined while none does. */
export function decisionOf({ events, taxIdEinDetail, taxExemptDetail }: TaxStatus, kind: ReviewKind) {
  const { status } = kind === 'ein' ? taxIdEinDetail : taxExemptDetail
  return isDecided(status)
    ? events.findLast((event) => event.eventType === taxEventTypes[kind] && event.status === status)
    : undefined
}

export const wasPaperUnseen = (event: TaxEvent | undefined) =>
  event?.messages.some(({ title }) => title === messageTitles.withoutPaper) ?? false

/** On the organization's page: the decisions that stand against the record, and what changed in it since. */
export function DecidedAgainst({ taxStatus }: { taxStatus: TaxStatus }) {
  const decided = (['ein', 'exemption'] as const).flatMap((kind) => {
    const event = decisionOf(taxStatus, kind)
    return event?.against ? [{ kind, event, against: event.against }] : []
  })
  const change = taxStatus.irsChange && taxStatus.events.findLast(({ status }) => status === 'Changed')
  return (
    <>
      {[...Map.groupBy(decided, ({ event }) => event.submittedAt)].map(([at, parts]) => {
        const [{ event, against }] = parts as [(typeof parts)[0]]
        const codes = parts.flatMap((part) => part.against.codes)
        return (
          <div key={at} className={classes.kept}>
            <p>
              <span className={classes.against}>
                <Glyph name="unequal" />
              </span>{' '}
              <b>{`${joinByAnd(parts.map(({ kind }) => reviewNames[kind]))} ${event.status} against the record`}</b> by{' '}
              <bdi translate="no">{event.by}</bdi>, <When at={at} as="moment" />
            </p>
            <AgainstText against={{ ...against, codes }} evidence={event.evidence} />
          </div>
        )
      })}
      {change && (
        <div className={classes.kept}>
          <p>
            <b>{RECORD_CHANGED_SINCE}</b>, <When at={change.submittedAt} as="moment" />
          </p>
          {change.messages.map(({ title, message }) => (
            <Said key={title} title={title} text={message} />
          ))}
        </div>
      )}
    </>
  )
}
