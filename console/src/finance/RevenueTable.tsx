import type { FinanceOfCurrency } from '@hikmah/contract/finance'
import { formatMoney } from '@hikmah/contract/money'
import { formatDate } from '../kit/format/dates.ts'
import { SectionHead } from '../kit/page/Page.tsx'
import { Scroller } from '../kit/page/Scroller.tsx'
import classes from './finance.module.css'
import { SumLink } from './SumLink.tsx'

/** What was paid, by month and application. */
export function RevenueTable({ of: { currency, paid, revenue } }: { of: FinanceOfCurrency }) {
  const money = (amount: number) => (amount === 0 ? '–' : formatMoney(amount, currency))
  const most = Math.max(1, ...revenue.months.map(({ amount }) => amount))
  return (
    <section>
      <SectionHead title="Revenue by month and application" />
      <Scroller label="Revenue">
        <table className={classes.table} aria-label={`Revenue in ${currency.toUpperCase()}`}>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Paid</th>
              {revenue.applications.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {revenue.months.map((month) => (
              <tr key={month.from}>
                <th scope="row">
                  {formatDate(month.from, 'MMM YYYY')}
                  <i className={classes.bar} style={{ inlineSize: `${(100 * Math.max(0, month.amount)) / most}%` }} />
                </th>
                <td>
                  <SumLink of={month} currency={currency} label={formatDate(month.from, 'MMM YYYY')} />
                </td>
                {revenue.applications.map(({ name }, i) => (
                  <td key={name}>{money(month.amounts[i] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{formatMoney(paid.amount, currency)}</td>
              {revenue.applications.map(({ name, amount }) => (
                <td key={name}>{money(amount)}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </Scroller>
    </section>
  )
}
