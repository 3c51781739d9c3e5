import { registryKindNames, registryKinds, STALE_DAYS } from '@hikmah/contract/irs-registry/words'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { addressLine } from '@hikmah/contract/organizations/words'
import { newestSubmission, type TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { decisionFields, IRS_RECORD_CHANGED, LEGAL_NAME, taxEventTypes } from '@hikmah/contract/tax-verification/words'
import { dayText } from '@hikmah/contract/words'
import { StatusBadge } from '../../kit/display/StatusBadge.tsx'
import { formatDate, plural } from '../../kit/format/texts.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import { compareLetters, countDifferences } from './compare-letters.ts'
import { runsOf } from './compare-names.ts'
import { FactRows } from './FactRows.tsx'
import classes from './facts.module.css'
import type { Evidence, Fact } from './irs-record.ts'

const yesNo = (is: boolean) => (is ? 'Yes' : 'No')

/** What the organization's page says now and its submission did not: a submission freezes what was on record. */
export function changedFacts(taxStatus: TaxStatus, organization: Organization): Fact[] {
  const frozen = newestSubmission(taxStatus)?.snapshot
  if (!frozen) return []
  const { einChange } = taxStatus
  return [
    ...changedFact(
      decisionFields.ein,
      frozen.taxIdEin,
      taxStatus.taxIdEin,
      einChange ? `Changed by ${einChange.by}, ${formatDate(einChange.at, 'moment')}` : undefined,
    ),
    ...changedFact(LEGAL_NAME, frozen.orgName, organization.orgName),
    ...changedFact('Address', frozen.address, addressLine(organization.orgAddress)),
    ...changedFact('Claims exemption', yesNo(frozen.taxExempt), yesNo(taxStatus.taxExempt)),
  ]
}

function changedFact(field: string, sent: string, now: string, note?: string): Fact[] {
  if (sent === now) return []
  const pieces = compareLetters(sent, now)
  return [
    {
      field,
      state: note ? 'against' : 'differs',
      sent: runsOf(pieces, 'first'),
      irs: runsOf(pieces, 'second'),
      result: countDifferences(sent, now),
      spoken: `Submitted ${sent || 'nothing'}, on record ${now || 'nothing'}.`,
      note,
    },
  ]
}

interface Props {
  taxStatus: TaxStatus
  evidence: Evidence | null
  changed: Fact[]
}

/** "IRS files of Nov 1, 2026 · 1 change since"; it opens to the files that were searched, and to what changed. */
export function ChangesSince({ taxStatus, evidence, changed }: Props) {
  const submission = newestSubmission(taxStatus)
  const ofRecord = taxStatus.events.filter(
    ({ eventType, status, submittedAt }) =>
      eventType === taxEventTypes.record && status === 'Changed' && submittedAt > (submission?.submittedAt ?? 0),
  )
  const count = changed.length + ofRecord.length
  const newest = evidence?.sources.find(({ kind }) => kind === 'eo-bmf') ?? evidence?.sources[0]
  return (
    <details className={classes.files} key={changed.length} open={changed.length > 0}>
      <summary>
        <Icon name="document" size={14} />
        <span>{newest ? `IRS files of ${dayText(newest.snapshotOn)}` : 'Not looked up'}</span>
        {evidence?.stale && (
          <StatusBadge tone="warning" bare>
            over {STALE_DAYS} days old
          </StatusBadge>
        )}
        <span>
          {count > 0 ? `${plural(count, 'change')} since` : submission ? 'Nothing changed since' : 'Nothing submitted'}
        </span>
      </summary>
      {changed.length > 0 && <FactRows name="Changed since" facts={changed} sides={['Sent', 'Now']} />}
      <ul>
        {ofRecord.map(({ _id, submittedAt, messages }) => (
          <li key={_id}>
            {IRS_RECORD_CHANGED} {formatDate(submittedAt, 'll')}. {messages[0]?.message}
          </li>
        ))}
        {evidence &&
          registryKinds.map((kind) => {
            // Not being in a file that is not imported means nothing.
            const source = evidence.sources.find((file) => file.kind === kind)
            return (
              <li key={kind}>
                {registryKindNames[kind]}: {source ? dayText(source.snapshotOn) : 'not imported'}
              </li>
            )
          })}
      </ul>
    </details>
  )
}
