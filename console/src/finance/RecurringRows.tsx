import { NOT_LINKED } from '@hikmah/contract/finance'
import { formatDifference, formatMoney } from '@hikmah/contract/money'
import { organizationName } from '@hikmah/contract/organizations/words'
import {
  DERIVED_MOVEMENTS,
  describeRecurringEnd,
  RECURRING_CHANGE,
  type RecurringRow,
  recurringRevenue,
} from '@hikmah/contract/recurring-revenue'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { read } from '../kit/api/data.ts'
import { countText, formatDate, ownZone, plural } from '../kit/format/texts.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { ColumnHeads, Scroller } from '../kit/page/Page.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import finance from './finance.module.css'
import classes from './Waterfall.module.css'

type Query = NonNullable<Parameters<typeof read<typeof recurringRevenue.listRecurringMovements>>[1]['query']>
type Part = Query['part']

export const isBalance = (part: Part) => part === 'start' || part === 'end'

const FEW = 5
const MANY = 100

interface Props {
  id: string
  part: Part
  query: Omit<Query, 'part' | 'page' | 'limit' | 'tz'>
  /** What the rows come to. */
  amount: number
  organizations?: number | null
  /** The sums of `change`. */
  sums?: { before: number; now: number }
  label: string
}

/** The subscriptions of a part of recurring revenue, or of an organization, and their sum. */
export function RecurringRows({ id, part, query, amount, organizations = null, sums, label }: Props) {
  const [limit, setLimit] = useState(FEW)
  const [page, setPage] = useState(1)
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useQuery({
    ...read(recurringRevenue.listRecurringMovements, { query: { ...query, part, tz: ownZone(), limit, page } }),
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    // Not where the address opened it.
    if (document.activeElement?.getAttribute('aria-controls') === id) heading.current?.focus({ preventScroll: true })
  }, [id])
  const { currency } = query
  const total = data?.meta.total ?? 0
  const text = isBalance(part) ? formatMoney(amount, currency) : formatDifference(amount, currency)
  const columns = isBalance(part)
    ? ['Since', 'Amount']
    : part === RECURRING_CHANGE
      ? ['Since', 'Before', 'Now', 'Difference']
      : ['Date', 'Before', 'After', 'Difference']
  return (
    <section id={id} className={classes.rows} aria-label={`${label}, ${text}`}>
      <div className={classes.head}>
        <h3 ref={heading} tabIndex={-1}>
          {label}
        </h3>
        <span>{[...(organizations === null ? [] : [plural(organizations, 'organization')]), text].join(', ')}</span>
        {total > FEW && limit === FEW && (
          <Button variant="subtle" size="compact-sm" onClick={() => setLimit(MANY)}>
            {`All ${countText(total)}`}
          </Button>
        )}
      </div>
      {error && <LoadFailure what={label} error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name={label} lines={FEW} />}
      {data && (
        <Scroller label={label}>
          <table className={finance.table} aria-label={`${label} by subscription`}>
            <ColumnHeads names={['Organization', 'Plan', ...columns]} />
            <tbody>
              {data.data.map((row, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a movement has no id, and none changes
                <Movement key={i} row={row} currency={currency} isBalance={isBalance(part)} />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{`Total of ${countText(total)}`}</th>
                <td colSpan={sums ? 2 : columns.length} />
                {sums && (
                  <>
                    <td>{formatMoney(sums.before, currency)}</td>
                    <td>{formatMoney(sums.now, currency)}</td>
                  </>
                )}
                <td>{text}</td>
              </tr>
            </tfoot>
          </table>
        </Scroller>
      )}
      {total > MANY && limit === MANY && (
        <div className={classes.head}>
          <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <Button variant="default" size="xs" disabled={page * MANY >= total} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
      {data?.data.some(({ isDerived }) => isDerived) && <p className={classes.quiet}>{DERIVED_MOVEMENTS}</p>}
    </section>
  )
}

interface MovementProps {
  row: RecurringRow
  currency: string
  isBalance: boolean
}

function Movement({ row, currency, isBalance }: MovementProps) {
  const { organization, customerName, plan, at, before, after, difference, isDerived, end } = row
  return (
    <tr>
      <th scope="row" className={finance.name}>
        {organization ? (
          <OrganizationLink id={organization._id}>{organizationName(organization.orgName)}</OrganizationLink>
        ) : (
          customerName || NOT_LINKED
        )}
      </th>
      <td>
        {plan || '–'}
        {end && <small>{describeRecurringEnd(end)}</small>}
      </td>
      <td>
        {formatDate(at, 'll')}
        {isDerived && <small>derived</small>}
      </td>
      {!isBalance && (
        <>
          <td>{before === 0 ? '–' : formatMoney(before, currency)}</td>
          <td>{after === 0 ? '–' : formatMoney(after, currency)}</td>
        </>
      )}
      <td>
        <b>{isBalance ? formatMoney(after, currency) : formatDifference(difference, currency)}</b>
      </td>
    </tr>
  )
}
