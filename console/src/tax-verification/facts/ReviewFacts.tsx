import { StatusBadge } from '../../kit/display/StatusBadge.tsx'
import { When } from '../../kit/format/When.tsx'
import { SectionHead } from '../../kit/page/Page.tsx'
import { howManyDiffer, type Piece, piecesOf } from './differences.ts'
import classes from './ReviewFacts.module.css'
import { type ComparedFact, hasChanged } from './review-facts.ts'

/**
 * What the organization handed in beside what its record says now. The papers froze the record, so what is equal proves
 * nothing: it has only not changed since.
 */
export function ReviewFacts({ facts }: { facts: ComparedFact[] }) {
  const isCompared = facts.some(({ submitted }) => submitted !== undefined)
  const changed = facts.filter(hasChanged).length
  return (
    <>
      <SectionHead title="Facts">
        {changed > 0 && (
          <span className={classes.legend} aria-hidden="true">
            <del>ab</del> only submitted <ins>ab</ins> only on record
          </span>
        )}
        {isCompared && (
          <span className={classes.count}>{changed > 0 ? `${changed} changed since` : 'Nothing changed since'}</span>
        )}
      </SectionHead>
      <p className={classes.source}>Submitted is as the organization sent it; on record is as its page says now.</p>
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
          <FactRow key={fact.field} fact={fact} />
        ))}
      </tbody>
    </table>
  )
}

function FactRow({ fact }: { fact: ComparedFact }) {
  const { field, submitted, onRecord, changed } = fact
  const isChanged = hasChanged(fact)
  const pieces = isChanged ? piecesOf(fact.submitted, onRecord) : []
  return (
    <tr data-differs={isChanged || undefined}>
      <th scope="row">{field}</th>
      <td data-label="Submitted">
        <span>
          {submitted === undefined ? (
            <i>Nothing submitted</i>
          ) : submitted && isChanged ? (
            <Marked pieces={pieces} only="first" />
          ) : (
            submitted || '–'
          )}
        </span>
      </td>
      <td data-label="On record now">
        <span>{onRecord && isChanged ? <Marked pieces={pieces} only="second" /> : onRecord || '–'}</span>
        {changed && (
          <b className={classes.changed}>
            Changed by {changed.by}, <When at={changed.at} />
          </b>
        )}
      </td>
      <td>
        <Result fact={fact} />
      </td>
    </tr>
  )
}

/** One of two texts, with what the other has not. */
function Marked({ pieces, only }: { pieces: Piece[]; only: 'first' | 'second' }) {
  const Mark = only === 'first' ? 'del' : 'ins'
  return pieces.map(({ both, [only]: own }, place) =>
    // The pieces of a text stay in their order.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    both ? both : own && <Mark key={place}>{own}</Mark>,
  )
}

function Result({ fact }: { fact: ComparedFact }) {
  const { submitted, onRecord, changed } = fact
  if (submitted === undefined) return <span className={classes.same}>Not compared</span>
  if (submitted === '' && onRecord === '') return <span className={classes.same}>–</span>
  if (!hasChanged(fact)) return <span className={classes.same}>Unchanged</span>
  return (
    <StatusBadge tone={changed ? 'danger' : 'warning'} bare>
      {howManyDiffer(submitted, onRecord)}
      <span className={classes.spoken}>
        : submitted {submitted || 'nothing'}, on record {onRecord || 'nothing'}
      </span>
    </StatusBadge>
  )
}
