import { type FinanceOfCurrency, finance, type InvoiceRow } from '@hikmah/contract/finance'
import { expect } from 'vitest'
import type { startServer } from './start.ts'

type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof startServer>>['as']>>

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

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

  async function expectBlock(it: FinanceOfCurrency) {
    const { paid, due, overdue, revenue, ageing, organizations } = it
    const rows = await expectListed(paid, 'amountPaid')
    expect(sum(rows.map((row) => row.refunded))).toBe(paid.refunded)
    await expectListed(due, 'amountRemaining')
    await expectListed(overdue, 'amountRemaining')
    for (const month of revenue.months) await expectListed(month, 'amountPaid')
    for (const age of ageing) await expectListed(age, 'amountRemaining')
    for (const organization of organizations) {
      await expectListed(organization.paid, 'amountPaid')
      await expectListed(organization.due, 'amountRemaining')
      await expectListed(organization.overdue, 'amountRemaining')
    }
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
    for (const block of data.currencies) await expectBlock(block)
    return data
  }

  return { rowsOf, expectAgreement }
}
