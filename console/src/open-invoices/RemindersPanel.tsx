import { formatMoney, sum } from '@hikmah/contract/money'
import {
  describeDecline,
  type InvoiceReminders,
  type LadderStep,
  ladderSteps,
  openInvoices,
  type RemindedInvoice,
} from '@hikmah/contract/open-invoices'
import { organizationName } from '@hikmah/contract/organizations/words'
import { Button, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../kit/api/data.ts'
import { countText, daysSince, formatDate, plural } from '../kit/format/texts.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { ColumnHeads, LinkTo, Scroller, SectionHead } from '../kit/page/Page.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import classes from './open-invoices.module.css'
import { HoldButtons, holdText, whenText } from './RemindersOfInvoice.tsx'

const FEW = 10
const MANY = 100

interface Props {
  /** Of the ladder: its rows alone are listed. */
  step: LadderStep | undefined
  onStep: (step: LadderStep | undefined) => void
}

/** Below the ageing: the ladder, and of each overdue invoice who got what. A step lists what stands there. */
export function RemindersPanel({ step, onStep }: Props) {
  const [limit, setLimit] = useState(FEW)
  const ladder = useQuery(read(openInvoices.readReminderLadder, {}))
  const { data, error, refetch } = useQuery({
    ...read(openInvoices.listReminders, { query: { limit, step } }),
    placeholderData: keepPreviousData,
  })
  const cells = ladder.data?.data ?? []
  const overdue = sum(
    cells.filter((cell) => cell.step !== 'due'),
    ({ invoices }) => invoices,
  )
  const failed = error ?? ladder.error
  if (failed && !data)
    return (
      <LoadFailure what="The reminders" error={failed} onRetry={() => Promise.all([refetch(), ladder.refetch()])} />
    )
  if (!data || cells.every(({ invoices }) => invoices === 0)) return null
  const total = data.meta?.total ?? 0
  return (
    <section className={classes.reminders} aria-label="Reminders">
      <SectionHead title={`Reminders, ${countText(overdue)} overdue`}>
        <span className="quiet">Holding reminders keeps the invoice due.</span>
      </SectionHead>
      <ol className={classes.ladder} aria-label="The ladder of reminders">
        {cells.map((cell) => {
          const { label, means } = ladderSteps[cell.step]
          return (
            <li key={cell.step}>
              <UnstyledButton
                aria-pressed={step === cell.step}
                disabled={cell.invoices === 0}
                onClick={() => onStep(step === cell.step ? undefined : cell.step)}
              >
                <span>{label}</span> <b>{countText(cell.invoices)}</b>
                <small>{means}</small>
                {cell.amounts.map(({ currency, amount }) => (
                  <small key={currency}>{formatMoney(amount, currency)}</small>
                ))}
              </UnstyledButton>
            </li>
          )
        })}
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
        {isDue(dueAt) ? (
          `Due ${formatDate(dueAt, 'll')}`
        ) : (
          <span className={classes.late}>{plural(daysSince(dueAt), 'day')}</span>
        )}
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

const isDue = (at: string) => daysSince(at) < 1

const nextText = ({ next, sent }: InvoiceReminders) => {
  if (next) return `Reminder ${next.step} ${whenText(next.at)}`
  return sent.length > 0 ? 'All reminders are sent' : 'Left to people'
}
