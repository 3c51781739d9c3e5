import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { When } from '../kit/format/When.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './ReviewFacts.module.css'
import { type ComparedFact, isSame } from './review-facts.ts'

/**
 * What the organization handed in beside what its record says now. The papers froze the record, so what is equal proves
 * nothing: it has only not changed since.
 */
export function ReviewFacts({ facts }: { facts: ComparedFact[] }) {
  const compared = facts.filter(({ submitted }) => submitted !== undefined)
  const changed = compared.filter((fact) => !isSame(fact)).length
  return (
    <>
      <SectionHead title="Facts">
        {compared.length > 0 && (
          <span className={classes.count}>{changed > 0 ? `${changed} changed since` : 'Nothing changed since'}</span>
        )}
      </SectionHead>
      <p className={classes.source}>
        Submitted is as the organization sent it; on record is as its page says now. Not checked with the IRS.
      </p>
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
              {fact.changed && (
                <b className={classes.changed}>
                  Changed by {fact.changed.by}, <When at={fact.changed.at} />
                </b>
              )}
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
  const { submitted, onRecord } = fact
  if (submitted === undefined) return <span className={classes.same}>Not compared</span>
  if (submitted === '' && onRecord === '') return <span className={classes.same}>–</span>
  if (isSame(fact)) return <span className={classes.same}>Unchanged</span>
  return (
    <StatusBadge tone={fact.changed ? 'danger' : 'warning'} bare>
      {fact.changed ? 'Changed by staff' : 'Changed since'}
    </StatusBadge>
  )
}
