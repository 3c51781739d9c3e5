import { type FinanceOfCurrency, invoiceAgeLabels } from '@hikmah/contract/finance'
import { formatMoney } from '@hikmah/contract/money'
import { countText } from '../kit/format/texts.ts'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './finance.module.css'
import { SumLink } from './SumLink.tsx'

/** What is not paid yet, by how long it is overdue. */
export function AgeingTable({ of: { currency, ageing, due, overdue } }: { of: FinanceOfCurrency }) {
  return (
    <section>
      <SectionHead title="Open invoices by age" />
      <table className={classes.table} aria-label={`Open invoices in ${currency.toUpperCase()} by age`}>
        <thead>
          <tr>
            <th scope="col">Overdue</th>
            <th scope="col">Invoices</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {ageing.map((row) => (
            <tr key={row.age}>
              <th scope="row">{invoiceAgeLabels[row.age]}</th>
              <td>{countText(row.invoices)}</td>
              <td>
                <SumLink of={row} currency={currency} label={invoiceAgeLabels[row.age]} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{countText(due.invoices + overdue.invoices)}</td>
            <td>{formatMoney(due.amount + overdue.amount, currency)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
