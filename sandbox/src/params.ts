import { invalid } from './errors.ts'

/** Reads one parameter out of the form; `at` is its name there, such as `items[0][price]`. */
export type Param<T> = { read: (value: unknown, at: string) => T; isNeeded?: boolean }
export type Needed<T> = Param<T> & { isNeeded: true }
export type Shape = Record<string, Param<unknown>>

type Out<P> = P extends Param<infer T> ? T : never
type NeededKeys<S> = { [K in keyof S]: S[K] extends Needed<unknown> ? K : never }[keyof S]

/** What is not needed is undefined when it was not sent, and null when it was sent empty, which unsets it. */
export type Taken<S extends Shape> = { [K in NeededKeys<S>]: Out<S[K]> } & {
  [K in Exclude<keyof S, NeededKeys<S>>]?: Out<S[K]> | null
}

const typed = <T>(what: string, parse: (value: string) => T | undefined): Param<T> => ({
  read(value, at) {
    const parsed = typeof value === 'string' ? parse(value) : undefined
    if (parsed === undefined) throw invalid(`Invalid ${what}: ${JSON.stringify(value)}`, at)
    return parsed
  },
})

export const text = typed('string', (value) => value)
export const integer = typed('integer', (value) => (/^-?\d{1,15}$/.test(value) ? Number(value) : undefined))
export const decimal = typed('decimal', (value) => (/^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined))
export const flag = typed('boolean', (value) => (value === 'true' ? true : value === 'false' ? false : undefined))

export const oneOf = <const T extends string>(...choices: T[]): Param<T> => ({
  read(value, at) {
    const choice = choices.find((each) => each === value)
    if (choice === undefined) throw invalid(`Invalid ${at}: must be one of ${choices.join(', ')}`, at)
    return choice
  },
})

export const either = <A, B>(first: Param<A>, second: Param<B>): Param<A | B> => ({
  read(value, at) {
    try {
      return first.read(value, at)
    } catch {
      return second.read(value, at)
    }
  },
})

export const needed = <T>(param: Param<T>): Needed<T> => ({ ...param, isNeeded: true })

export const object = <S extends Shape>(shape: S): Param<Taken<S>> => ({
  read(value, at) {
    if (!isObject(value)) throw invalid('Invalid object', at)
    return readShape(shape, value, (key) => `${at}[${key}]`)
  },
})

export const list = <T>(of: Param<T>): Param<T[]> => ({
  read(value, at) {
    // `a[]=x` and `a[0]=x` both arrive as an array, a long one as an object of its indexes.
    const items = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : undefined
    if (!items) throw invalid('Invalid array', at)
    return items.map((item, index) => of.read(item, `${at}[${index}]`))
  },
})

/** Keys with an empty value are to be removed. */
export const metadata: Param<Record<string, string>> = {
  read(value, at) {
    if (!isObject(value)) throw invalid('Invalid object', at)
    for (const key of Object.keys(value)) text.read(value[key], `${at}[${key}]`)
    return value as Record<string, string>
  },
}

export const mergeMetadata = (before: Record<string, string> | null, given?: Record<string, string> | null) =>
  given === undefined
    ? (before ?? {})
    : Object.fromEntries(Object.entries({ ...(given && before), ...given }).filter(([, value]) => value !== ''))

/** A number, or any of gt, gte, lt and lte. */
export const range = either(integer, object({ gt: integer, gte: integer, lt: integer, lte: integer }))

export const within = (range: number | Record<string, number | null | undefined> | null | undefined, value: number) =>
  typeof range === 'number'
    ? value === range
    : value > (range?.gt ?? -Infinity) &&
      value >= (range?.gte ?? -Infinity) &&
      value < (range?.lt ?? Infinity) &&
      value <= (range?.lte ?? Infinity)

export function readShape<S extends Shape>(
  shape: S,
  form: Record<string, unknown>,
  nameOf = (key: string) => key,
): Taken<S> {
  for (const key of Object.keys(form)) {
    if (!Object.hasOwn(shape, key)) {
      throw invalid(`Received unknown parameter: ${nameOf(key)}`, nameOf(key), 'parameter_unknown')
    }
  }
  const taken: Record<string, unknown> = {}
  for (const [key, param] of Object.entries(shape)) {
    const value = form[key]
    if (value === undefined || (value === '' && param.isNeeded)) {
      if (param.isNeeded) throw invalid(`Missing required param: ${nameOf(key)}.`, nameOf(key), 'parameter_missing')
    } else {
      taken[key] = value === '' ? null : param.read(value, nameOf(key))
    }
  }
  return taken as Taken<S>
}

/** The named ones that were sent. */
export const given = <T extends object, K extends keyof T>(params: T, ...keys: K[]) =>
  Object.fromEntries(keys.filter((key) => params[key] !== undefined).map((key) => [key, params[key]])) as Pick<T, K>

/** The named ones, null where they were not sent. */
export const orNull = <T extends object, K extends keyof T>(params: T | null | undefined, ...keys: K[]) =>
  Object.fromEntries(keys.map((key) => [key, params?.[key] ?? null])) as { [P in K]-?: Exclude<T[P], undefined> | null }

export const address = object({ city: text, country: text, line1: text, line2: text, postal_code: text, state: text })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
