import { formatMoney } from '@hikmah/contract/money'
import { Link } from '@tanstack/react-router'
import { countText, plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './chart.module.css'
import type { Chart, Point } from './OrdersChart.tsx'
import { ordersLink } from './orders-link.ts'
import { stepLabel, stepName } from './step-words.ts'

const heads = { hour: 'From', day: 'Day', week: 'Week of', month: 'Month' } as const

interface Props {
  title: string
  chart: Chart
  isOpen: (point: Point) => boolean
}

/** Every number of the chart. */
export function ChartTable({ title, chart: { by, points }, isOpen }: Props) {
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
        <thead>
          <tr>
            <th scope="col">{heads[by]}</th>
            <th scope="col">Orders</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.from}>
              <th scope="row">
                {stepLabel(by, point)}
                {isOpen(point) && ' (so far)'}
              </th>
              <td>
                <Link
                  {...ordersLink(point.list)}
                  aria-label={`${plural(point.orders, 'order')}, ${stepName(by, point)}`}
                >
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
