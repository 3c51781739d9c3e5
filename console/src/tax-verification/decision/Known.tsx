import { describeVerdict } from '@hikmah/contract/irs-registry/words'
import { describeHolder } from '@hikmah/contract/tax-verification/against-record'
import type { EinHolder, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { missingItemNames } from '@hikmah/contract/tax-verification/words'
import { Button } from '@mantine/core'
import { Banner } from '../../kit/feedback/FormAlert.tsx'
import { formatDate } from '../../kit/format/texts.ts'
import classes from './decision.module.css'

const IS_BLOCKED = 'The organization is blocked: it cannot send papers, and its letters wait until it is unblocked.'

interface Props {
  taxStatus: TaxStatus
  changed: string[]
  /** Of the EIN on record, as long as no choice is against that. */
  holders: EinHolder[]
  suggestedReason: string | undefined
  onReject: (reason: string) => void
}

const describeChange = ({ before, after, einShared }: NonNullable<TaxStatus['irsChange']>) =>
  einShared
    ? 'another organization came to hold this EIN'
    : `the IRS record changed from ${describeVerdict(before).name} to ${describeVerdict(after).name}`

/** What to know before answering, beyond the facts and the verdict. */
export function Known({ taxStatus, changed, holders, suggestedReason, onReject }: Props) {
  const { irsChange, missing, isBlocked } = taxStatus
  return (
    <>
      {isBlocked && <Banner tone="warning" text={IS_BLOCKED} />}
      {irsChange && (
        <Banner
          tone="warning"
          text={`On ${formatDate(irsChange.at, 'll')}, after the decision, ${describeChange(irsChange)}. Decide again, or save as it is to keep the decision.`}
        />
      )}
      {holders.length > 0 && (
        <p className={classes.hint}>{holders.map((holder) => describeHolder(holder).text).join(' ')}</p>
      )}
      {changed.length > 0 && (
        <p className={classes.hint}>Changed after the documents were submitted: {changed.join(', ')}.</p>
      )}
      {missing.length > 0 && (
        <p className={classes.hint}>
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
    </>
  )
}
