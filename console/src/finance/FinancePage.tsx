import type { Period } from '@hikmah/contract/dashboard-stats'
import { type FinanceOfCurrency, finance, invoiceAgeLabels } from '@hikmah/contract/finance'
import { formatDifference, formatMoney } from '@hikmah/contract/money'
import { disputeOutcomes } from '@hikmah/contract/money-account'
import { LadderStep } from '@hikmah/contract/open-invoices'
import { PAYMENT_PROVIDER } from '@hikmah/contract/payments'
import { type RecurringPart, recurringRevenue } from '@hikmah/contract/recurring-revenue'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { PeriodPicker } from '../dashboard-stats/PeriodPicker.tsx'
import { OpenDisputesLink, readOpenDisputes } from '../disputes/OpenDisputesLink.tsx'
import { read, useMay } from '../kit/api/data.ts'
import { AsTable } from '../kit/display/AsTable.tsx'
import { SMALL_BASE, SummaryCards } from '../kit/display/SummaryCards.tsx'
import { countText, formatDate, ownZone, plural } from '../kit/format/texts.ts'
import { EmptyState, LoadFailure } from '../kit/page/ListStates.tsx'
import { ClosedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { ButtonLink, ColumnHeads, Page, Scroller, SectionHead } from '../kit/page/Page.tsx'
import { RemindersPanel } from '../open-invoices/RemindersPanel.tsx'
import { StaleMark } from '../sitemap/StaleMark.tsx'
import { disputesLink, invoicesLink, SumLink } from './FinanceLink.tsx'
import classes from './finance.module.css'
import { PayersTable } from './PayersTable.tsx'
import { RevenueChart, SeriesPatterns } from './RevenueChart.tsx'
import { seriesOf } from './series.ts'
import { Waterfall } from './Waterfall.tsx'
import { WhatChanged } from './WhatChanged.tsx'

const route = getRouteApi('/console/finance')

/** A year is the least that shows how the months go. */
const FINANCE_PERIOD = 'last-12-months'

/** The sums of a period, how what recurs changed in it, and a line above them, which would move them if it came later. */
export function readBooks(period: Period = FINANCE_PERIOD) {
  const query = { period, tz: ownZone() }
  return [
    read(finance.readFinanceSummary, { query }),
    read(recurringRevenue.readRecurringRevenue, { query }),
    readOpenDisputes,
  ] as const
}

/** /finance: income and open invoices, a block for each currency. */
export function FinancePage() {
  const mayRead = useMay('finance.read')
  return mayRead ? <Books /> : <ClosedPage title="Finance" what="Finance" />
}

function Books() {
  const { period = FINANCE_PERIOD, month, compare, recurring, step } = route.useSearch()
  const navigate = useNavigate()
  const [summary, movements] = readBooks(period)
  const { data, error, refetch, isPlaceholderData } = useQuery({ ...summary, placeholderData: keepPreviousData })
  const currencies = data?.data.currencies
  const changes = useQuery({ ...movements, placeholderData: keepPreviousData })
  const keep = (choice: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ to: '/finance', search: (search) => ({ ...search, ...choice }), replace: true, resetScroll: false })
  const pin = (from: string | undefined) => keep({ month: from, ...(from === undefined && { compare: undefined }) })
  const asked = (currency: string) => ({ period, tz: ownZone(), currency, month, compare })
  const waterfallOf = (code: string) => {
    const of = changes.data?.data.currencies.find((one) => one.currency === code)
    const [open, part] = recurring?.split('-') ?? []
    return (
      of && (
        <Waterfall
          of={of}
          span={changes.data!.data}
          period={period}
          open={open === code ? (part as RecurringPart) : undefined}
          onOpen={(opened) => keep({ recurring: opened && `${code}-${opened}` })}
        />
      )
    )
  }
  const isElsewhere = (code: string) => !currencies?.some(({ currency }) => currency === code)
  return (
    <Page
      title="Finance"
      action={
        <>
          <ButtonLink variant="default" to="/payments">
            {PAYMENT_PROVIDER}
          </ButtonLink>
          <ButtonLink to="/finance-invoices">All invoices</ButtonLink>
        </>
      }
    >
      <PeriodPicker value={period} usual={FINANCE_PERIOD} span={data?.data} />
      <StaleMark />
      <OpenDisputesLink />
      {error && <LoadFailure what="The figures" error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name="finance" lines={12} />}
      {currencies?.length === 0 && (
        <EmptyState
          title="No invoices in this period"
          text="Nothing was paid in it or the one before, and no invoice is open."
        />
      )}
      <SeriesPatterns />
      {currencies?.map((it) => (
        <section
          key={it.currency}
          className={classes.block}
          aria-label={`Amounts in ${it.currency.toUpperCase()}`}
          data-stale={isPlaceholderData || undefined}
        >
          {currencies.length > 1 && <h2 className={classes.currency}>{it.currency.toUpperCase()}</h2>}
          <SummaryCards label={`Summary in ${it.currency.toUpperCase()}`} cards={cardsOf(it)} />
          <DisputesOfPeriod of={it} />
          <div className={classes.parts}>
            <div className={classes.column}>
              <section>
                <RevenueChart of={it} pinned={month} onPin={pin} />
                <p className={classes.hint}>
                  Click a month to compare it. <kbd>←</kbd> <kbd>→</kbd> move, Enter compares, Esc lets go.
                </p>
                <AsTable>
                  <RevenueTable of={it} />
                </AsTable>
              </section>
              {waterfallOf(it.currency)}
            </div>
            <div className={classes.column}>
              <WhatChanged
                query={asked(it.currency)}
                series={seriesOf(it.revenue.applications)}
                products={it.revenue.applications}
                onUnpin={() => pin(undefined)}
                onCompare={(compare) => keep({ compare })}
              />
              <AgeingTable of={it} />
            </div>
          </div>
          <PayersTable of={it} query={asked(it.currency)} />
        </section>
      ))}
      {changes.error && <LoadFailure what="Recurring revenue" error={changes.error} onRetry={changes.refetch} />}
      {currencies &&
        changes.data?.data.currencies
          .filter(({ currency }) => isElsewhere(currency))
          .map(({ currency }) => (
            <section key={currency} className={classes.block}>
              <h2 className={classes.currency}>{currency.toUpperCase()}</h2>
              {waterfallOf(currency)}
            </section>
          ))}
      {/* Below the figures, which would push it down. */}
      {(data || error) && (
        <RemindersPanel
          step={LadderStep.options.find((one) => one === step)}
          onStep={(chosen) => keep({ step: chosen })}
        />
      )}
    </Page>
  )
}

function cardsOf({ currency, paid, due, overdue }: FinanceOfCurrency) {
  const money = (amount: number) => formatMoney(amount, currency)
  const openCard = (label: string, { amount, invoices, list }: typeof due) => ({
    label,
    value: money(amount),
    text: `${plural(invoices, 'invoice')} today`,
    link: invoicesLink(list),
  })
  return [
    {
      label: 'Paid',
      value: money(paid.amount),
      change: {
        percent: paid.percentage,
        rising: 'success' as const,
        ...(paid.previousInvoices < SMALL_BASE && {
          difference: formatDifference(paid.amount - paid.previous, currency),
        }),
      },
      text: `${plural(paid.invoices, 'invoice')}, vs ${money(paid.previous)} before`,
      link: invoicesLink(paid.list),
    },
    {
      label: 'Refunded',
      value: money(-paid.refunded),
      text: 'of these payments',
      link: invoicesLink(paid.refundedList),
    },
    {
      label: 'Disputes lost',
      value: money(-paid.lost),
      text: 'of these payments',
      link: invoicesLink(paid.lostList),
    },
    {
      label: 'Net',
      value: money(paid.net),
      text: 'paid, less refunds and lost disputes',
      link: invoicesLink(paid.list),
    },
    openCard('Due', due),
    openCard('Overdue', overdue),
  ]
}

/** What became of them; what is open waits at the top, whenever it was opened. Each opens the list of the same disputes. */
function DisputesOfPeriod({ of: { currency, disputes } }: { of: FinanceOfCurrency }) {
  const decided = disputes.filter((one) => one.disputes > 0 && one.outcome !== 'open')
  if (decided.length === 0) return null
  return (
    <ul className={classes.disputes} aria-label={`Disputes in ${currency.toUpperCase()}`}>
      <li>Of the disputes opened in this period:</li>
      {decided.map(({ outcome, amount, disputes: ofIt, list }) => (
        <li key={outcome}>
          <Link {...disputesLink(list)}>
            {countText(ofIt)} {disputeOutcomes[outcome].toLowerCase()}
          </Link>{' '}
          {formatMoney(amount, currency)}
        </li>
      ))}
    </ul>
  )
}

function AgeingTable({ of: { currency, ageing, open } }: { of: FinanceOfCurrency }) {
  const most = Math.max(1, ...ageing.map(({ amount }) => amount))
  return (
    <section>
      <SectionHead title="Open invoices by age">
        {open.invoices > 0 && <Link {...invoicesLink(open.list)}>All {countText(open.invoices)}</Link>}
      </SectionHead>
      <table className={classes.table} aria-label={`Open invoices in ${currency.toUpperCase()} by age`}>
        <ColumnHeads names={['Overdue', 'Invoices', 'Amount']} />
        <tbody>
          {ageing.map((row) => (
            <tr key={row.age}>
              <th scope="row">{invoiceAgeLabels[row.age]}</th>
              <td>{countText(row.invoices)}</td>
              <td>
                <SumLink of={row} currency={currency} label={invoiceAgeLabels[row.age]} />
              </td>
              <td className={classes.age} aria-hidden="true">
                <i data-age={row.age} style={{ inlineSize: `${(100 * Math.max(0, row.amount)) / most}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{countText(open.invoices)}</td>
            <td>
              <SumLink of={open} currency={currency} label="open" />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function RevenueTable({ of: { currency, paid, revenue } }: { of: FinanceOfCurrency }) {
  const money = (amount: number) => (amount === 0 ? '–' : formatMoney(amount, currency))
  const most = Math.max(1, ...revenue.months.map(({ amount }) => amount))
  return (
    <Scroller label={`Revenue in ${currency.toUpperCase()}`}>
      <table className={classes.table} aria-label={`Revenue in ${currency.toUpperCase()}`}>
        <ColumnHeads names={['Month', 'Paid', 'Net', 'Before', ...revenue.applications.map(({ name }) => name)]} />
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
              <td>{money(month.net)}</td>
              <td>{money(month.previous)}</td>
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
            <td>{formatMoney(paid.net, currency)}</td>
            <td>{formatMoney(paid.previous, currency)}</td>
            {revenue.applications.map(({ name, amount }) => (
              <td key={name}>{money(amount)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </Scroller>
  )
}
