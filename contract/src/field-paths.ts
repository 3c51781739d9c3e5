/** What a path begins with: `orgAddress` of `orgAddress.city`. */
export type RootOf<Path> = Path extends `${infer Root}.${string}` ? Root : Path

/** What stands at a path when it is there; never where a row has no such path. */
export type ValueAt<Row, Path> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Row
    ? ValueAt<NonNullable<Row[Head]>, Rest>
    : never
  : Path extends keyof Row
    ? NonNullable<Row[Path]>
    : never

type Row = Record<string, unknown>

/** The value at a path such as `orgAddress.city`. */
export const getPath = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Row | null | undefined)?.[key], row)

/** The same row with another value at a path. */
export function setPath(row: Row, path: string, value: unknown): Row {
  const [head = '', ...rest] = path.split('.')
  return { ...row, [head]: rest.length > 0 ? setPath((row[head] ?? {}) as Row, rest.join('.'), value) : value }
}
