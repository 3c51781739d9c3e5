/** An amount in minor units, with at most twelve places. */
export const isExact = (exact: string) => /^\d+(\.\d{1,12})?$/.test(exact)

/** A fraction of a cent has no whole amount. */
export const wholeOf = (exact: string | null) => (exact !== null && /^\d+(\.0+)?$/.test(exact) ? Number(exact) : null)
