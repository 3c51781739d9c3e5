import { line } from 'd3-shape'
import classes from './chart.module.css'
import { axisMoney, linesOf, niceStep, scalesOf } from './chart-axes.ts'
import type { Chart, Point } from './OrdersChart.tsx'
import { stepLabel } from './step-words.ts'

interface Props {
  chart: Chart
  size: { width: number; height: number }
  /** The point that is looked at. */
  at: number
  /** Not over yet. */
  isOpen: (point: Point) => boolean
}

/** So wide is a label below a bar. */
const LABEL = 52
const BAR = 28

/** Bars of orders on the left axis, and over them a line of what they come to on the right one. */
export function ChartDrawing({ chart: { by, points }, size, at, isOpen }: Props) {
  const currency = mainCurrency(points)
  const amountOf = (point: Point) => point.amounts.find((one) => one.currency === currency)?.amount ?? 0
  const orderLines = linesOf(niceStep(Math.max(0, ...points.map(({ orders }) => orders)), true))
  const amountLines = linesOf(niceStep(Math.max(0, ...points.map(amountOf)), false))
  const scales = scalesOf(points.length, size, orderLines.at(-1)!, amountLines.at(-1)!)
  const { x, bottom, left, right } = scales
  const middle = (i: number) => (x(i) ?? 0) + x.bandwidth() / 2
  const width = Math.min(BAR, x.bandwidth())
  const every = Math.ceil((by === 'month' ? LABEL * 1.2 : LABEL) / x.step())
  const path = line<Point>()
    .x((_, i) => middle(i))
    .y((point) => scales.amount(amountOf(point)))
  const openFrom = points.findIndex(isOpen)
  const over = openFrom < 0 ? points : points.slice(0, openFrom)
  const dashed = line<number>()
    .x((i) => middle(i))
    .y((i) => scales.amount(amountOf(points[i]!)))

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
              d={barOf(middle(i) - width / 2, scales.orders(point.orders), width, bottom)}
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
          <path className={classes.halo} d={path(points) ?? ''} />
          <path className={classes.line} d={path(over) ?? ''} />
          {openFrom > 0 && <path className={classes.line} data-open d={dashed([openFrom - 1, openFrom]) ?? ''} />}
          {points.map((point, i) => (
            <circle
              key={point.from}
              className={classes.point}
              cx={middle(i)}
              cy={scales.amount(amountOf(point))}
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

/** A bar with round shoulders. */
function barOf(x: number, y: number, width: number, bottom: number): string {
  const r = Math.min(2, width / 2, bottom - y)
  return `M${x} ${bottom}V${y + r}q0-${r} ${r}-${r}H${x + width - r}q${r} 0 ${r} ${r}V${bottom}`
}
