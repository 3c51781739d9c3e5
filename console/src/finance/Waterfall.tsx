import type { Period } from '@hikmah/contract/dashboard-stats'
import { NOT_LINKED } from '@hikmah/contract/finance'
import { formatDifference, formatMoney } from '@hikmah/contract/money'
import { organizationName } from '@hikmah/contract/organizations/words'
import {
  DERIVED_MOVEMENTS,
  RECURRING_MEANING,
  type RecurringOfCurrency,
  type RecurringPart,
  type RecurringRevenue,
  type RecurringRow,
  recurringMovements,
  recurringRevenue,
} from '@hikmah/contract/recurring-revenue'
import { Button, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react'
import { read } from '../kit/api/data.ts'
import { AsTable } from '../kit/display/AsTable.tsx'
import { countText, formatDate, ownZone, plural } from '../kit/format/texts.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { ColumnHeads, Scroller, SectionHead } from '../kit/page/Page.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import finance from './finance.module.css'
import classes from './Waterfall.module.css'

type Part = RecurringOfCurrency['parts'][number]

interface Props {
  of: RecurringOfCurrency
  span: Pick<RecurringRevenue, 'from' | 'to'>
  period: Period | undefined
  open: RecurringPart | undefined
  onOpen: (part: RecurringPart | undefined) => void
}

const isBalance = (part: RecurringPart) => part === 'start' || part === 'end'

/** The last day of it, and today at most. */
const dayBefore = (moment: string) => formatDate(Math.min(new Date(moment).getTime() - 1, Date.now()), 'll')

const nameOf = (part: RecurringPart, { from, to }: Props['span']) =>
  part === 'start' || part === 'end' ? dayBefore(part === 'start' ? from : to) : recurringMovements[part].label

/** Whole amounts without cents. Movements have a sign. */
function shortText({ part, amount }: Part, currency: string) {
  const sign = !isBalance(part) && amount > 0 ? '+' : ''
  return sign + formatMoney(amount, currency, { isShort: true })
}

/** Where each bar begins and ends, and what there is after it, in shares of the whole height. */
function barsOf(parts: Part[]) {
  let total = 0
  const steps = parts.map(({ part, amount }) => {
    const from = isBalance(part) ? 0 : total
    total = from + amount
    return { from, to: total }
  })
  const ends = steps.flatMap(({ from, to }) => [from, to])
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const share = (amount: number) => (high === low ? 0 : (amount - low) / (high - low))
  return {
    zero: share(0),
    bars: steps.map(({ from, to }) => ({
      after: to,
      style: {
        '--low': share(Math.min(from, to)),
        '--size': share(Math.max(from, to)) - share(Math.min(from, to)),
        '--level': share(to),
      } as CSSProperties,
    })),
  }
}

/** What comes in each month: how it grew and shrank in the period. Each part opens the rows whose sum it is. */
export function Waterfall({ of: { currency, parts }, span, period, open, onOpen }: Props) {
  const rowsId = useId()
  const { bars, zero } = barsOf(parts)
  const opened = parts.find(({ part }) => part === open)
  const name = currency.toUpperCase()
  return (
    <section aria-label={`Monthly recurring revenue in ${name}`}>
      <SectionHead title="Monthly recurring revenue">
        <span className={classes.now}>{formatMoney(parts.at(-1)!.amount, currency)}</span>
        <span className={classes.hint}>Click a part to see who is in it</span>
      </SectionHead>
      <ul className={classes.parts} style={{ '--zero': zero } as CSSProperties} aria-label={`How it changed, ${name}`}>
        {parts.map((it, i) => {
          const { part, amount, organizations } = it
          const label = nameOf(part, span)
          const means = isBalance(part)
            ? RECURRING_MEANING
            : recurringMovements[part as keyof typeof recurringMovements].means
          return (
            <li key={part} style={bars[i]!.style}>
              <UnstyledButton
                className={classes.part}
                title={means}
                aria-expanded={open === part}
                aria-controls={open === part ? rowsId : undefined}
                disabled={amount === 0 && !organizations}
                onClick={() => onOpen(open === part ? undefined : part)}
              >
                <span className={classes.name}>
                  {label}
                  {organizations !== null && (
                    <>
                      {' · '}
                      {countText(organizations)}
                      <span className="spoken"> {plural(organizations, 'organization').split(' ')[1]}</span>
                    </>
                  )}
                </span>{' '}
                <span className={classes.field}>
                  <i data-kind={isBalance(part) ? 'balance' : amount < 0 ? 'loss' : 'gain'} />
                  <b>{shortText(it, currency)}</b>
                </span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
      {opened && (
        <Rows key={opened.part} id={rowsId} {...{ currency, period }} of={opened} label={nameOf(opened.part, span)} />
      )}
      <AsTable>
        <p className={classes.quiet}>{RECURRING_MEANING}</p>
        <Scroller label="Recurring revenue">
          <table className={finance.table} aria-label={`Monthly recurring revenue in ${name}`}>
            <ColumnHeads names={['Part', 'Organizations', 'Amount', 'Then']} />
            <tbody>
              {parts.map(({ part, amount, organizations }, i) => (
                <tr key={part}>
                  <th scope="row">{nameOf(part, span)}</th>
                  <td>{organizations === null ? '–' : countText(organizations)}</td>
                  <td>{isBalance(part) ? '–' : formatDifference(amount, currency)}</td>
                  <td>{formatMoney(bars[i]!.after, currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      </AsTable>
    </section>
  )
}

const FEW = 5
const MANY = 100

interface RowsProps {
  id: string
  of: Part
  label: string
  currency: string
  period: Period | undefined
}

function Rows({ id, of: { part, amount, organizations }, label, currency, period }: RowsProps) {
  const [limit, setLimit] = useState(FEW)
  const [page, setPage] = useState(1)
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useQuery({
    ...read(recurringRevenue.listRecurringMovements, {
      query: { part, currency, period, tz: ownZone(), limit, page },
    }),
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    // Not where the address opened it.
    if (document.activeElement?.getAttribute('aria-controls') === id) heading.current?.focus({ preventScroll: true })
  }, [id])
  const total = data?.meta.total ?? 0
  const text = isBalance(part) ? formatMoney(amount, currency) : formatDifference(amount, currency)
  const columns = isBalance(part) ? ['Since', 'Amount'] : ['Date', 'Before', 'After', 'Difference']
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
                <td colSpan={columns.length} />
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
  const { organization, customerName, plan, at, before, after, difference, isDerived } = row
  return (
    <tr>
      <th scope="row" className={finance.name}>
        {organization ? (
          <OrganizationLink id={organization._id}>{organizationName(organization.orgName)}</OrganizationLink>
        ) : (
          customerName || NOT_LINKED
        )}
      </th>
      <td>{plan || '–'}</td>
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
