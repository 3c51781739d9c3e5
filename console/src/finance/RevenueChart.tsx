import type { FinanceOfCurrency } from '@hikmah/contract/finance'
import { formatMoney } from '@hikmah/contract/money'
import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { axisLines, axisMoney, niceStep } from '../kit/display/axes.ts'
import drawn from '../kit/display/chart.module.css'
import { serverNow } from '../kit/format/server-time.ts'
import { formatDate } from '../kit/format/texts.ts'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './RevenueChart.module.css'
import { amountIn, type Series, seriesOf } from './series.ts'

type Month = FinanceOfCurrency['revenue']['months'][number]

interface Props {
  of: FinanceOfCurrency
  /** The beginning of the month that is compared. */
  pinned: string | undefined
  onPin: (month: string | undefined) => void
}

const WIDTH = 676
const NARROW = 480
/** For the names beside the last bar. */
const NAMES = 102
const NAME_HEIGHT = 14
const GAP = 1.5
const PENDING = 28
/** Pixels. */
const [BASE, TOP] = [26, 14]

const monthName = ({ from }: Month) => formatDate(from, 'MMM YYYY')
/** Dec ’25, then Jan ’26 and Feb: the year where it begins. */
function shortName(month: Month, i: number): string {
  const [name = '', year = ''] = monthName(month).split(' ')
  return i === 0 || name === 'Jan' ? `${name} ’${year.slice(2)}` : name
}

function lastDayOf({ from }: Month): number {
  const start = new Date(from)
  return new Date(start.getFullYear(), start.getMonth() + 1, 0).getTime()
}
/** The month is not over. */
const isOpen = ({ to }: Month) => new Date(to).getTime() > serverNow()

/** One stop of the Tab key: the arrows move along, Enter compares a month with the one before, Esc lets it go. */
export function RevenueChart({ of: { currency, revenue }, pinned, onPin }: Props) {
  const { months, applications } = revenue
  const { ref, width: measured } = useElementSize<HTMLDivElement>()
  const [at, setAt] = useState<number>()
  const width = measured || WIDTH
  const isNarrow = width < NARROW
  const series = seriesOf(applications)
  const pinnedAt = months.findIndex(({ from }) => from === pinned)
  const last = months.length - 1
  const reading = at === undefined ? (pinnedAt < 0 ? undefined : pinnedAt) : Math.min(at, last)
  const scales = scalesOf(months, series, { width, height: isNarrow ? 220 : 396, names: isNarrow ? 0 : NAMES })
  const choose = (to: number) => setAt(Math.min(Math.max(to, 0), last))

  function press(event: KeyboardEvent) {
    const now = reading ?? last
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key]
    if (to !== undefined) choose(to)
    else if (event.key === 'Enter') onPin(months[now]!.from)
    else if (event.key === 'Escape') onPin(undefined)
    else return
    event.preventDefault()
  }

  const placeAt = ({ currentTarget, clientX }: Pick<PointerEvent, 'currentTarget' | 'clientX'>) =>
    Math.min(
      last,
      Math.max(0, Math.floor((clientX - currentTarget.getBoundingClientRect().left - scales.left) / scales.step)),
    )

  const title = `Revenue by month in ${currency.toUpperCase()}`
  const shown = months[reading ?? last]!
  return (
    <>
      <SectionHead title="Revenue by month">
        {!isNarrow && <ul className={`${drawn.legend} ${classes.legend}`}>{marks}</ul>}
      </SectionHead>
      {isNarrow && (
        <ul className={`${drawn.legend} ${classes.legend}`}>
          {series.map(({ name, color }) => (
            <li key={name}>
              <Swatch color={color} />
              {name}
            </li>
          ))}
          {marks}
        </ul>
      )}
      <div
        ref={ref}
        className={`${drawn.drawing} ${classes.drawing}`}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={1}
        aria-valuemax={months.length}
        aria-valuenow={(reading ?? last) + 1}
        aria-valuetext={[
          monthName(shown),
          formatMoney(shown.amount, currency),
          ...series.map((one) => `${one.name} ${formatMoney(amountIn(one, shown.amounts), currency)}`),
        ].join(', ')}
        onKeyDown={press}
        onFocus={() => setAt(reading ?? last)}
        onBlur={() => setAt(undefined)}
        onPointerMove={(event) => setAt(placeAt(event))}
        onPointerLeave={() => setAt(undefined)}
        onClick={(event) => onPin(months[placeAt(event)]!.from)}
      >
        <svg width={width} height={scales.height} viewBox={`0 0 ${width} ${scales.height}`} aria-hidden="true">
          {scales.lines.map((line, i) => (
            <g key={line}>
              <path
                className={i === 0 ? drawn.axis : drawn.grid}
                d={`M${scales.left} ${scales.y(line)}H${scales.right}`}
              />
              <text x={scales.left - 8} y={scales.y(line) + 4} textAnchor="end">
                {axisMoney(line, currency)}
              </text>
            </g>
          ))}
          {months.map((month, i) => (
            <Bar key={month.from} {...{ month, i, series, scales }} isHot={i === reading} isNarrow={isNarrow} />
          ))}
          {!isNarrow && <Names month={months[last]!} series={series} scales={scales} />}
        </svg>
        {(reading !== undefined || isNarrow) && (
          <Reading
            {...{ series, currency }}
            month={shown}
            before={months[(reading ?? last) - 1]}
            style={isNarrow ? undefined : scales.beside(reading ?? last)}
          />
        )}
      </div>
    </>
  )
}

const marks = (
  <>
    <li>
      <i data-of="before" /> Same days of the period before
    </li>
    <li>
      <i data-of="open" /> Month not over
    </li>
  </>
)

interface FillProps {
  x: number
  y: number
  width: number
  height: number
  /** Of a series, from 1. */
  color: number
}

/** A color; a pattern on paper and where the colors are the reader's own. */
const Fill = ({ color, ...box }: FillProps) => (
  <rect
    className={classes.fill}
    style={{ '--color': `var(--series-${color})`, '--pattern': `url(#series-${color})` } as React.CSSProperties}
    {...box}
  />
)

/** Hollow for what is no series. */
export const Swatch = ({ color }: { color: number | undefined }) => (
  <svg className={classes.swatch} width="10" height="10" aria-hidden="true">
    {color ? (
      <Fill x={0} y={0} width={10} height={10} color={color} />
    ) : (
      <rect className={classes.hollow} x=".5" y=".5" width="9" height="9" />
    )}
  </svg>
)

/** Solid, 45°, dots, horizontal, 135°, grid, vertical, hollow. */
const PATTERNS = ['M0 3h6', 'M-1 7L7-1', 'M2 3h2', 'M0 3h6', 'M-1-1L7 7', 'M0 3h6M3 0v6', 'M3 0v6', '']

/** Once on a page: the patterns of all its charts. */
export const SeriesPatterns = () => (
  <svg className={classes.patterns} width="0" height="0" aria-hidden="true">
    {PATTERNS.map((path, i) => (
      <pattern key={path + (i || '')} id={`series-${i + 1}`} width="6" height="6" patternUnits="userSpaceOnUse">
        <path d={path} strokeWidth={i === 0 ? 6 : i === 2 ? 2 : 1} />
      </pattern>
    ))}
  </svg>
)

function scalesOf(
  months: Month[],
  series: Series[],
  { width, height, names }: Record<'width' | 'height' | 'names', number>,
) {
  const positive = (month: Month) => series.reduce((sum, one) => sum + Math.max(0, amountIn(one, month.amounts)), 0)
  const lines = axisLines(niceStep(Math.max(0, ...months.flatMap((month) => [positive(month), month.previous])), false))
  const [left, right] = [44, width - names]
  const step = (right - left) / months.length
  const x = (i: number) => left + i * step
  const y = (amount: number) => TOP + (height - BASE - TOP) * (1 - amount / lines.at(-1)!)
  const bar = Math.min(24, step * 0.54)
  /** The reading stands on the side of the month that has room. */
  const beside = (i: number) => {
    const middle = x(i) + step / 2
    const gap = step / 2 + 6
    return middle > width / 2 ? { right: width - middle + gap } : { left: middle + gap }
  }
  return { x, y, step, left, right, lines, height, bar, before: bar / 4, beside }
}
type Scales = ReturnType<typeof scalesOf>

/** From below; what is negative, such as used credit, is read and not drawn. */
function stackOf(month: Month, series: Series[], { y }: Scales) {
  let sum = 0
  return series.flatMap((one) => {
    const amount = amountIn(one, month.amounts)
    if (amount <= 0) return []
    const bottom = y(sum)
    sum += amount
    return [{ ...one, top: y(sum), height: Math.max(0.5, bottom - y(sum) - GAP) }]
  })
}

interface BarProps {
  month: Month
  i: number
  series: Series[]
  scales: Scales
  isHot: boolean
  isNarrow: boolean
}

function Bar({ month, i, series, scales, isHot, isNarrow }: BarProps) {
  const { x, y, step, bar, before, height } = scales
  const start = x(i) + (step - bar - before - GAP) / 2
  const stack = stackOf(month, series, scales)
  const top = stack.at(-1)?.top ?? y(0)
  const every = Math.ceil((isNarrow ? 40 : 44) / step)
  return (
    <g>
      {isHot && <rect className={classes.hot} x={x(i)} y={4} width={step} height={y(0) - 4} rx="4" />}
      {month.previous > 0 && (
        <rect
          className={drawn.before}
          x={start}
          y={y(month.previous)}
          width={before}
          height={y(0) - y(month.previous)}
        />
      )}
      {stack.map(({ name, color, top: from, height: tall }) => (
        <Fill key={name} color={color} x={start + before + GAP} y={from} width={bar} height={tall} />
      ))}
      {isOpen(month) && (
        <rect
          className={classes.open}
          x={start + before + GAP}
          y={Math.max(2, top - PENDING - GAP)}
          width={bar}
          height={Math.min(PENDING, Math.max(0, top - 4))}
        />
      )}
      {i % every === 0 && (
        <text x={x(i) + step / 2} y={height - 8} textAnchor="middle" data-hot={isHot || undefined}>
          {shortName(month, i)}
        </text>
      )}
    </g>
  )
}

/** Beside the last bar, pushed apart where segments are low. */
function Names({ month, series, scales }: Pick<BarProps, 'month' | 'series' | 'scales'>) {
  const stack = stackOf(month, series, scales)
  let free = scales.y(0)
  const placeFrom = (wanted: number) => {
    const y = Math.min(wanted, free)
    free = y - NAME_HEIGHT
    return y
  }
  return (
    <>
      {stack.map(({ name, top, height }) => {
        const middle = top + height / 2
        const y = placeFrom(middle)
        return (
          <g key={name} className={classes.name}>
            <path d={`M${scales.right - 4} ${middle}L${scales.right + 6} ${y}`} />
            <text x={scales.right + 10} y={y + 4}>
              {name.length > 14 ? `${name.slice(0, 13)}…` : name}
            </text>
          </g>
        )
      })}
      {isOpen(month) && (
        <text x={scales.right + 10} y={placeFrom((stack.at(-1)?.top ?? scales.y(0)) - PENDING / 2) + 4}>
          to {formatDate(lastDayOf(month), 'MMM D')}
        </text>
      )}
    </>
  )
}

interface ReadingProps {
  month: Month
  before: Month | undefined
  series: Series[]
  currency: string
  /** Below the drawing without one. */
  style: Partial<Record<'left' | 'right', number>> | undefined
}

/** Lists the stack from top to bottom. */
function Reading({ month, before, series, currency, style }: ReadingProps) {
  const money = (amount: number | undefined) => (amount === undefined ? '' : formatMoney(amount, currency))
  return (
    <div className={classes.reading} style={style} data-below={!style || undefined} aria-hidden="true">
      <p>
        <b>{monthName(month)}</b>
        <span>{before && monthName(before)}</span>
      </p>
      {series.toReversed().map((one) => (
        <p key={one.name}>
          <Swatch color={one.color} />
          <span>{one.name}</span>
          <b>{money(amountIn(one, month.amounts))}</b>
          <span>{before && money(amountIn(one, before.amounts))}</span>
        </p>
      ))}
      <p>
        <span>Before refunds</span>
        <b>{money(month.amount)}</b>
        <span>{money(before?.amount)}</span>
      </p>
      <p>
        <span>Net</span>
        <b>{money(month.net)}</b>
        <span>{money(before?.net)}</span>
      </p>
    </div>
  )
}
