import type { DashboardStats } from '@hikmah/contract/dashboard-stats'
import { formatMoney, sum } from '@hikmah/contract/money'
import { OrdersQuery } from '@hikmah/contract/orders/schemas'
import { capitalized, keysOf } from '@hikmah/contract/words'
import { useElementSize } from '@mantine/hooks'
import { Link, linkOptions, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { AsTable } from '../kit/display/AsTable.tsx'
import { axisLines, axisMoney, niceStep } from '../kit/display/axes.ts'
import drawn from '../kit/display/chart.module.css'
import { serverNow } from '../kit/format/server-time.ts'
import { countText, plural } from '../kit/format/texts.ts'
import { searchOf } from '../kit/list/list-search.ts'
import { ColumnHeads } from '../kit/page/Page.tsx'
import { chartScales, stepLabel, stepName } from './chart-axes.ts'
import classes from './dashboard-stats.module.css'

type Chart = DashboardStats['chart']
type Point = Chart['points'][number]

/** The step is not over yet. */
const isOpen = ({ to }: Point) => new Date(to).getTime() > serverNow()

const NARROW = 480
const WIDTH = 776

type Measure = 'orders' | 'amount'
const measureNames = { orders: 'Orders', amount: 'Amount' }

/**
 * How many orders were placed, or what they come to, step by step beside the same step before. One stop of the Tab key: the
 * arrows move along, Enter opens the orders of a step. The table below holds every number.
 */
export function OrdersChart({ chart, measure = 'orders', isStale }: Props) {
  const { by, points } = chart
  const { ref, width } = useElementSize<HTMLDivElement>()
  const navigate = useNavigate()
  const last = points.length - 1
  const lastOver = last > 0 && isOpen(points[last]!) ? last - 1 : last
  const [chosen, setChosen] = useState<{ of: Chart; at: number }>()
  const at = chosen && chosen.of.by === by && chosen.at <= last ? chosen.at : lastOver
  const [isFocused, setIsFocused] = useState(false)
  const point = points[at]!
  const isNarrow = (width || WIDTH) < NARROW
  const size = { width: width || WIDTH, height: isNarrow ? 188 : 208 }
  const choose = (to: number) => setChosen({ of: chart, at: Math.min(Math.max(to, 0), last) })
  const open = () => void navigate(ordersLink(point))

  function press(event: KeyboardEvent) {
    const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: last }[
      event.key
    ]
    if (to !== undefined) choose(to)
    else if (event.key === 'Escape') setChosen(undefined)
    else if (event.key === 'Enter') open()
    else return
    event.preventDefault()
  }

  function follow({ currentTarget, clientX }: PointerEvent) {
    const { x } = chartScales(points.length, size, 1)
    const place = (clientX - currentTarget.getBoundingClientRect().left - (x(0) ?? 0) + x.step() * 0.235) / x.step()
    choose(Math.floor(place))
  }

  const title = `${measure === 'orders' ? 'Orders' : 'Order amount'} by ${by}`
  const reading = readPoint(point)
  return (
    <section className={classes.chart} aria-label={title} data-stale={isStale || undefined}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <MeasureChoice value={measure} />
        <span className={`${drawn.legend} ${classes.legend}`}>
          <i data-of="before" />
          {beforeNames[by]}
        </span>
        {isOpen(points[last]!) && (
          <span className={`${drawn.legend} ${classes.legend}`}>
            <i data-of="open" />
            {`${capitalized(by)} not over`}
          </span>
        )}
      </div>
      <div
        ref={ref}
        className={`${drawn.drawing} ${classes.drawing}`}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={at + 1}
        aria-valuetext={[
          stepName(by, point),
          ...reading.map(({ name, now, before }) => `${name} ${now}, before ${before}`),
        ].join('; ')}
        onKeyDown={press}
        onPointerMove={follow}
        onPointerLeave={() => setChosen(undefined)}
        onClick={open}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
      >
        <ChartDrawing chart={chart} measure={measure} size={size} at={at} />
        {(chosen || isFocused || isNarrow) && (
          <table
            className={classes.readout}
            data-below={isNarrow || undefined}
            style={isNarrow ? undefined : besideStep(points.length, size, at)}
            aria-hidden="true"
          >
            <tbody>
              <tr>
                <th>
                  {stepName(by, point)}
                  {isOpen(point) && ', so far'}
                </th>
                <td />
                <td>Before</td>
              </tr>
              {reading.map(({ name, now, before }) => (
                <tr key={`${name} ${now}`}>
                  <th>{name}</th>
                  <td>
                    <b>{now}</b>
                  </td>
                  <td>{before}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {points.every(({ orders, before }) => orders + before.orders === 0) && (
          <p className={classes.chartNone}>No orders in this period</p>
        )}
      </div>
      <ChartTable title={title} chart={chart} />
    </section>
  )
}

interface Props {
  chart: Chart
  measure?: Measure | undefined
  isStale: boolean
}

const beforeNames = {
  hour: 'Same hour the day before',
  day: 'Same day of the period before',
  week: 'Same week of the period before',
  month: 'Same month a year before',
}

/** What the one axis measures. */
function MeasureChoice({ value }: { value: Measure }) {
  const navigate = useNavigate()
  const choose = (measure: Measure) =>
    navigate({
      to: '.',
      search: (search: object) => ({ ...search, measure: measure === 'orders' ? undefined : measure }) as never,
      replace: true,
      resetScroll: false,
    })
  return (
    <fieldset className={classes.measures}>
      <legend className="spoken">The chart shows</legend>
      {keysOf(measureNames).map((measure) => (
        <label key={measure} data-on={measure === value || undefined}>
          <input type="radio" name="measure" checked={measure === value} onChange={() => void choose(measure)} />
          {measureNames[measure]}
        </label>
      ))}
    </fieldset>
  )
}

/** Orders, then the amount of each currency that is in the step or in that before. */
function readPoint({ orders, amounts, before }: Point) {
  const currencies = new Set([...amounts, ...before.amounts].map(({ currency }) => currency))
  return [
    { name: measureNames.orders, now: countText(orders), before: countText(before.orders) },
    ...[...currencies].map((currency) => ({
      name: measureNames.amount,
      now: formatMoney(amountIn(amounts, currency), currency),
      before: formatMoney(amountIn(before.amounts, currency), currency),
    })),
  ]
}

const amountIn = (amounts: Point['amounts'], currency: string | undefined) =>
  amounts.find((one) => one.currency === currency)?.amount ?? 0

/** The reading stands at the step that it reads, on the side that has room. */
function besideStep(steps: number, size: ChartDrawingProps['size'], at: number) {
  const { x } = chartScales(steps, size, 1)
  const middle = (x(at) ?? 0) + x.bandwidth() / 2
  const gap = x.bandwidth() / 2 + 8
  return middle > size.width / 2 ? { right: size.width - middle + gap } : { left: middle + gap }
}

const heads = { hour: 'From', day: 'Day', week: 'Week of', month: 'Month' } as const

function ChartTable({ title, chart: { by, points } }: { title: string; chart: Chart }) {
  const before = points.map((point) => point.before)
  return (
    <AsTable>
      <table className={classes.numbers} aria-label={title}>
        <ColumnHeads names={[heads[by], 'Orders', 'Orders before', 'Amount', 'Amount before']} />
        <tbody>
          {points.map((point) => (
            <tr key={point.from}>
              <th scope="row">
                {stepLabel(by, point)}
                {isOpen(point) && ' (so far)'}
              </th>
              <td>
                <Link {...ordersLink(point)} aria-label={`${plural(point.orders, 'order')}, ${stepName(by, point)}`}>
                  {countText(point.orders)}
                </Link>
              </td>
              <td>{countText(point.before.orders)}</td>
              <td>
                <Amounts of={point.amounts} />
              </td>
              <td>
                <Amounts of={point.before.amounts} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{plural(points.length, by)}</th>
            <td>{countText(sum(points, ({ orders }) => orders))}</td>
            <td>{countText(sum(before, ({ orders }) => orders))}</td>
            <td>
              <Amounts of={addUp(points)} />
            </td>
            <td>
              <Amounts of={addUp(before)} />
            </td>
          </tr>
        </tfoot>
      </table>
    </AsTable>
  )
}

function addUp(points: Pick<Point, 'amounts'>[]): Point['amounts'] {
  const sums = new Map<string, number>()
  for (const { currency, amount } of points.flatMap(({ amounts }) => amounts)) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}

const Amounts = ({ of }: { of: Point['amounts'] }) =>
  of.length === 0 ? '–' : of.map(({ currency, amount }) => <div key={currency}>{formatMoney(amount, currency)}</div>)

interface ChartDrawingProps {
  chart: Chart
  measure: Measure
  size: Record<'width' | 'height', number>
  at: number
}

const LABEL = 52
const BAR = 24
const BEFORE = 6
const GAP = 1.5

/** A bar for each step, and a narrow one of the step before at its left, on one axis. */
function ChartDrawing({ chart: { by, points }, measure, size, at }: ChartDrawingProps) {
  const currency = mainCurrency(points)
  const measured = ({ orders, amounts }: Pick<Point, 'orders' | 'amounts'>) =>
    measure === 'orders' ? orders : amountIn(amounts, currency)
  const values = points.flatMap((point) => [measured(point), measured(point.before)])
  const lines = axisLines(niceStep(Math.max(0, ...values), measure === 'orders'))
  const { x, y, bottom, left, right } = chartScales(points.length, size, lines.at(-1)!)
  const middle = (i: number) => (x(i) ?? 0) + x.bandwidth() / 2
  const before = Math.min(BEFORE, x.bandwidth() / 3)
  const width = Math.min(BAR, x.bandwidth() - before - GAP)
  const every = Math.ceil((by === 'month' ? LABEL * 1.2 : LABEL) / x.step())

  return (
    <svg {...size} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      <rect className={classes.here} x={middle(at) - x.step() / 2} y={8} width={x.step()} height={bottom - 8} rx={4} />
      {lines.map((value, i) => {
        const height = Math.round(y(value)) + 0.5
        return (
          <g key={value}>
            <path className={i === 0 ? drawn.axis : drawn.grid} d={`M${left} ${height}H${right}`} />
            <text x={left - 10} y={height + 4} textAnchor="end">
              {measure === 'orders' ? value : axisMoney(value, currency ?? 'usd')}
            </text>
          </g>
        )
      })}
      {points.map((point, i) => {
        const start = middle(i) - (before + GAP + width) / 2
        return (
          <g key={point.from}>
            {measured(point.before) > 0 && (
              <path className={drawn.before} d={barPath(start, y(measured(point.before)), before, bottom)} />
            )}
            {measured(point) > 0 && (
              <path
                className={classes.bar}
                data-open={isOpen(point) || undefined}
                d={barPath(start + before + GAP, y(measured(point)), width, bottom)}
              />
            )}
            {i % every === 0 && (
              <text data-hot={i === at || undefined} x={middle(i)} y={bottom + 20} textAnchor="middle">
                {stepLabel(by, point)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** The currency that most steps have amounts in: two currencies cannot share an axis. */
function mainCurrency(points: Point[]): string | undefined {
  const uses = new Map<string, number>()
  for (const { currency } of points.flatMap(({ amounts, before }) => [...amounts, ...before.amounts]))
    uses.set(currency, (uses.get(currency) ?? 0) + 1)
  return [...uses].sort(([, a], [, b]) => b - a)[0]?.[0]
}

function barPath(x: number, y: number, width: number, bottom: number): string {
  const r = Math.min(2, width / 2, bottom - y)
  return `M${x} ${bottom}V${y + r}q0-${r} ${r}-${r}H${x + width - r}q${r} 0 ${r} ${r}V${bottom}`
}

/** The server says which orders a figure counts, in the words of the list's address. */
export const ordersLink = ({ list }: { list: Record<string, string> }) =>
  linkOptions({ to: '/order', search: searchOf(OrdersQuery)(list) })
