/** Minor units, as the API carries money, to $1,234.50. */
export const money = (minorUnits: number, currency = 'USD') =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(minorUnits / 100)

/** The same in whole units: $1,235. */
export const wholeMoney = (minorUnits: number, currency = 'USD') =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 }).format(minorUnits / 100)
