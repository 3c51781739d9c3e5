import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { DecisionTimes } from '@hikmah/contract/tax-verification/schemas'
import { IRS_RECORD, TIME_PER_DECISION } from '@hikmah/contract/tax-verification/words'
import { dayText } from '@hikmah/contract/words'
import { useQuery } from '@tanstack/react-query'
import { read, useMay } from '../../kit/api/data.ts'
import { countText, plural } from '../../kit/format/texts.ts'
import { EmptyState, LoadFailure, NotAllowed } from '../../kit/page/ListStates.tsx'
import { LoadingLines } from '../../kit/page/Outlines.tsx'
import { ColumnHeads, Page } from '../../kit/page/Page.tsx'
import { ReviewsLink, VerdictBadge } from '../ReviewBadges.tsx'
import classes from './times.module.css'

/** "45 s", "3 min 20 s", "2 h 5 min". */
export function durationText(seconds: number): string {
  const rounded = Math.round(seconds)
  if (rounded < 60) return `${rounded} s`
  const [minutes, rest] = [Math.floor(rounded / 60), rounded % 60]
  if (minutes < 60) return rest ? `${minutes} min ${rest} s` : `${minutes} min`
  const [hours, over] = [Math.floor(minutes / 60), minutes % 60]
  return over ? `${hours} h ${over} min` : `${hours} h`
}

export const groupByWeek = (times: DecisionTimes[]) =>
  [...Map.groupBy(times, ({ week }) => week)].map(([week, outcomes]) => ({
    week,
    decisions: countDecisions(outcomes),
    outcomes: outcomes.toSorted((a, b) => b.decisions - a.decisions),
  }))

const countDecisions = (times: DecisionTimes[]) => times.reduce((sum, { decisions }) => sum + decisions, 0)

const WEEKS = 12

const wayBack = <ReviewsLink />
const trail = [<ReviewsLink key="reviews">Reviews</ReviewsLink>]

export function ReviewTimes() {
  if (useMay('tax-verification.decide')) return <Times />
  return (
    <Page title={TIME_PER_DECISION} trail={trail}>
      <NotAllowed reason="Only owners and admins can see how long decisions took" wayBack={wayBack} />
    </Page>
  )
}

function Times() {
  const { data, error, refetch } = useQuery(read(taxVerification.readDecisionTimes, { query: { weeks: WEEKS } }))
  const times = data?.data ?? []
  const most = Math.max(1, ...times.map(({ medianSeconds }) => medianSeconds))
  return (
    <Page
      title={TIME_PER_DECISION}
      trail={trail}
      sub={`From opening a review to saving its decision, in the last ${WEEKS} weeks. Half of the decisions took less time than the median, half took more.`}
    >
      {error && <LoadFailure what="The times" error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name={TIME_PER_DECISION.toLowerCase()} lines={12} />}
      {data && times.length === 0 && (
        <EmptyState
          title="Nothing has been measured yet"
          text={`No review was opened and decided here in the last ${WEEKS} weeks.`}
          action={wayBack}
        />
      )}
      {times.length > 0 && (
        <table className={classes.times} aria-label={TIME_PER_DECISION}>
          <ColumnHeads names={[IRS_RECORD, 'Decisions', 'Median']}>
            <th scope="col">
              <span className="spoken">Median, drawn</span>
            </th>
          </ColumnHeads>
          {groupByWeek(times).map(({ week, decisions, outcomes }) => (
            <tbody key={week}>
              <tr className={classes.week}>
                <th scope="rowgroup" colSpan={4}>
                  Week of {dayText(week)} <span>{plural(decisions, 'decision')}</span>
                </th>
              </tr>
              {outcomes.map(({ outcome, decisions: count, medianSeconds }) => (
                <tr key={outcome}>
                  <th scope="row">
                    <VerdictBadge outcome={outcome} bare />
                  </th>
                  <td>{countText(count)}</td>
                  <td>{durationText(medianSeconds)}</td>
                  <td className={classes.drawn} aria-hidden="true">
                    <i style={{ inlineSize: `${(100 * medianSeconds) / most}%` }} />
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
          <tfoot>
            <tr>
              <th scope="row">In all</th>
              <td>{countText(countDecisions(times))}</td>
              <td colSpan={2} />
            </tr>
          </tfoot>
        </table>
      )}
    </Page>
  )
}
