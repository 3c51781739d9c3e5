import type { Period } from '@hikmah/contract/dashboard-stats'
import { formatDifference, formatMoney } from '@hikmah/contract/money'
import {
  MONTHLY_RECURRING,
  RECURRING_MEANING,
  type RecurringOfCurrency,
  type RecurringPart,
  type RecurringRevenue,
  recurringMovements,
} from '@hikmah/contract/recurring-revenue'
import { UnstyledButton } from '@mantine/core'
import { type CSSProperties, useId } from 'react'
import { AsTable } from '../kit/display/AsTable.tsx'
import { serverNow } from '../kit/format/server-time.ts'
import { countText, formatDate, plural } from '../kit/format/texts.ts'
import { ColumnHeads, Scroller, SectionHead } from '../kit/page/Page.tsx'
import finance from './finance.module.css'
import { isBalance, RecurringRows } from './RecurringRows.tsx'
import classes from './Waterfall.module.css'

type Part = RecurringOfCurrency['parts'][number]

interface Props {
  of: RecurringOfCurrency
  span: Pick<RecurringRevenue, 'from' | 'to'>
  period: Period | undefined
  open: RecurringPart | undefined
  onOpen: (part: RecurringPart | undefined) => void
}

/** The last day of it, and today at most. */
const dayBefore = (moment: string) => formatDate(Math.min(new Date(moment).getTime() - 1, serverNow()), 'll')

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
    <section aria-label={`${MONTHLY_RECURRING} in ${name}`}>
      <SectionHead title={MONTHLY_RECURRING}>
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
        <RecurringRows
          key={opened.part}
          id={rowsId}
          {...opened}
          query={{ currency, period }}
          label={nameOf(opened.part, span)}
        />
      )}
      <AsTable>
        <p className={classes.quiet}>{RECURRING_MEANING}</p>
        <Scroller label="Recurring revenue">
          <table className={finance.table} aria-label={`${MONTHLY_RECURRING} in ${name}`}>
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
