import type { Organization } from '@hikmah/contract/organizations/schemas'
import { addressLine } from '@hikmah/contract/organizations/words'
import { newestSubmission, type TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { decisionFields, LEGAL_NAME } from '@hikmah/contract/tax-verification/words'
import type { ReactNode } from 'react'
import { StatusBadge } from '../../kit/display/StatusBadge.tsx'
import { When } from '../../kit/format/When.tsx'
import { Icon } from '../../kit/icons/icons.tsx'
import { ColumnHeads } from '../../kit/page/Page.tsx'
import classes from './facts.module.css'
import { asWritten, compareTexts, differs, type Fact, NOT_COMPARED } from './irs-facts.ts'

const yesNo = (is: boolean) => (is ? 'Yes' : 'No')

export function compareFacts(taxStatus: TaxStatus, organization: Organization): Fact[] {
  const frozen = newestSubmission(taxStatus)?.snapshot
  return [
    compareFact(decisionFields.ein, frozen?.taxIdEin, taxStatus.taxIdEin, taxStatus.einChange),
    compareFact(LEGAL_NAME, frozen?.orgName, organization.orgName),
    compareFact('Address', frozen?.address, addressLine(organization.orgAddress)),
    compareFact('Claims exemption', frozen ? yesNo(frozen.taxExempt) : undefined, yesNo(taxStatus.taxExempt)),
  ]
}

/** A submission freezes the record, so equality only means that nothing has changed since. */
function compareFact(field: string, first: string | undefined, second: string, changed?: Fact['changed']): Fact {
  const fact = { field, first, second, changed }
  if (first === undefined) return { ...fact, isSame: true, result: NOT_COMPARED }
  if (first === second) return { ...fact, isSame: true, result: { says: first === '' ? '–' : 'Unchanged' } }
  const { pieces, result } = compareTexts(first, second, asWritten)
  return { ...fact, pieces, result: { ...result, tone: changed ? 'danger' : 'warning' } }
}

export function ReviewFacts({ facts, isAlone }: { facts: Fact[]; isAlone: boolean }) {
  const isCompared = facts.some(({ first }) => first !== undefined)
  const changed = facts.filter(differs).length
  const says = changed > 0 ? `${changed} changed since` : isCompared ? 'Nothing changed since' : 'Nothing submitted'
  return (
    <details className={classes.ours} open={isAlone || changed > 0}>
      <summary>
        <Icon name="right" size={12} />
        <b>Submitted and on record now</b>
        {changed > 0 && <MarksLegend first="submitted" second="on record" />}
        <span className="fine">{says}</span>
      </summary>
      <p className={classes.source}>
        Submitted shows what the organization sent; on record shows what its page says now.
      </p>
      <FactsTable
        name="Facts"
        facts={facts}
        first={{ head: 'Submitted', missing: 'Nothing submitted', empty: '–' }}
        second={{ head: 'On record now', empty: '–' }}
        speak={({ first, second }) => `: submitted ${first || 'nothing'}, on record ${second || 'nothing'}`}
      />
    </details>
  )
}

interface Side {
  head: string
  /** Shown where the fact is not known. */
  missing?: string
  empty: ReactNode
}

interface TableProps {
  name: string
  facts: Fact[]
  first: Side
  second: Side
  /** What screen readers say of a difference, as they do not convey the marks. */
  speak: (fact: Fact) => string
}

export function FactsTable({ name, facts, first, second, speak }: TableProps) {
  return (
    <table className={classes.facts} aria-label={name}>
      <ColumnHeads names={['Field', first.head, second.head, 'Result']} />
      <tbody>
        {facts.map((fact) => (
          <tr key={fact.field} data-differs={differs(fact) || undefined} data-both={!fact.isSame || undefined}>
            <th scope="row">{fact.field}</th>
            <td data-label={first.head}>
              <FactText fact={fact} only="first" {...first} />
            </td>
            <td data-label={second.head}>
              <FactText fact={fact} only="second" {...second} />
              {fact.note && <small className={classes.note}>{fact.note}</small>}
              {fact.changed && (
                <small className={classes.changed}>
                  Changed by {fact.changed.by}, <When at={fact.changed.at} />
                </small>
              )}
            </td>
            <td>
              <Result fact={fact} spoken={fact.pieces && speak(fact)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One of two texts, with what the other has not marked. */
function FactText({ fact, only, missing, empty }: { fact: Fact; only: 'first' | 'second' } & Omit<Side, 'head'>) {
  const { pieces, [only]: text } = fact
  const Mark = only === 'first' ? 'del' : 'ins'
  if (text === undefined) return <span className="quiet">{missing}</span>
  return (
    <span>
      {pieces && text
        ? pieces.map(({ isSame, [only]: piece }, place) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text stay in their order
            isSame ? piece : piece && <Mark key={place}>{piece}</Mark>,
          )
        : text || empty}
    </span>
  )
}

function Result({ fact: { result }, spoken }: { fact: Fact; spoken: string | undefined }) {
  if (result.tone === 'warning' || result.tone === 'danger') {
    return (
      <StatusBadge tone={result.tone} bare>
        {result.says}
        <span className="spoken">{spoken}</span>
      </StatusBadge>
    )
  }
  return (
    <span className={classes.same}>
      {result.tone === 'success' && <Icon name="check" size={14} />}
      {result.says}
    </span>
  )
}

/** What the marks mean, for sighted readers. */
export const MarksLegend = ({ first, second }: { first: string; second: string }) => (
  <span className={classes.legend} aria-hidden="true">
    <del>ab</del> only {first} <ins>ab</ins> only {second}
  </span>
)
