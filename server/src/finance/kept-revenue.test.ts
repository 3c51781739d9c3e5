import { finance } from '@hikmah/contract/finance'
import { disputeOutcomes } from '@hikmah/contract/money-account'
import { keysOf } from '@hikmah/contract/words'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, expect, inject, test } from 'vitest'
import { createAgreement } from '../../test/agreement.ts'
import { createBooks } from '../../test/books.ts'
import { createDatabase } from '../../test/cluster.ts'
import { startServer } from '../../test/start.ts'
import { openPostgres, rowsOf } from '../kit/db/db.ts'
import { migrate, readMigrations } from '../kit/db/migrate.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { stripeCustomers, stripeInvoiceLines, stripeInvoices } from '../payments/table.ts'
import { foldDays } from './fold-days.ts'
import { compareRevenueJob, repairRevenueDays } from './sums.ts'
import { revenueDays, revenueProductDays } from './table.ts'

const { house, db, as, given, clock } = await startServer()
const admin = await as('admin')
const { expectAgreement } = createAgreement(admin)
const books = createBooks(db)
const ago = (days: number) => secondsAfter(clock.now(), -days * 86_400)

async function forget() {
  await db.delete(stripeInvoices)
  await db.delete(stripeCustomers)
  // Of days on which nothing is left a row of nothing is.
  await db.delete(revenueDays)
  await db.delete(revenueProductDays)
}
afterEach(forget)

const owners = [null, (await given.organization()).id, (await given.organization()).id]
const products = [null, await books.product('Deen Kiosk'), await books.product('Deen Screen')]
const amount = fc.integer({ min: 0, max: 5_000_000_000 })
const days = fc.integer({ min: 0, max: 800 })
const productId = fc.constantFrom(...products)

const invoice = fc.record({
  status: fc.constantFrom('paid', 'paid', 'open', 'open', 'void', 'uncollectible', 'draft'),
  currency: fc.constantFrom('usd', 'usd', 'eur', 'jpy'),
  owner: fc.constantFrom(...owners),
  ageDays: days,
  dueDays: fc.option(fc.integer({ min: -30, max: 120 })),
  paidDays: days,
  total: amount,
  tax: fc.integer({ min: 0, max: 10_000 }),
  refunded: fc.nat(5000),
  returnedOutside: fc.nat(500),
  lost: fc.nat(700),
  disputes: fc.array(
    fc.record({
      outcome: fc.constantFrom(...keysOf(disputeOutcomes)),
      amount: fc.integer({ min: 1, max: 5000 }),
      openedDays: days,
    }),
    { maxLength: 2 },
  ),
  lines: fc.array(fc.record({ productId, amount, discount: fc.nat(1000) }), { maxLength: 3 }),
})

interface Change {
  id: string
  amount: number
  at: Date
  productId: string | null
  owner: string | null
}

const ofInvoice = (id: string) => eq(stripeInvoices.id, id)
const linesOf = (id: string) => eq(stripeInvoiceLines.invoiceId, id)
const set = (id: string, values: Partial<typeof stripeInvoices.$inferInsert>) =>
  db.update(stripeInvoices).set(values).where(ofInvoice(id))

/** What may become of an invoice that stands here. */
const changes = {
  paid: ({ id, at, amount: amountPaid }: Change) =>
    set(id, { status: 'paid', paidAt: at, amountPaid, amountRemaining: 0 }),
  'paid on another day': ({ id, at }: Change) => set(id, { paidAt: at }),
  refunded: ({ id, amount: refunded }: Change) => set(id, { refunded }),
  'lost in a dispute': ({ id, amount: lost }: Change) => set(id, { lost }),
  'given back outside': ({ id, amount: returnedOutside }: Change) => set(id, { returnedOutside }),
  credited: ({ id, amount: total }: Change) => set(id, { total, amountPaid: total, amountRemaining: total }),
  voided: ({ id }: Change) => set(id, { status: 'void' }),
  'written off': ({ id }: Change) => set(id, { status: 'uncollectible' }),
  'open again': ({ id }: Change) => set(id, { status: 'open', paidAt: null }),
  'in another currency': ({ id }: Change) => set(id, { currency: 'eur' }),
  "somebody else's": ({ id, owner: organizationId }: Change) => set(id, { organizationId }),
  forgotten: ({ id }: Change) => db.delete(stripeInvoices).where(ofInvoice(id)),
  'without lines': ({ id }: Change) => db.delete(stripeInvoiceLines).where(linesOf(id)),
  'of other lines': ({ id, amount: discount, productId: of }: Change) =>
    db.update(stripeInvoiceLines).set({ discount, productId: of }).where(linesOf(id)),
  'one line longer': async ({ id, amount: more, productId: of }: Change) => {
    if ((await db.$count(stripeInvoices, ofInvoice(id))) > 0) await books.lines(id, [{ productId: of, amount: more }])
  },
  'all of one day': ({ at }: Change) =>
    db.update(stripeInvoices).set({ paidAt: at }).where(eq(stripeInvoices.status, 'paid')),
  folded: () => foldDays(db),
}

const change = fc.record({
  which: fc.nat(100),
  what: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
  amount,
  days,
  productId,
  owner: fc.constantFrom(...owners),
})

test('lists, cards and books agree, whatever was billed and whatever became of it', async () => {
  await fc.assert(
    fc
      .asyncProperty(
        fc.array(invoice, { maxLength: 12 }),
        fc.array(change, { minLength: 8, maxLength: 30 }),
        fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'),
        async (generated, changed, tz) => {
          const ids: string[] = []
          for (const { owner, ageDays, dueDays, paidDays, disputes, ...row } of generated) {
            const { id } = await books.invoice({
              ...row,
              organizationId: owner,
              createdAt: ago(ageDays),
              dueAt: dueDays === null ? null : ago(dueDays),
              paidAt: row.status === 'paid' ? ago(paidDays) : null,
            })
            for (const { openedDays, ...dispute } of disputes)
              await books.dispute(id, { ...dispute, currency: row.currency, at: ago(openedDays) })
            ids.push(id)
          }
          await expectAgreement({ period: 'last-12-months' })
          const { meta } = await admin(finance.listInvoices, { query: { page: 1, limit: 100 } })
          const isListed = generated.filter(({ status }) => status !== 'draft')
          expect(meta).toMatchObject({ total: isListed.length, whole: isListed.length })
          if (ids.length === 0) return
          for (const { which, what, days: back, ...more } of changed) {
            await changes[what]({ ...more, id: ids[which % ids.length]!, at: ago(back) })
          }
          await expectAgreement({ period: 'last-12-months', tz })
          await expectAgreement({ period: 'last-year', tz })
          expect(await repairRevenueDays(db)).toEqual([])
        },
      )
      .afterEach(forget),
    { numRuns: 10 },
  )
}, 240_000)

test('what is folded says the same in one row a day', async () => {
  const kiosk = await books.product('Deen Kiosk')
  for (const total of [700, 300, 500]) {
    await books.invoice({ total, lines: [{ productId: kiosk, amount: total }] })
  }
  const before = await expectAgreement({ period: 'default' })
  const rowsOfToday = async (table: string) =>
    (await rowsOf(db, sql`select from ${sql.raw(table)} where day = (now() at time zone 'UTC')::date`)).length
  expect(await rowsOfToday('revenue_days')).toBeGreaterThan(1)
  await foldDays(db)
  await books.invoice({ total: 1, lines: [{ productId: kiosk, amount: 1 }] })
  await Promise.all([foldDays(db), foldDays(db), foldDays(db)])
  expect(await rowsOfToday('revenue_days')).toBe(1)
  expect(await rowsOfToday('revenue_product_days')).toBe(1)
  const after = await expectAgreement({ period: 'default' })
  expect([before, after].map(({ currencies }) => currencies[0]?.paid.amount)).toEqual([1500, 1501])
  expect(await repairRevenueDays(db)).toEqual([])
})

test('a sum that was kept wrong is put right in the night, and the log is told where', async () => {
  const kiosk = await books.product('Deen Kiosk')
  const paidAt = ago(40)
  await books.invoice({ total: 700, paidAt, lines: [{ productId: kiosk, amount: 600 }] })
  await db.execute(sql`insert into revenue_days values (${paidAt.toISOString()}::date, 'usd', 0, 5, 0)`)
  await db.execute(sql`delete from revenue_product_days where product_id = ${kiosk}`)
  await expect(compareRevenueJob.work(house, {})).rejects.toThrow(/put right.*"missing":-5.*"missing":600/)
  await compareRevenueJob.work(house, {})
  await expectAgreement({ period: 'last-12-months' })
})

test('invoices of one day that change in two orders at once do not wait for each other', async () => {
  const [kiosk, screen] = [await books.product('Deen Kiosk'), await books.product('Deen Screen')]
  const lineOf = (productId: string) => [{ productId, amount: 1000 }]
  const first = await books.invoice({ lines: lineOf(kiosk) })
  const second = await books.invoice({ lines: lineOf(screen) })
  await house.database.transaction(async (one) => {
    await house.database.transaction(async (other) => {
      await one.delete(stripeInvoiceLines).where(linesOf(first.id))
      await other.delete(stripeInvoiceLines).where(linesOf(second.id))
      await createBooks(one).lines(first.id, lineOf(screen))
      await createBooks(other).lines(second.id, lineOf(kiosk))
    })
    await one.update(stripeInvoices).set({ amountPaid: 1200 }).where(ofInvoice(first.id))
  })
  expect(await repairRevenueDays(db)).toEqual([])
})

test('a line that is added while its invoice is paid is counted', async () => {
  const kiosk = await books.product('Deen Kiosk')
  const { id } = await books.invoice({ status: 'open' })
  const line = await house.database.transaction(async (tx) => {
    await tx.update(stripeInvoices).set({ status: 'paid', paidAt: clock.now(), amountPaid: 1000 }).where(ofInvoice(id))
    // Not waited for here: it waits for this transaction itself.
    const added = books.lines(id, [{ productId: kiosk, amount: 900 }]).then(() => undefined)
    // Long enough for the other to come as far as it can.
    await tx.execute(sql`select pg_sleep(0.3)`)
    return { added }
  })
  await line.added
  const { currencies } = await expectAgreement({ period: 'default' })
  expect(currencies[0]?.revenue.applications).toContainEqual({ name: 'Deen Kiosk', amount: 900, place: null })
  expect(await repairRevenueDays(db)).toEqual([])
})

test('of a paid invoice that is gone nothing is left', async () => {
  const kiosk = await books.product('Deen Kiosk')
  const lines = [{ productId: kiosk, amount: 900 }]
  const { id } = await books.invoice({ lines })
  await books.invoice({ lines })
  await db.delete(stripeInvoices).where(ofInvoice(id))
  const { currencies } = await expectAgreement({ period: 'default' })
  expect(currencies[0]?.revenue.applications).toContainEqual({ name: 'Deen Kiosk', amount: 900, place: null })
  expect(await repairRevenueDays(db)).toEqual([])
})

test('what was paid before the days were kept is in them', async () => {
  const { url, drop } = await createDatabase(inject('serverUrl'))
  const database = openPostgres(url)
  try {
    await migrate(
      database,
      readMigrations().filter(({ name }) => name < '0027'),
    )
    const kiosk = 'prod_kiosk'
    // The tables as they were then.
    await database.db.execute(sql`
      with customer as (
        insert into stripe_customers (id, created_at, fetched_at) values ('cus_1', now(), now()) returning id
      ), invoices as (
        insert into stripe_invoices (id, customer_id, status, currency, subtotal, discount, tax, shipping, total, amount_due,
          amount_paid, amount_remaining, refunded, discounts, created_at, paid_at, fetched_at)
        select 'in_' || i, customer.id, status, currency, total, 0, 0, 0, total, total, total, 0, refunded, '[]', now(), paid_at, now()
        from customer, (values (1, 'paid', 'usd', 700, 30, timestamptz '2026-03-08T23:59Z'),
          (2, 'paid', 'usd', 650, 0, '2026-03-08T00:00Z'), (3, 'paid', 'eur', 650, 0, '2026-03-09T00:00Z'),
          (4, 'open', 'usd', 1000, 0, null)) as paid (i, status, currency, total, refunded, paid_at)
        returning id
      )
      insert into stripe_invoice_lines (id, invoice_id, position, product_id, amount, discount, is_proration, period_start, period_end)
      select invoices.id || position, invoices.id, position, product, amount, discount, false, now(), now()
      from invoices, (values (0, ${kiosk}, 700, 100), (1, null, 50, 0)) as lines (position, product, amount, discount)`)
    await migrate(database)
    const kept = (query: string) => rowsOf<object>(database.db, sql.raw(query))
    const usd = { day: '2026-03-08', currency: 'usd' }
    const eur = { day: '2026-03-09', currency: 'eur' }
    expect(
      await kept(
        `select day::text, currency, invoices::int, amount::int, refunded::int from revenue_days order by day`,
      ),
    ).toEqual([
      { ...usd, invoices: 2, amount: 1350, refunded: 30 },
      { ...eur, invoices: 1, amount: 650, refunded: 0 },
    ])
    expect(
      await kept(
        `select day::text, currency, product_id as product, amount::int from revenue_product_days order by day, product_id`,
      ),
    ).toEqual([
      { ...usd, product: '', amount: 100 },
      { ...usd, product: kiosk, amount: 1200 },
      { ...eur, product: '', amount: 50 },
      { ...eur, product: kiosk, amount: 600 },
    ])
    expect(await repairRevenueDays(database.db)).toEqual([])
  } finally {
    await database.close()
    await drop()
  }
})
