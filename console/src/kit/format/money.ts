/** $1,249: a price, kept in whole dollars. */
export const wholeDollars = (dollars: number) => `$${dollars.toLocaleString('en-US')}`

/** $1,249.50: an amount, kept in cents. */
export const dollarsAndCents = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
