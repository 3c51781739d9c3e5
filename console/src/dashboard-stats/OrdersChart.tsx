import type { DashboardStats } from '@hikmah/contract/dashboard-stats'
import { formatMoney } from '@hikmah/contract/money'
import { OrdersQuery } from '@hikmah/contract/orders/schemas'
import { useElementSize } from '@mantine/hooks'
import { Link, linkOptions, useNavigate } from '@tanstack/react-router'
import { line } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { axisLines, axisMoney, niceStep } from '../kit/display/axes.ts'
import { countText, plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { searchOf } from '../kit/list/list-search.ts'
import { ColumnHeads } from '../kit/page/Page.tsx'
import { chartScales, stepLabel, stepName } from './chart-axes.ts'
import classes from './dashboard-stats.module.css'

type Chart = DashboardStats['chart']
type Point = Chart['points'][number]

/** The step is not over yet. */
const isOpen = ({ to }: Point) => new Date(to).getTime() > Date.now()

const NARROW = 480
const WIDTH = 776

/**
 * How many orders were placed and what they come to, step by step. One stop of the Tab key: the arrows move along, Enter
 * opens the orders of a step. The table below holds every number.
 */
export function OrdersChart({ chart, isStale }: { chart: Chart; isStale: boolean }) {
  const { by, points } = chart
  const { ref, width } = useElementSize<HTMLDivElement>()
  const navigate = useNavigate()
  const last = points.length - 1
  const lastOver = last > 0 && isOpen(points[last]!) ? last - 1 : last
  const [chosen, setChosen] = useState<{ of: Chart; at: number }>()
  const at = chosen && chosen.of.by === by && chosen.at <= last ? chosen.at : lastOver
  const [isFocused, setIsFocused] = useState(false)
  const point = points[at]!
  const size = { width: width || WIDTH, height: (width || WIDTH) < NARROW ? 188 : 208 }
  const choose = (to: number) => setChosen({ of: chart, at: Math.min(Math.max(to, 0), last) })
  const open = () => void navigate(ordersLink(point))

  function press(event: KeyboardEvent) {
    const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: last }[
      event.key
    ]
    if (to !== undefined) choose(to)
    else if (event.key === 'Enter') open()
    else return
    event.preventDefault()
  }

  function follow({ currentTarget, clientX }: PointerEvent) {
    const { x } = chartScales(points.length, size, 1, 1)
    const place = (clientX - currentTarget.getBoundingClientRect().left - (x(0) ?? 0) + x.step() * 0.235) / x.step()
    choose(Math.floor(place))
  }

  const title = `Orders and amount by ${by}`
  const amounts = point.amounts.map(({ currency, amount }) => formatMoney(amount, currency))
  return (
    <section className={classes.chart} aria-label={title} data-stale={isStale || undefined}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <span className={classes.legend} data-of="orders">
          Orders
        </span>
        <span className={classes.legend} data-of="amount">
          Amount
        </span>
      </div>
      <div
        ref={ref}
        className={classes.drawing}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={at + 1}
        aria-valuetext={[stepName(by, point), plural(point.orders, 'order'), ...amounts].join(', ')}
        onKeyDown={press}
        onPointerMove={follow}
        onPointerLeave={() => setChosen(undefined)}
        onClick={open}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
      >
        <ChartDrawing chart={chart} size={size} at={at} />
        {(chosen || isFocused) && (
          <p className={classes.readout} style={besideStep(points.length, size, at)} aria-hidden="true">
            {stepName(by, point)} <b>{plural(point.orders, 'order')}</b>
            {amounts.map((amount) => (
              <b key={amount}>{amount}</b>
            ))}
          </p>
        )}
        {points.every(({ orders }) => orders === 0) && <p className={classes.chartNone}>No orders in this period</p>}
      </div>
      <ChartTable title={title} chart={chart} />
    </section>
  )
}

/** The reading stands at the step that it reads, on the side that has room. */
function besideStep(steps: number, size: ChartDrawingProps['size'], at: number) {
  const { x } = chartScales(steps, size, 1, 1)
  const middle = (x(at) ?? 0) + x.bandwidth() / 2
  const gap = x.bandwidth() / 2 + 8
  return middle > size.width / 2 ? { right: size.width - middle + gap } : { left: middle + gap }
}

const heads = { hour: 'From', day: 'Day', week: 'Week of', month: 'Month' } as const

function ChartTable({ title, chart: { by, points } }: { title: string; chart: Chart }) {
  const sums = new Map<string, number>()
  for (const { currency, amount } of points.flatMap(({ amounts }) => amounts)) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  const all = [...sums].map(([currency, amount]) => ({ currency, amount }))
  return (
    <details className={classes.numbers}>
      <summary>
        <Icon name="right" size={12} />
        Show as a table
      </summary>
      <table aria-label={title}>
        <ColumnHeads names={[heads[by], 'Orders', 'Amount']} />
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
              <td>
                <Amounts of={point.amounts} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{plural(points.length, by)}</th>
            <td>{countText(points.reduce((sum, { orders }) => sum + orders, 0))}</td>
            <td>
              <Amounts of={all} />
            </td>
          </tr>
        </tfoot>
      </table>
    </details>
  )
}

const Amounts = ({ of }: { of: Point['amounts'] }) =>
  of.length === 0 ? '–' : of.map(({ currency, amount }) => <div key={currency}>{formatMoney(amount, currency)}</div>)

interface ChartDrawingProps {
  chart: Chart
  size: Record<'width' | 'height', number>
  at: number
}

const LABEL = 52
const BAR = 28

/** Bars count orders on the left axis; the line over them shows their amount on the right axis. */
function ChartDrawing({ chart: { by, points }, size, at }: ChartDrawingProps) {
  const currency = mainCurrency(points)
  const pointAmount = (point: Point) => point.amounts.find((one) => one.currency === currency)?.amount ?? 0
  const orderLines = axisLines(niceStep(Math.max(0, ...points.map(({ orders }) => orders)), true))
  const amountLines = axisLines(niceStep(Math.max(0, ...points.map(pointAmount)), false))
  const scales = chartScales(points.length, size, orderLines.at(-1)!, amountLines.at(-1)!)
  const { x, bottom, left, right } = scales
  const middle = (i: number) => (x(i) ?? 0) + x.bandwidth() / 2
  const width = Math.min(BAR, x.bandwidth())
  const every = Math.ceil((by === 'month' ? LABEL * 1.2 : LABEL) / x.step())
  const places = points.map((_, i) => i)
  const openFrom = points.findIndex(isOpen)
  const path = line<number>()
    .x(middle)
    .y((i) => scales.amount(pointAmount(points[i]!)))

  return (
    <svg className={classes.svg} {...size} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      {orderLines.map((orders, i) => {
        const y = Math.round(scales.orders(orders)) + 0.5
        return (
          <g key={orders}>
            <path className={i === 0 ? classes.axis : classes.grid} d={`M${left} ${y}H${right}`} />
            <text x={left - 10} y={y + 4} textAnchor="end">
              {orders}
            </text>
            <text x={right + 10} y={y + 4}>
              {currency && axisMoney(amountLines[i]!, currency)}
            </text>
          </g>
        )
      })}
      <path className={classes.guide} d={`M${middle(at)} 14V${bottom}`} />
      {points.map((point, i) => (
        <g key={point.from}>
          {point.orders > 0 && (
            <path
              className={classes.bar}
              data-hot={i === at || undefined}
              data-open={isOpen(point) || undefined}
              d={barPath(middle(i) - width / 2, scales.orders(point.orders), width, bottom)}
            />
          )}
          {i % every === 0 && (
            <text
              className={classes.step}
              data-hot={i === at || undefined}
              x={middle(i)}
              y={bottom + 20}
              textAnchor="middle"
            >
              {stepLabel(by, point)}
            </text>
          )}
        </g>
      ))}
      {currency && (
        <>
          <path className={classes.halo} d={path(places) ?? ''} />
          <path className={classes.line} d={path(openFrom < 0 ? places : places.slice(0, openFrom)) ?? ''} />
          {openFrom > 0 && <path className={classes.line} data-open d={path([openFrom - 1, openFrom]) ?? ''} />}
          {points.map((point, i) => (
            <circle
              key={point.from}
              className={classes.point}
              cx={middle(i)}
              cy={scales.amount(pointAmount(point))}
              r={i === at ? 4 : 2.5}
            />
          ))}
        </>
      )}
    </svg>
  )
}

/** The currency that most steps have amounts in: a line has one axis, which two currencies cannot share. */
function mainCurrency(points: Point[]): string | undefined {
  const uses = new Map<string, number>()
  for (const { currency } of points.flatMap(({ amounts }) => amounts)) uses.set(currency, (uses.get(currency) ?? 0) + 1)
  return [...uses].sort(([, a], [, b]) => b - a)[0]?.[0]
}

function barPath(x: number, y: number, width: number, bottom: number): string {
  const r = Math.min(2, width / 2, bottom - y)
  return `M${x} ${bottom}V${y + r}q0-${r} ${r}-${r}H${x + width - r}q${r} 0 ${r} ${r}V${bottom}`
}

/** The server says which orders a figure counts, in the words of the list's address. */
export const ordersLink = ({ list }: { list: Record<string, string> }) =>
  linkOptions({ to: '/order', search: searchOf(OrdersQuery)(list) })
