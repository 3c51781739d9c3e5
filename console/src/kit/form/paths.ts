type Row = Record<string, unknown>

/** The value at a path, as `orgAddress.city`. */
export const at = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Row | null | undefined)?.[key], row)

/** The same row with another value at a path. */
export function put(row: Row, path: string, value: unknown): Row {
  const [head = '', ...rest] = path.split('.')
  return { ...row, [head]: rest.length > 0 ? put((row[head] ?? {}) as Row, rest.join('.'), value) : value }
}
