export const BATCH_ROWS = 500

/**
 * All rows of a list as they come, with bounded memory: `next` reads at most BATCH_ROWS rows that follow the given one
 * in an order that has no ties.
 */
export async function* inBatches<Row>(next: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const rows = await next(last)
    yield* rows
    if (rows.length < BATCH_ROWS) return
    last = rows.at(-1)
  }
}
