import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './ReviewFacts.module.css'
import { type ComparedFact, isSame } from './review-facts.ts'

/** What was submitted beside what is on record, so that a difference is read across. */
export function ReviewFacts({ facts }: { facts: ComparedFact[] }) {
  const compared = facts.filter(({ submitted }) => submitted !== undefined)
  const differing = compared.filter((fact) => !isSame(fact)).length
  return (
    <>
      <SectionHead title="Facts">
        {compared.length > 0 && (
          <span className={classes.count}>{differing > 0 ? plural(differing, 'difference') : 'No difference'}</span>
        )}
      </SectionHead>
      <FactsTable facts={facts} />
    </>
  )
}

function FactsTable({ facts }: { facts: ComparedFact[] }) {
  return (
    <table className={classes.facts} aria-label="Facts">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Submitted</th>
          <th scope="col">On record now</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {facts.map((fact) => (
          <tr key={fact.field} data-differs={(fact.submitted !== undefined && !isSame(fact)) || undefined}>
            <th scope="row">{fact.field}</th>
            <td data-label="Submitted">
              <span>{fact.submitted === undefined ? <i>Nothing submitted</i> : fact.submitted || '–'}</span>
            </td>
            <td data-label="On record now">
              <span>{fact.onRecord || '–'}</span>
            </td>
            <td>
              <Result fact={fact} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Result({ fact }: { fact: ComparedFact }) {
  if (fact.submitted === undefined) return <span className={classes.same}>Not compared</span>
  if (!isSame(fact)) {
    return (
      <StatusBadge tone="warning" bare>
        Differs
      </StatusBadge>
    )
  }
  return (
    <span className={classes.same}>
      <Icon name="check" size={12} />
      Same
    </span>
  )
}
