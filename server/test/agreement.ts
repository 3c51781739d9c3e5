import { disputes } from '@hikmah/contract/disputes'
import { type FinanceOfCurrency, finance, type InvoiceRow, type Payers } from '@hikmah/contract/finance'
import { expect } from 'vitest'
import type { startServer } from './start.ts'

type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof startServer>>['as']>>

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

const paidOf = (row: InvoiceRow) => row.amountPaid
const givenBack = (row: InvoiceRow) => -row.refunded - row.returnedOutside

/** What finance says, held against the lists of invoices that its figures lead to; `caller` may read both. */
export function createAgreement(caller: Caller) {
  /** Every row of a list, page by page. */
  async function rowsOf(query: object): Promise<InvoiceRow[]> {
    const rows: InvoiceRow[] = []
    for (let page = 1; ; page += 1) {
      const { data, meta } = await caller(finance.listInvoices, { query: { ...query, page, limit: 100 } })
      rows.push(...data)
      if (rows.length >= meta.total) return rows
    }
  }

  /** The list behind a figure has as many rows, and they come to the same. */
  async function expectListed(figure: { amount: number; invoices: number; list: object }, of: keyof InvoiceRow) {
    const rows = await rowsOf(figure.list)
    expect([rows.length, sum(rows.map((row) => row[of] as number))]).toEqual([figure.invoices, figure.amount])
    return rows
  }

  /** Products, refunds and disputes, and the reasons, come to the same difference, and each opens the rows it sums. */
  async function expectChange(query: {
    period: string
    tz?: string
    currency: string
    month?: string
    compare?: string
  }) {
    const { data } = await caller(finance.readRevenueChange, { query })
    const parts = [...data.products, data.refunds, data.disputes]
    for (const key of ['now', 'before', 'difference'] as const)
      expect(sum(parts.map((part) => part[key]))).toBe(data.net[key])
    expect(sum(data.reasons.map((one) => one.difference))).toBe(data.net.difference)
    expect(data.isSound).toBe(true)
    const open = async (part: object) => {
      const { data: opened } = await caller(finance.readRevenueChangeRows, { query: { ...query, ...part } })
      const all = opened.others ? [...opened.rows, opened.others] : opened.rows
      const [now, before, difference] = (['now', 'before', 'difference'] as const).map((key) =>
        sum(all.map((row) => row[key])),
      )
      return { rows: opened.rows, sums: { now, before, difference } }
    }
    for (const { name: product, now, before, difference } of data.products)
      expect((await open({ product })).sums, product).toEqual({ now, before, difference })
    for (const { reason, ...figure } of data.reasons) {
      const { rows, sums } = await open({ reason })
      expect(sums.difference, reason).toBe(figure.difference)
      if (reason === 'refunds') expect(sums).toEqual(data.refunds)
      if (reason === 'disputes') expect(sums).toEqual(data.disputes)
      const amountOf = { refunds: givenBack, disputes: (row: InvoiceRow) => -row.lost }[reason as string] ?? paidOf
      for (const row of rows) {
        expect(sum((await rowsOf(row.list)).map(amountOf)), reason).toBe(row.now)
        expect(sum((await rowsOf(row.listBefore)).map(amountOf)), reason).toBe(row.before)
      }
    }
    return data
  }

  async function expectPayers({ organizations }: Payers) {
    for (const organization of organizations) {
      const paidRows = await expectListed(organization.paid, 'amountPaid')
      expect(sum(paidRows.map((row) => row.net))).toBe(organization.paid.net)
      await expectListed(organization.before, 'net')
      await expectListed(organization.due, 'amountRemaining')
      await expectListed(organization.overdue, 'amountRemaining')
    }
  }

  async function expectBlock(it: FinanceOfCurrency) {
    const { paid, due, overdue, revenue, ageing, organizations } = it
    const rows = await expectListed(paid, 'amountPaid')
    expect(sum((await rowsOf(paid.refundedList)).map((row) => row.refunded + row.returnedOutside))).toBe(paid.refunded)
    expect(sum((await rowsOf(paid.lostList)).map((row) => row.lost))).toBe(paid.lost)
    expect(sum(rows.map((row) => row.net))).toBe(paid.net)
    expect(paid.net).toBe(paid.amount - paid.refunded - paid.lost)
    expect(sum(revenue.months.map(({ previous }) => previous))).toBe(paid.previous)
    expect(sum(revenue.months.map(({ net }) => net))).toBe(paid.net)
    for (const { list, disputes: count, amount } of it.disputes) {
      const { data, meta } = await caller(disputes.listDisputes, { query: { ...list, page: 1, limit: 100 } })
      expect([meta.total, sum(data.map((row) => row.amount))]).toEqual([count, amount])
      expect(data.every((row) => row.outcome === list.status && row.currency === list.currency)).toBe(true)
    }
    for (const open of [due, overdue, it.open]) await expectListed(open, 'amountRemaining')
    for (const month of revenue.months) await expectListed(month, 'amountPaid')
    for (const age of ageing) await expectListed(age, 'amountRemaining')
    await expectPayers(it)
    for (const month of revenue.months) expect(sum(month.amounts)).toBe(month.amount)
    expect(sum(revenue.months.map(({ amount }) => amount))).toBe(paid.amount)
    expect(sum(revenue.applications.map(({ amount }) => amount))).toBe(paid.amount)
    expect(sum(ageing.map(({ amount }) => amount))).toBe(due.amount + overdue.amount)
    expect(sum(organizations.map((row) => row.paid.amount))).toBe(paid.amount)
    expect(sum(organizations.map((row) => row.due.amount))).toBe(due.amount)
    expect(sum(organizations.map((row) => row.overdue.amount))).toBe(overdue.amount)
  }

  /** Every amount of a period is that of its list, and each card, month, age and organization adds up. */
  async function expectAgreement(query: { period: string; tz?: string }) {
    const { data } = await caller(finance.readFinanceSummary, { query })
    for (const block of data.currencies) {
      await expectBlock(block)
      const { net } = await expectChange({ ...query, currency: block.currency })
      expect(net.now).toBe(block.paid.net)
      const { months, applications } = block.revenue
      const segmentOf = (month: (typeof months)[number], name: string) =>
        month.amounts[applications.findIndex((one) => one.name === name)] ?? 0
      for (const month of [months[0]!, months.at(-1)!]) {
        const asked = { ...query, currency: block.currency, month: month.from }
        const ofMonth = await expectChange(asked)
        expect((await expectChange({ ...asked, compare: 'year' })).net.now).toBe(month.net)
        const { data: payers } = await caller(finance.readPayers, { query: asked })
        await expectPayers(payers)
        expect(sum(payers.organizations.map(({ paid }) => paid.net))).toBe(month.net)
        expect(ofMonth.net.now).toBe(month.net)
        for (const { name, now } of ofMonth.products) expect(now, name).toBe(segmentOf(month, name))
        for (const { name } of applications)
          expect(ofMonth.products.find((one) => one.name === name)?.now ?? 0, name).toBe(segmentOf(month, name))
      }
    }
    return data
  }

  return { rowsOf, expectAgreement }
}
