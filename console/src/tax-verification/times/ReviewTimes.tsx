import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TimeOfDecisions } from '@hikmah/contract/tax-verification/schemas'
import { IRS_RECORD, TIME_PER_DECISION } from '@hikmah/contract/tax-verification/words'
import { capitalized, dayText } from '@hikmah/contract/words'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read, useMay } from '../../kit/api/data.ts'
import { SummaryCards } from '../../kit/display/SummaryCards.tsx'
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

/** A median of fewer decisions says nothing. */
const ENOUGH = 3

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
  const times = data?.data
  return (
    <Page
      title={TIME_PER_DECISION}
      trail={trail}
      sub={`Time from opening a review to saving the decision. Last ${WEEKS} weeks.`}
    >
      {error && <LoadFailure what="The times" error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name={TIME_PER_DECISION.toLowerCase()} lines={12} />}
      {times?.all === null && (
        <EmptyState
          title="Nothing has been measured yet"
          text={`No review was opened and decided here in the last ${WEEKS} weeks.`}
          action={wayBack}
        />
      )}
      {times?.all && (
        <>
          <SummaryCards small label="In all" cards={cardsOf(times.all)} />
          <div className={classes.tables}>
            <TimesTable
              by={IRS_RECORD}
              rows={times.outcomes.map(({ outcome, ...row }) => ({
                key: String(outcome),
                name: (
                  <>
                    <VerdictBadge outcome={outcome} bare />
                    {outcome === 'NOT_LISTED_CHURCH' && ' (church)'}
                  </>
                ),
                ...row,
              }))}
              all={times.all}
            />
            <TimesTable
              by="week"
              rows={times.weeks.map(({ week, ...row }) => ({ key: week, name: dayText(week), ...row }))}
              all={times.all}
            />
          </div>
        </>
      )}
    </Page>
  )
}

const medianText = ({ decisions, medianSeconds }: TimeOfDecisions) =>
  decisions < ENOUGH ? '–' : durationText(medianSeconds)

const cardsOf = (all: TimeOfDecisions) => [
  {
    label: 'Median',
    value: medianText(all),
    text: all.decisions < ENOUGH ? `Needs ${ENOUGH} decisions` : `Of ${plural(all.decisions, 'decision')}`,
  },
  { label: 'Slowest', value: durationText(all.slowestSeconds), text: 'One decision' },
]

interface TimesTableProps {
  by: string
  rows: (TimeOfDecisions & { key: string; name: ReactNode })[]
  all: TimeOfDecisions
}

const TimesTable = ({ by, rows, all }: TimesTableProps) => (
  <table className={classes.times} aria-label={`${TIME_PER_DECISION} by ${by}`}>
    <ColumnHeads names={[capitalized(by), 'Decisions', 'Median', 'Slowest']} />
    <tbody>
      {rows.map(({ key, name, ...row }) => (
        <TimesRow key={key} name={name} {...row} />
      ))}
    </tbody>
    <tfoot>
      <TimesRow name="Total" {...all} />
    </tfoot>
  </table>
)

const TimesRow = ({ name, ...row }: TimeOfDecisions & { name: ReactNode }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{countText(row.decisions)}</td>
    <td>{medianText(row)}</td>
    <td>{durationText(row.slowestSeconds)}</td>
  </tr>
)
