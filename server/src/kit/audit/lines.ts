/**
 * A list as a reader of the audit trail knows it: the names in their order, and a line for each row by its name. A name
 * that comes again is numbered, so that no change of a row is lost.
 */
export function linesOf<Row>(
  kind: string,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  lineOf: (row: Row) => string,
): Record<string, string> {
  const times = new Map<string, number>()
  const lines = rows.map((row) => {
    const name = nameOf(row)
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    return [`${kind} ${time > 1 ? `${name} (${time})` : name}`, lineOf(row)]
  })
  return { [`${kind}s, in order`]: rows.map(nameOf).join(', '), ...Object.fromEntries(lines) }
}
