import {
  type ChangeReason,
  finance,
  NOT_LINKED,
  type RevenueChange,
  type RevenueChangeRows,
} from '@hikmah/contract/finance'
import { formatDifference, formatMoney } from '@hikmah/contract/money'
import { organizationName } from '@hikmah/contract/organizations/words'
import { keysOf } from '@hikmah/contract/words'
import { UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { read } from '../kit/api/data.ts'
import { FilterChip } from '../kit/display/FilterChip.tsx'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { countText, formatDate, plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { ColumnHeads, SectionHead } from '../kit/page/Page.tsx'
import { Menu, MenuItem } from '../kit/popup/Menu.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import { invoicesLink } from './FinanceLink.tsx'
import classes from './finance.module.css'
import { Swatch } from './RevenueChart.tsx'
import type { Series } from './series.ts'
import own from './WhatChanged.module.css'

const changeReasonLabels: Record<ChangeReason, string> = {
  new: 'New',
  lost: 'Lost',
  more: 'More',
  less: 'Less',
  refunds: 'Refunds',
  disputes: 'Disputes',
}
const comparedMonthLabels = { month: 'The month before', year: 'A year before' }
const NOT_ADDING_UP =
  'These figures do not add up. The comparison of the coming night puts the sums right and reports them.'

type Query = NonNullable<Parameters<typeof read<typeof finance.readRevenueChange>>[1]['query']>
type Compare = Query['compare']
interface Opened {
  part: Part
  /** Below the reasons, or else below its row of the table. */
  isReason?: boolean
}
type Part = { product: string } | { reason: ChangeReason }

interface Props {
  query: Query
  series: Series[]
  products: { name: string }[]
  onUnpin: () => void
  onCompare: (compare: Compare) => void
}

/** Why net revenue is not what it was: by product and by reason, each of which opens the organizations it sums. */
export function WhatChanged({ query, series, products, onUnpin, onCompare }: Props) {
  const { data, error, refetch } = useQuery({
    ...read(finance.readRevenueChange, { query }),
    placeholderData: keepPreviousData,
  })
  const [open, setOpen] = useState<Opened>()
  const { month, compare = 'month', currency } = query
  const heads = spanNames(data?.data, month)
  const colorOf = (name: string) => {
    const column = products.findIndex((product) => product.name === name)
    return series.find(({ columns }) => columns.includes(column))?.color
  }
  const isOpen = (one: Opened) => JSON.stringify(open) === JSON.stringify(one)
  const toggle = (one: Opened) => setOpen(isOpen(one) ? undefined : one)
  return (
    <section aria-label={`What changed in ${currency.toUpperCase()}`}>
      <SectionHead title="What changed">
        {month && (
          <FilterChip removes="Let the month go" onRemove={onUnpin}>
            <Menu
              name="Compare with"
              button={(props) => (
                <UnstyledButton {...props} className={own.against}>
                  <b>{heads[0]}</b> against {heads[1]} <Icon name="down" size={12} />
                </UnstyledButton>
              )}
            >
              {keysOf(comparedMonthLabels).map((value) => (
                <MenuItem key={value} isChosen={value === compare} onClick={() => onCompare(value)}>
                  {comparedMonthLabels[value]}
                </MenuItem>
              ))}
            </Menu>
          </FilterChip>
        )}
      </SectionHead>
      {error && <LoadFailure what="What changed" error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name="what changed" lines={6} />}
      {data && (
        <>
          <p className={classes.answer}>{describeChange(data.data, currency, heads[1])}</p>
          {!data.data.isSound && <Banner tone="warning" text={NOT_ADDING_UP} />}
          <ChangeTable change={data.data} {...{ query, heads, isOpen, toggle, colorOf }} />
          <ul className={own.reasons} aria-label="Reasons">
            {data.data.reasons.map(({ reason, difference, organizations }) => (
              <li key={reason}>
                <UnstyledButton
                  aria-expanded={isOpen({ part: { reason }, isReason: true })}
                  disabled={organizations === 0}
                  onClick={() => toggle({ part: { reason }, isReason: true })}
                >
                  <b>{changeReasonLabels[reason]}</b> <b>{formatDifference(difference, currency)}</b>
                  <small>{plural(organizations, 'organization')}</small>
                </UnstyledButton>
              </li>
            ))}
          </ul>
          {open?.isReason && <ChangeRows key={partName(open.part)} query={query} part={open.part} />}
        </>
      )}
    </section>
  )
}

const partName = (part: Part) => ('product' in part ? part.product : changeReasonLabels[part.reason])

type Span = Pick<RevenueChange, 'from' | 'to' | 'previousFrom' | 'previousTo'>

/** Oct and Sep, or Nov 1–26 and Oct 1–26 of a month that is not over; the year where the two are of different ones. */
export function spanNames(span: Span | undefined, month: string | undefined): [string, string] {
  if (!month) return ['Now', 'Before']
  // What stands meanwhile is of another month.
  if (span?.from !== month) return [formatDate(month, 'MMM YYYY'), 'Before']
  const inOneYear = yearOf(span.from) === yearOf(span.previousFrom)
  return [
    [span.from, span.to],
    [span.previousFrom, span.previousTo],
  ].map(([from, to]) => spanName(from!, to!, !inOneYear)) as [string, string]
}

const yearOf = (at: string) => formatDate(at, 'MMM YYYY').slice(4)

function spanName(from: string, to: string, withYear: boolean): string {
  const [first, last] = [new Date(from), new Date(Date.parse(to) - 1)]
  const isWhole = first.getDate() === 1 && new Date(to).getDate() === 1
  const day = isWhole ? formatDate(from, 'MMM YYYY').slice(0, 3) : formatDate(from, 'MMM D')
  const days = isWhole || first.getDate() === last.getDate() ? day : `${day}–${last.getDate()}`
  return withYear ? `${days} ’${yearOf(from).slice(2)}` : days
}

/** In a sentence, with how many were billed where that explains it. */
export function describeChange(
  { net: { difference }, products }: RevenueChange,
  currency: string,
  previously: string,
): string {
  if (difference === 0) return 'Net revenue is the same as before.'
  const money = (amount: number) => formatMoney(Math.abs(amount), currency)
  const text = `Net revenue ${difference > 0 ? 'rose' : 'fell'} ${money(difference)}.`
  const main = products.find((product) => product.difference * difference > 0)
  if (!main) return text
  const isPart = Math.abs(main.difference) <= Math.abs(difference)
  const { units } = main
  // Where prices changed the other way, the number explains nothing.
  const isByNumber = units && (units.now - units.before) * main.difference > 0
  const count = (number: number) => (number === 0 ? 'none' : countText(number))
  const number = isByNumber ? `: ${count(units.now)} billed, ${count(units.before)} in ${previously}` : ''
  return isPart
    ? `${text} ${main.name} explains ${money(main.difference)} of it${number}.`
    : `${text} ${main.name} alone ${difference > 0 ? 'rose' : 'fell'} ${money(main.difference)}${number}.`
}

interface TableProps {
  change: RevenueChange
  query: Query
  heads: string[]
  isOpen: (one: Opened) => boolean
  toggle: (one: Opened) => void
  colorOf: (product: string) => number | undefined
}

function ChangeTable({ change: { net, products, refunds, disputes }, query, heads, ...props }: TableProps) {
  const { currency } = query
  const { isOpen, toggle, colorOf } = props
  const rows: [string, Part, typeof net][] = [
    ...products.map((product): [string, Part, typeof net] => [product.name, { product: product.name }, product]),
    [changeReasonLabels.refunds, { reason: 'refunds' }, refunds],
    [changeReasonLabels.disputes, { reason: 'disputes' }, disputes],
  ]
  const most = Math.max(1, ...rows.map(([, , { difference }]) => Math.abs(difference)))
  return (
    <table
      className={`${classes.table} ${classes.change}`}
      aria-label={`What changed by product in ${currency.toUpperCase()}`}
    >
      <ColumnHeads names={['Product', ...heads, 'Difference']}>
        <th scope="col" className={classes.strip}>
          <span className="spoken">Difference, drawn</span>
        </th>
      </ColumnHeads>
      <tbody>
        {rows.map(([name, part, { now, before, difference }]) => (
          <Fragment key={name}>
            <tr>
              <th scope="row" className={classes.name}>
                <Swatch color={colorOf(name)} />
                {name}
              </th>
              <td>{formatMoney(now, currency)}</td>
              <td>{formatMoney(before, currency)}</td>
              <td>
                <UnstyledButton
                  className={classes.opens}
                  aria-label={`${formatDifference(difference, currency)}, ${name}`}
                  aria-expanded={isOpen({ part })}
                  onClick={() => toggle({ part })}
                >
                  {formatDifference(difference, currency)}
                </UnstyledButton>
              </td>
              <td className={classes.strip} aria-hidden="true">
                <i data-less={difference < 0 || undefined} style={{ inlineSize: (30 * Math.abs(difference)) / most }} />
              </td>
            </tr>
            {isOpen({ part }) && (
              <tr>
                <td colSpan={5} className={classes.opened}>
                  <ChangeRows query={query} part={part} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Net</th>
          <td>{formatMoney(net.now, currency)}</td>
          <td>{formatMoney(net.before, currency)}</td>
          <td>{formatDifference(net.difference, currency)}</td>
          <td className={classes.strip} aria-hidden="true" />
        </tr>
      </tfoot>
    </table>
  )
}

function ChangeRows({ query, part }: { query: Query; part: Part }) {
  const { data, error, refetch } = useQuery(read(finance.readRevenueChangeRows, { query: { ...query, ...part } }))
  if (error) return <LoadFailure what={partName(part)} error={error} onRetry={refetch} />
  if (!data) return <LoadingLines name={partName(part)} lines={3} />
  return <RowsTable of={data.data} name={partName(part)} currency={query.currency} />
}

function RowsTable({
  of: { rows, others },
  name,
  currency,
}: {
  of: RevenueChangeRows
  name: string
  currency: string
}) {
  const sum = (key: 'now' | 'before' | 'difference') =>
    rows.reduce((total, row) => total + row[key], others?.[key] ?? 0)
  return (
    <table className={classes.table} aria-label={`${name} by organization`}>
      <caption className={own.caption}>{name}</caption>
      <ColumnHeads names={['Organization', 'Now', 'Before', 'Difference']} />
      <tbody>
        {rows.map(({ organization, now, before, difference, list, listBefore }) => (
          <tr key={organization?._id ?? 'none'}>
            <th scope="row" className={classes.name}>
              {organization ? (
                <OrganizationLink id={organization._id}>{organizationName(organization.orgName)}</OrganizationLink>
              ) : (
                NOT_LINKED
              )}
            </th>
            <td>{now === 0 ? '–' : <Link {...invoicesLink(list)}>{formatMoney(now, currency)}</Link>}</td>
            <td>{before === 0 ? '–' : <Link {...invoicesLink(listBefore)}>{formatMoney(before, currency)}</Link>}</td>
            <td>{formatDifference(difference, currency)}</td>
          </tr>
        ))}
        {others && (
          <tr>
            <th scope="row">{plural(others.organizations, 'other')}</th>
            <td>{formatMoney(others.now, currency)}</td>
            <td>{formatMoney(others.before, currency)}</td>
            <td>{formatDifference(others.difference, currency)}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {(['now', 'before'] as const).map((key) => (
            <td key={key}>{formatMoney(sum(key), currency)}</td>
          ))}
          <td>{formatDifference(sum('difference'), currency)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
