import { type FinanceOfCurrency, finance, NOT_LINKED } from '@hikmah/contract/finance'
import { formatDifference, formatMoney } from '@hikmah/contract/money'
import { organizationName } from '@hikmah/contract/organizations/words'
import { MONTHLY_RECURRING, RECURRING_CHANGE, RECURRING_MEANING } from '@hikmah/contract/recurring-revenue'
import { Button, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { read } from '../kit/api/data.ts'
import { plural } from '../kit/format/texts.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { ColumnHeads, LinkTo, Scroller, SectionHead } from '../kit/page/Page.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import { SumLink } from './FinanceLink.tsx'
import classes from './finance.module.css'
import { RecurringRows } from './RecurringRows.tsx'
import { spanNames } from './WhatChanged.tsx'

type Payer = FinanceOfCurrency['organizations'][number]

const FEW = 10

function describeChange({ paid, before }: Payer, currency: string): string {
  if (before.invoices === 0) return paid.invoices === 0 ? '–' : 'new'
  return formatDifference(paid.net - before.amount, currency)
}

interface Props {
  of: FinanceOfCurrency
  query: NonNullable<Parameters<typeof read<typeof finance.readPayers>>[1]['query']>
}

/** Of the period, or of the month that is pinned. */
export function PayersTable({ of, query }: Props) {
  const { tz: _, ...asked } = query
  const { currency, month } = query
  const ofMonth = useQuery({
    ...read(finance.readPayers, { query }),
    enabled: month !== undefined,
    placeholderData: keepPreviousData,
  })
  const payers = month ? ofMonth.data?.data : of
  const { organizations, others } = payers ?? { organizations: [], others: null }
  const [now, before] = spanNames(ofMonth.data?.data, month)
  const [isWhole, setIsWhole] = useState(false)
  const [open, setOpen] = useState<string>()
  const rowsId = useId()
  const shown = isWhole ? organizations : organizations.slice(0, FEW)
  const recurringOf = ({ recurring }: Payer, key: string, name: string) => (
    <Recurring
      {...{ recurring, currency, name, rowsId }}
      isOpen={open === key}
      onToggle={() => setOpen(open === key ? undefined : key)}
    />
  )
  return (
    <section>
      <SectionHead title="By organization">
        {month && <small className="quiet">{`${now} against ${before}`}</small>}
      </SectionHead>
      {month && ofMonth.error && (
        <LoadFailure what="What organizations paid" error={ofMonth.error} onRetry={ofMonth.refetch} />
      )}
      {!payers && !ofMonth.error && <LoadingLines name="organizations" lines={FEW} />}
      {payers && organizations.length === 0 && <p className={classes.answer}>No organization paid or owes anything.</p>}
      <Scroller label={`Organizations in ${currency.toUpperCase()}`}>
        <table
          className={`${classes.table} ${classes.payers}`}
          aria-label={`Organizations in ${currency.toUpperCase()}`}
        >
          <ColumnHeads names={['Organization', 'Net', 'Before', 'Change']}>
            <th scope="col" className={classes.recurring} title={RECURRING_MEANING}>
              <abbr title={MONTHLY_RECURRING}>MRR</abbr>
            </th>
            <th scope="col">Due</th>
            <th scope="col">Overdue</th>
          </ColumnHeads>
          <tbody>
            {shown.map((row) => {
              const { organization, paid, before } = row
              const name = organization ? organizationName(organization.orgName) : NOT_LINKED
              const key = organization?._id ?? 'none'
              return (
                <Fragment key={key}>
                  <tr>
                    <th scope="row" className={classes.name}>
                      {organization ? (
                        <OrganizationLink id={organization._id}>{name}</OrganizationLink>
                      ) : (
                        <LinkTo to="/payments">{name}</LinkTo>
                      )}
                      <span className={classes.below}>
                        {hasRecurring(row) && <span>MRR {recurringOf(row, key, name)}</span>}
                        {(['due', 'overdue'] as const).map(
                          (kind) =>
                            row[kind].invoices > 0 && (
                              <span key={kind}>
                                {kind} <SumLink of={row[kind]} currency={currency} label={`${kind}, ${name}`} />
                              </span>
                            ),
                        )}
                      </span>
                    </th>
                    <td>
                      <SumLink of={{ ...paid, amount: paid.net }} currency={currency} label={`net, ${name}`} />
                    </td>
                    <td>
                      <SumLink of={before} currency={currency} label={`before, ${name}`} />
                    </td>
                    <td>{describeChange(row, currency)}</td>
                    <td className={classes.recurring}>{recurringOf(row, key, name)}</td>
                    {(['due', 'overdue'] as const).map((kind) => (
                      <td key={kind}>
                        <SumLink of={row[kind]} currency={currency} label={`${kind}, ${name}`} />
                      </td>
                    ))}
                  </tr>
                  {open === key && (
                    <tr>
                      <td colSpan={7} className={classes.opened}>
                        <RecurringRows
                          id={rowsId}
                          part={RECURRING_CHANGE}
                          query={{ ...asked, orgId: key }}
                          amount={row.recurring.now - row.recurring.before}
                          sums={row.recurring}
                          label={`${MONTHLY_RECURRING} of ${name}`}
                        />
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
          {others && isWhole && (
            <tfoot>
              <tr>
                <th scope="row">{plural(others.organizations, 'other')}</th>
                <td>{formatMoney(others.net, currency)}</td>
                <td>–</td>
                <td />
                <td className={classes.recurring}>–</td>
                <td>{formatMoney(others.due, currency)}</td>
                <td>{formatMoney(others.overdue, currency)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      </Scroller>
      {shown.length < organizations.length && (
        <Button mt={12} variant="default" size="xs" onClick={() => setIsWhole(true)}>
          {`Show ${organizations.length - shown.length} more`}
        </Button>
      )}
    </section>
  )
}

const hasRecurring = ({ recurring: { now, before } }: Pick<Payer, 'recurring'>) => now !== 0 || before !== 0

interface RecurringProps {
  recurring: Payer['recurring']
  currency: string
  name: string
  rowsId: string
  isOpen: boolean
  onToggle: () => void
}

/** What it pays in a month, and how that changed; opens the subscriptions whose sum it is. */
function Recurring({ recurring, currency, name, rowsId, isOpen, onToggle }: RecurringProps) {
  const { now, before } = recurring
  if (!hasRecurring({ recurring })) return '–'
  const change = now === before ? '' : before === 0 ? 'new' : formatDifference(now - before, currency)
  return (
    <UnstyledButton
      className={classes.opens}
      aria-expanded={isOpen}
      aria-controls={isOpen ? rowsId : undefined}
      onClick={onToggle}
    >
      {formatMoney(now, currency)}
      {change && <small> {change}</small>}
      <span className="spoken">, monthly recurring revenue, {name}</span>
    </UnstyledButton>
  )
}
