import type { Organization } from '@hikmah/contract/organizations/schemas'
import { addressLine } from '@hikmah/contract/organizations/words'
import { newestSubmission, type TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { decisionFields, LEGAL_NAME } from '@hikmah/contract/tax-verification/words'
import type { ReactNode } from 'react'
import { StatusBadge } from '../../kit/display/StatusBadge.tsx'
import { When } from '../../kit/format/When.tsx'
import { Icon } from '../../kit/icons/icons.tsx'
import classes from './facts.module.css'
import { compareLetters, countDifferences, NOTHING_TO_COMPARE, type Piece } from './irs-facts.ts'

interface ComparedFact {
  field: string
  submitted: string | undefined
  onRecord: string
  /** Which staff member made the change, and when, if known. */
  changed?: { by: string; at: string } | null
}

const yesNo = (is: boolean) => (is ? 'Yes' : 'No')

export function compareFacts(taxStatus: TaxStatus, organization: Organization): ComparedFact[] {
  const frozen = newestSubmission(taxStatus)?.snapshot ?? undefined
  return [
    {
      field: decisionFields.ein,
      submitted: frozen?.taxIdEin,
      onRecord: taxStatus.taxIdEin,
      changed: taxStatus.einChange,
    },
    { field: LEGAL_NAME, submitted: frozen?.orgName, onRecord: organization.orgName },
    { field: 'Address', submitted: frozen?.address, onRecord: addressLine(organization.orgAddress) },
    { field: 'Claims exemption', submitted: frozen && yesNo(frozen.taxExempt), onRecord: yesNo(taxStatus.taxExempt) },
  ]
}

export const hasChanged = (fact: ComparedFact): fact is ComparedFact & { submitted: string } =>
  fact.submitted !== undefined && fact.submitted !== fact.onRecord

/** A submission freezes the record, so equality only means that nothing has changed since. */
export function ReviewFacts({ facts, isAlone }: { facts: ComparedFact[]; isAlone: boolean }) {
  const isCompared = facts.some(({ submitted }) => submitted !== undefined)
  const changed = facts.filter(hasChanged).length
  const says = changed > 0 ? `${changed} changed since` : isCompared ? 'Nothing changed since' : 'Nothing submitted'
  return (
    <details className={classes.ours} open={isAlone || changed > 0}>
      <summary>
        <Icon name="right" size={12} />
        <b>Submitted and on record now</b>
        {changed > 0 && <MarksLegend first="Submitted" second="on record" />}
        <span className={classes.count}>{says}</span>
      </summary>
      <p className={classes.source}>
        Submitted shows what the organization sent; on record shows what its page says now.
      </p>
      <FactsTable name="Facts" first="Submitted" second="On record now" lines={facts.map(describeFact)} />
    </details>
  )
}

function describeFact(fact: ComparedFact) {
  const { field, submitted, onRecord, changed } = fact
  const isChanged = hasChanged(fact)
  const pieces = isChanged ? compareLetters(fact.submitted, onRecord) : []
  return {
    field,
    differs: isChanged,
    isSame: !isChanged,
    first:
      submitted === undefined ? (
        <i>Nothing submitted</i>
      ) : submitted && isChanged ? (
        <span>
          <Marked pieces={pieces} only="first" />
        </span>
      ) : (
        submitted || '–'
      ),
    second: (
      <>
        <span>{onRecord && isChanged ? <Marked pieces={pieces} only="second" /> : onRecord || '–'}</span>
        {changed && (
          <b className={classes.changed}>
            Changed by {changed.by}, <When at={changed.at} />
          </b>
        )}
      </>
    ),
    result: <Result fact={fact} />,
  }
}

function Result({ fact }: { fact: ComparedFact }) {
  const { submitted, onRecord, changed } = fact
  if (submitted === undefined) return <span className={classes.same}>{NOTHING_TO_COMPARE}</span>
  if (submitted === '' && onRecord === '') return <span className={classes.same}>–</span>
  if (!hasChanged(fact)) return <span className={classes.same}>Unchanged</span>
  return (
    <StatusBadge tone={changed ? 'danger' : 'warning'} bare>
      {countDifferences(submitted, onRecord)}
      <Spoken>
        : submitted {submitted || 'nothing'}, on record {onRecord || 'nothing'}
      </Spoken>
    </StatusBadge>
  )
}

export interface FactLine {
  field: string
  first: ReactNode
  second: ReactNode
  result: ReactNode
  differs?: boolean
  /** Both say the same, so that a small screen shows one of them. */
  isSame?: boolean
}

interface TableProps {
  name: string
  first: string
  second: string
  lines: FactLine[]
}

export function FactsTable({ name, first, second, lines }: TableProps) {
  return (
    <table className={classes.facts} aria-label={name}>
      <thead>
        <tr>
          {['Field', first, second, 'Result'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.field} data-differs={line.differs || undefined} data-both={!line.isSame || undefined}>
            <th scope="row">{line.field}</th>
            <td data-label={first}>{line.first}</td>
            <td data-label={second}>{line.second}</td>
            <td>{line.result}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Marked({ pieces, only }: { pieces: Piece[]; only: 'first' | 'second' }) {
  const Mark = only === 'first' ? 'del' : 'ins'
  return pieces.map(({ isSame, [only]: text }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text stay in their order
    isSame ? text : text && <Mark key={place}>{text}</Mark>,
  )
}

/** What the marks mean, for sighted readers. */
export function MarksLegend({ first, second }: Pick<TableProps, 'first' | 'second'>) {
  return (
    <span className={classes.legend} aria-hidden="true">
      <del>ab</del> only {first.toLowerCase()} <ins>ab</ins> only {second}
    </span>
  )
}

/** For screen readers, which do not convey the marks. */
export const Spoken = ({ children }: { children: ReactNode }) => <span className="spoken">{children}</span>
