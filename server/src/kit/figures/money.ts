/** The one border between the dollars of the calls and the whole cents of the database. */
export const centsOf = (dollars: number) => Math.round(dollars * 100)
export const dollarsOf = (cents: number) => cents / 100

/** A price in cents, under another name so that none is taken for dollars. */
export type InCents<Priced> = Omit<Priced, 'price'> & { priceCents: number }

export function inCents<Priced extends { price: number }>({ price, ...rest }: Priced): InCents<Priced> {
  return { ...rest, priceCents: centsOf(price) }
}

export const inDollars = <Rest extends object>({ priceCents, ...rest }: Rest & { priceCents: number }) => ({
  ...rest,
  price: dollarsOf(priceCents),
})
