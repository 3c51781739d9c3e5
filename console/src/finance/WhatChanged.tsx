import {
  type ChangeReason,
  finance,
  NOT_LINKED,
  type RevenueChange,
  type RevenueChangeRows,
} from '@hikmah/contract/finance'
import { formatDifference, formatMoney } from '@hikmah/contract/money'
import { organizationName } from '@hikmah/contract/organizations/words'
import { Button, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { read } from '../kit/api/data.ts'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { formatDate, plural } from '../kit/format/texts.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { ColumnHeads, SectionHead } from '../kit/page/Page.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import { invoicesLink } from './FinanceLink.tsx'
import classes from './finance.module.css'
import { Swatch } from './RevenueChart.tsx'
import type { Series } from './series.ts'

const changeReasonLabels: Record<ChangeReason, string> = {
  new: 'New',
  lost: 'Lost',
  more: 'More',
  less: 'Less',
  refunds: 'Refunds',
  disputes: 'Disputes',
}
const NOT_ADDING_UP =
  'These figures do not add up. The comparison of the coming night puts the sums right and reports them.'

type Query = Parameters<typeof read<typeof finance.readRevenueChange>>[1]['query']
interface Opened {
  part: Part
  /** Below the reasons, or else below its row of the table. */
  isReason?: boolean
}
type Part = { product: string } | { reason: ChangeReason }

interface Props {
  query: NonNullable<Query>
  series: Series[]
  products: { name: string }[]
  onUnpin: () => void
}

/** Why net revenue is not what it was: by product and by reason, each of which opens the organizations it sums. */
export function WhatChanged({ query, series, products, onUnpin }: Props) {
  const { data, error, refetch } = useQuery({
    ...read(finance.readRevenueChange, { query }),
    placeholderData: keepPreviousData,
  })
  const [open, setOpen] = useState<Opened>()
  const { month, currency } = query
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
          <Button variant="default" size="xs" onClick={onUnpin}>
            {formatDate(month, 'MMM YYYY')} against the month before ×
          </Button>
        )}
      </SectionHead>
      {error && <LoadFailure what="What changed" error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name="what changed" lines={6} />}
      {data && (
        <>
          <p className={classes.answer}>{describeChange(data.data, currency)}</p>
          {!data.data.isSound && <Banner tone="warning" text={NOT_ADDING_UP} />}
          <ChangeTable change={data.data} {...{ query, isOpen, toggle, colorOf }} />
          <ul className={classes.reasons} aria-label="Reasons">
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

function describeChange({ net: { difference }, products }: RevenueChange, currency: string): string {
  if (difference === 0) return 'Net revenue is the same as before.'
  const money = (amount: number) => formatMoney(Math.abs(amount), currency)
  const text = `Net revenue ${difference > 0 ? 'rose' : 'fell'} ${money(difference)}.`
  const main = products.find((product) => product.difference * difference > 0)
  if (!main) return text
  const isPart = Math.abs(main.difference) <= Math.abs(difference)
  return isPart
    ? `${text} ${main.name} explains ${money(main.difference)} of it.`
    : `${text} ${main.name} alone ${difference > 0 ? 'rose' : 'fell'} ${money(main.difference)}.`
}

interface TableProps {
  change: RevenueChange
  query: Props['query']
  isOpen: (one: Opened) => boolean
  toggle: (one: Opened) => void
  colorOf: (product: string) => number | undefined
}

function ChangeTable({ change: { net, products, refunds, disputes, ...span }, query, ...props }: TableProps) {
  const { currency, month } = query
  const { isOpen, toggle, colorOf } = props
  const rows: [string, Part, typeof net][] = [
    ...products.map((product): [string, Part, typeof net] => [product.name, { product: product.name }, product]),
    [changeReasonLabels.refunds, { reason: 'refunds' }, refunds],
    [changeReasonLabels.disputes, { reason: 'disputes' }, disputes],
  ]
  const most = Math.max(1, ...rows.map(([, , { difference }]) => Math.abs(difference)))
  const heads = month ? [span.from, span.previousFrom].map((from) => formatDate(from, 'MMM YYYY')) : ['Now', 'Before']
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

function ChangeRows({ query, part }: { query: Props['query']; part: Part }) {
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
      <caption className={classes.caption}>{name}</caption>
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
