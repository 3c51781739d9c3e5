import { DEFAULT_PERIOD, type Period, periodLabels, periods } from '@hikmah/contract/dashboard-stats'
import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useIsNarrow } from '../kit/display/viewport.ts'
import { formatDate } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './PeriodPicker.module.css'

/** "Default value" is the month so far, and no default where another period is the usual one. */
const namesOf = (period: Period, usual: Period): { label: string; meaning?: string } => {
  if (period !== 'default') return { label: periodLabels[period] }
  return usual === 'default' ? { label: periodLabels.default, meaning: '(this month)' } : { label: 'This month' }
}

interface Props {
  value: Period | undefined
  /** What stands unless the address names another. */
  usual?: Period
  span: { from: string; to: string; previousFrom: string; previousTo: string } | undefined
}

export function PeriodPicker({ usual = DEFAULT_PERIOD, value = usual, span }: Props) {
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const choices = periods.map((period) => ({ period, ...namesOf(period, usual) }))
  const choose = (period: Period) =>
    navigate({
      to: '.',
      search: (search: object) =>
        ({
          ...search,
          month: undefined,
          compare: undefined,
          period: period === usual ? undefined : period,
        }) as never,
      replace: true,
      resetScroll: false,
    })
  return (
    <div className={`fine ${classes.picker}`}>
      {isNarrow ? (
        <NativeSelect
          aria-label="Period"
          data={choices.map(({ period, label, meaning = '' }) => ({
            value: period,
            label: `${label} ${meaning}`.trim(),
          }))}
          value={value}
          // Its values are those of `data`.
          onChange={({ currentTarget }) => void choose(currentTarget.value as Period)}
          rightSection={<Icon name="down" size={14} />}
        />
      ) : (
        <fieldset className={classes.segments}>
          <legend className="spoken">Period</legend>
          {choices.map(({ period, label, meaning }) => (
            <label key={period} title={meaning} data-on={period === value || undefined}>
              <input
                type="radio"
                name="period"
                value={period}
                checked={period === value}
                onChange={() => void choose(period)}
              />
              {label}
              {meaning && <small>{meaning}</small>}
            </label>
          ))}
        </fieldset>
      )}
      <p>{span && `${daysOf(span.from, span.to)}, against ${daysOf(span.previousFrom, span.previousTo)}`}</p>
    </div>
  )
}

const YEAR = /, \d{4}$/

/** Aug 24 to Nov 21, 2026; of one day that day alone. */
function daysOf(from: string, to: string): string {
  const [first, last] = [formatDate(from, 'll'), formatDate(new Date(to).getTime() - 1, 'll')]
  if (first === last) return last
  const isOneYear = YEAR.exec(first)?.[0] === YEAR.exec(last)?.[0]
  return `${isOneYear ? first.replace(YEAR, '') : first} to ${last}`
}
