/** What was sent and is not so already. */
export function differing<Row extends object>(
  before: Row,
  sent: { [Column in keyof Row]?: Row[Column] | undefined },
): Partial<Row> {
  const columns = Object.entries(sent).filter(
    // The names are those of columns, Object.entries only forgets it.
    ([column, value]) => value !== undefined && value !== before[column as keyof Row],
  )
  return Object.fromEntries(columns) as Partial<Row>
}
