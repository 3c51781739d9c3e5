/** The one border between the dollars of calls and the whole cents of the database. */
export const centsOf = (dollars: number) => Math.round(dollars * 100)
export const dollarsOf = (cents: number) => cents / 100

export type InCents<Priced> = Omit<Priced, 'price'> & { priceCents: number }

export function inCents<Priced extends { price: number }>({ price, ...rest }: Priced): InCents<Priced> {
  return { ...rest, priceCents: centsOf(price) }
}

export const inDollars = <Rest extends object>({ priceCents, ...rest }: Rest & { priceCents: number }) => ({
  ...rest,
  price: dollarsOf(priceCents),
})

/** The two ways to pay for a plan. */
interface Billed {
  monthlyBilling: { price: number }
  annuallyBilling: { price: number }
}

export type BilledInCents<Priced extends Billed> = Omit<Priced, keyof Billed> & {
  [Billing in keyof Billed]: InCents<Priced[Billing]>
}

export const billedInCents = <Priced extends Billed>(priced: Priced): BilledInCents<Priced> => ({
  ...priced,
  monthlyBilling: inCents(priced.monthlyBilling),
  annuallyBilling: inCents(priced.annuallyBilling),
})

/** The whole percent of change that a card shows: 100 from nothing to something, 0 from nothing to nothing. */
export function percentageOf(now: number, previous: number): number {
  if (previous === 0) return now > 0 ? 100 : 0
  return Math.round(((now - previous) / previous) * 100)
}

export const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100))

export const compared = (data: number, previous: number) => ({
  data,
  previous,
  percentage: percentageOf(data, previous),
})
