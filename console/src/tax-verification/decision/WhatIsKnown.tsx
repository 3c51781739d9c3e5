import { STALE_DAYS } from '@hikmah/contract/irs-registry/schemas'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { missingItemNames } from '@hikmah/contract/tax-verification/words'
import { Button } from '@mantine/core'
import { StatusBadge } from '../../kit/display/StatusBadge.tsx'
import { Banner } from '../../kit/form/FormAlert.tsx'
import { formatDate } from '../../kit/format/dates.ts'
import { plural } from '../../kit/format/texts.ts'
import type { LookedUp } from '../facts/use-evidence.ts'
import { VerdictBadge, verdictText } from '../VerdictBadge.tsx'
import classes from './decision.module.css'

interface Props {
  taxStatus: TaxStatus
  /** The facts that have changed. */
  changed: string[]
  lookedUp: LookedUp
  /** The reason of a suggested rejection, if it may be used. */
  suggestedReason: string | undefined
  onReject: (reason: string) => void
}

/** What is known before deciding. */
export function WhatIsKnown({ taxStatus, changed, lookedUp, suggestedReason, onReject }: Props) {
  const { irsChange, missing, documents } = taxStatus
  const { evidence, isTyped, isChecking, failure } = lookedUp
  const isImported = evidence !== null && evidence.sources.length > 0
  return (
    <div className={classes.known}>
      {isChecking ? (
        <StatusBadge tone="pending">Looking it up</StatusBadge>
      ) : isImported ? (
        <VerdictBadge outcome={evidence.outcome} />
      ) : (
        <StatusBadge tone="pending">Not checked with the IRS</StatusBadge>
      )}
      {isImported && evidence.stale && <StatusBadge tone="warning">Over {STALE_DAYS} days old</StatusBadge>}
      {changed.length > 0 && <StatusBadge tone="warning">{plural(changed.length, 'change')} since</StatusBadge>}
      {irsChange && (
        <Banner
          tone="warning"
          text={`On ${formatDate(irsChange.at, 'll')}, after the decision, the IRS record changed from ${verdictText(irsChange.before)} to ${verdictText(irsChange.after)}. Decide again, or save as it is to keep the decision.`}
        />
      )}
      {isTyped && <p>This is about the EIN as typed. Decide for yourself what follows from it.</p>}
      {failure && <p role="alert">The EIN could not be looked up: {failure.message}</p>}
      {isImported && !isChecking && (
        <ul className={classes.reasons} aria-label="Reasons for the verdict">
          {evidence.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {!isImported && !isChecking && (
        <p>There is no IRS record to compare with.{documents.length > 0 && ' Read the documents.'}</p>
      )}
      {changed.length > 0 && <p>Changed after the documents were submitted: {changed.join(', ')}.</p>}
      {missing.length > 0 && (
        <p>
          <b>Missing:</b> {missing.map((item) => missingItemNames[item]).join(', ')}.
        </p>
      )}
      {suggestedReason && (
        <div className={classes.suggested}>
          <p>The verdict suggests rejecting the exemption: “{suggestedReason}” This is not chosen yet.</p>
          <Button variant="default" size="xs" onClick={() => onReject(suggestedReason)}>
            Reject with this reason
          </Button>
        </div>
      )}
    </div>
  )
}
