import { formatMoney } from '@hikmah/contract/money'
import {
  describeDecline,
  type InvoiceReminders,
  openInvoices,
  type RemindedInvoice,
  reminderDays,
} from '@hikmah/contract/open-invoices'
import { organizationName } from '@hikmah/contract/organizations/words'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../kit/api/data.ts'
import { countText, daysSince, formatDate, plural } from '../kit/format/texts.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { ColumnHeads, LinkTo, Scroller, SectionHead } from '../kit/page/Page.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import classes from './open-invoices.module.css'
import { HoldButtons, holdText } from './RemindersOfInvoice.tsx'

const FEW = 10
const MANY = 100

/** Below the ageing: the ladder, and of each overdue invoice who got what. */
export function RemindersPanel() {
  const [limit, setLimit] = useState(FEW)
  const { data, error, refetch } = useQuery({
    ...read(openInvoices.listReminders, { query: { limit } }),
    placeholderData: keepPreviousData,
  })
  const total = data?.meta?.total ?? 0
  if (error && !data) return <LoadFailure what="The reminders" error={error} onRetry={refetch} />
  if (!data || total === 0) return null
  const { counts } = data.meta!
  return (
    <section className={classes.reminders} aria-label="Reminders">
      <SectionHead title={`Reminders, ${countText(total)} overdue`}>
        <span className="quiet">Holding reminders keeps the invoice due.</span>
      </SectionHead>
      <ol className={classes.ladder} aria-label="The ladder of reminders">
        <Step name="Not reminded yet" count={counts['0']} />
        {reminderDays.map((days, i) => (
          <Step key={days} name={`Reminder ${i + 1}, day ${days}`} count={counts[String(i + 1)]} />
        ))}
      </ol>
      <Scroller label="Overdue invoices">
        <table className={`ruled ${classes.table}`} aria-label="Overdue invoices and their reminders">
          <ColumnHeads names={['Organization', 'Invoice', 'Open', 'Overdue', 'Sent', 'Next step', 'Action']} />
          <tbody>
            {data.data.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      </Scroller>
      {total > data.data.length && limit === FEW && (
        <Button mt={12} variant="default" size="xs" onClick={() => setLimit(MANY)}>
          Show more
        </Button>
      )}
    </section>
  )
}

const Step = ({ name, count = 0 }: { name: string; count?: number }) => (
  <li>
    <span>{name}</span>
    <b>{countText(count)}</b>
  </li>
)

function Row({ row }: { row: RemindedInvoice }) {
  const { id, number, organization, amountRemaining, currency, dueAt, attemptCount, decline, hold } = row
  return (
    <tr>
      <th scope="row">
        <OrganizationLink id={organization._id}>{organizationName(organization.orgName)}</OrganizationLink>
      </th>
      <td>
        <LinkTo
          to="/organization/orders/payment-receipt"
          search={{ id, orgId: organization._id, returnUrl: '/finance' }}
        >
          {number}
        </LinkTo>
      </td>
      <td>
        <b>{formatMoney(amountRemaining, currency)}</b>
      </td>
      <td>
        {plural(daysSince(dueAt), 'day')}
        {attemptCount > 0 && (
          <small>
            {plural(attemptCount, 'try', 'tries')}
            {decline && `. ${describeDecline(decline)}`}
          </small>
        )}
      </td>
      <td>
        {row.sent.length === 0 && '–'}
        {row.sent.map(({ step, at, to }) => (
          <small key={step} title={to}>
            {step}. {formatDate(at, 'll')}
          </small>
        ))}
      </td>
      <td>{hold ? holdText(hold) : nextText(row)}</td>
      <td>
        <HoldButtons id={id} hold={hold} name={number} />
      </td>
    </tr>
  )
}

const nextText = ({ next, sent }: InvoiceReminders) => {
  if (next) return `Reminder ${next.step} on ${formatDate(next.at, 'll')}`
  return sent.length > 0 ? 'All reminders are sent' : 'Left to people'
}
