import { StatusBadge } from '../../kit/display/StatusBadge.tsx'
import { When } from '../../kit/format/When.tsx'
import { Icon } from '../../kit/icons/icons.tsx'
import { howManyDiffer, piecesOf } from './differences.ts'
import { FactsTable, Marked, MarksLegend, Spoken } from './FactsTable.tsx'
import classes from './ReviewFacts.module.css'
import { type ComparedFact, hasChanged } from './review-facts.ts'

interface Props {
  facts: ComparedFact[]
  /** There is nothing else to compare with. */
  isAlone: boolean
}

/**
 * What the organization submitted, next to its record now. A submission freezes the record, so equality only means that
 * nothing has changed since.
 */
export function ReviewFacts({ facts, isAlone }: Props) {
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
      <FactsTable name="Facts" first="Submitted" second="On record now" lines={facts.map(lineOf)} />
    </details>
  )
}

function lineOf(fact: ComparedFact) {
  const { field, submitted, onRecord, changed } = fact
  const isChanged = hasChanged(fact)
  const pieces = isChanged ? piecesOf(fact.submitted, onRecord) : []
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
  if (submitted === undefined) return <span className={classes.same}>Not compared</span>
  if (submitted === '' && onRecord === '') return <span className={classes.same}>–</span>
  if (!hasChanged(fact)) return <span className={classes.same}>Unchanged</span>
  return (
    <StatusBadge tone={changed ? 'danger' : 'warning'} bare>
      {howManyDiffer(submitted, onRecord)}
      <Spoken>
        : submitted {submitted || 'nothing'}, on record {onRecord || 'nothing'}
      </Spoken>
    </StatusBadge>
  )
}
