import type { Receipt } from '@hikmah/contract/invoices'
import { formatMoney } from '@hikmah/contract/money'
import { lineName, linePeriod, unitPrice } from './invoice-text.ts'
import classes from './ReceiptItems.module.css'

/** What was billed, line by line. */
export function ReceiptItems({ receipt: { lines, currency } }: { receipt: Receipt }) {
  return (
    <table className={classes.items} aria-label="Items">
      <thead>
        <tr>
          <th scope="col">ITEMS</th>
          <th scope="col">QTY</th>
          <th scope="col">Unit Price</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {lines.data.map((line) => {
          const each = unitPrice(line, currency)
          return (
            <tr key={line.id}>
              <td>
                <b>{lineName(line)}</b>
                <small>{linePeriod(line)}</small>
              </td>
              <td>{line.quantity ?? '–'}</td>
              <td data-each={each !== null || undefined}>{each ?? '–'}</td>
              <td>
                <b>{formatMoney(line.amount, currency)}</b>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
