import { DEFAULT_PERIOD, type Period, periodLabels, periods } from '@hikmah/contract/dashboard-stats'
import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useIsNarrow } from '../kit/display/viewport.ts'
import { formatDate } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './PeriodPicker.module.css'

/** Beside a label that does not say it. */
const periodMeanings: Partial<Record<Period, string>> = { default: '(this month)' }

interface Props {
  value: Period | undefined
  span: { from: string; to: string; previousFrom: string; previousTo: string } | undefined
}

export function PeriodPicker({ value = DEFAULT_PERIOD, span }: Props) {
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const choose = (period: Period) =>
    navigate({
      to: '.',
      search: (search: object) =>
        ({
          ...search,
          month: undefined,
          compare: undefined,
          period: period === DEFAULT_PERIOD ? undefined : period,
        }) as never,
      replace: true,
      resetScroll: false,
    })
  return (
    <div className={`fine ${classes.picker}`}>
      {isNarrow ? (
        <NativeSelect
          aria-label="Period"
          data={periods.map((period) => ({ value: period, label: nameOf(period) }))}
          value={value}
          // Its values are those of `data`.
          onChange={({ currentTarget }) => void choose(currentTarget.value as Period)}
          rightSection={<Icon name="down" size={14} />}
        />
      ) : (
        <fieldset className={classes.segments}>
          <legend className="spoken">Period</legend>
          {periods.map((period) => (
            <label key={period} title={periodMeanings[period]} data-on={period === value || undefined}>
              <input
                type="radio"
                name="period"
                value={period}
                checked={period === value}
                onChange={() => void choose(period)}
              />
              {periodLabels[period]}
              {periodMeanings[period] && <small>{periodMeanings[period]}</small>}
            </label>
          ))}
        </fieldset>
      )}
      <p>{span && `${daysOf(span.from, span.to)}, against ${daysOf(span.previousFrom, span.previousTo)}`}</p>
    </div>
  )
}

const nameOf = (period: Period) => [periodLabels[period], periodMeanings[period]].filter(Boolean).join(' ')

const YEAR = /, \d{4}$/

/** Aug 24 to Nov 21, 2026; of one day that day alone. */
function daysOf(from: string, to: string): string {
  const [first, last] = [formatDate(from, 'll'), formatDate(new Date(to).getTime() - 1, 'll')]
  if (first === last) return last
  const isOneYear = YEAR.exec(first)?.[0] === YEAR.exec(last)?.[0]
  return `${isOneYear ? first.replace(YEAR, '') : first} to ${last}`
}
