import type { z } from 'zod'
import { isOneLine, isWellFormed, isWithin, looksEmpty } from './words.ts'

/*
 * What an address of the console may carry, read without zod: every page needs it before anything else. The schemas of
 * the lists say the same to the server, and `FieldsOf` keeps both the same.
 */

/** Reads one parameter; undefined when it does not fit. */
export type Field<T> = (raw: unknown) => T | undefined

/** A field for each parameter of a query schema. */
export type FieldsOf<Query extends z.ZodType> = {
  [K in keyof z.output<Query>]-?: Field<Exclude<z.output<Query>[K], undefined>>
}

export type SearchOf<Fields extends Record<string, Field<unknown>>> = {
  [K in keyof Fields]?: Exclude<ReturnType<Fields[K]>, undefined>
}

export const oneOf =
  <const T extends string>(values: readonly T[]): Field<T> =>
  (raw) =>
    values.find((value) => value === raw)

export const wholeNumber =
  (min: number, max: number): Field<number> =>
  (raw) => {
    const number = Number(raw)
    return Number.isInteger(number) && number >= min && number <= max ? number : undefined
  }

/** One line of plain text. */
export const line =
  (max: number): Field<string> =>
  (raw) => {
    const text = typeof raw === 'string' ? raw.trim() : '\n'
    return !looksEmpty(text) && isOneLine(text) && isWellFormed(text) && isWithin(text, max) ? text : undefined
  }

export const matching =
  (pattern: RegExp): Field<string> =>
  (raw) =>
    typeof raw === 'string' && pattern.test(raw) ? raw : undefined

export const id = matching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)

/** A path of this console, such as `/orgorders/…?tab=1`; never another website's. */
export const ownPath = matching(/^\/(?![/\\])[^\s\\]{0,300}$/)

/** A moment in UTC, such as `2026-01-31T23:59:59.999Z`. */
export const moment: Field<string> = (raw) => {
  const text = matching(/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/)(raw)
  return text && isOfCalendar(text) ? text : undefined
}

/** `2026-02-30` would be read as the second of March. */
export function isOfCalendar(text: string): boolean {
  const day = text.slice(0, 10)
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && new Date(day).toISOString().startsWith(day)
}

const bothWays = <const F extends string>(sorts: readonly F[]) =>
  sorts.flatMap((field) => [field, `-${field}`] as const) as (F | `-${F}`)[]

/** The parameters every list takes. `sort` is a field name, with `-` in front for descending. */
export const listFields = <const S extends string, const F extends string>(
  statuses: readonly S[],
  sorts: readonly F[],
) => ({
  q: line(100),
  status: oneOf(statuses),
  sort: oneOf(bothWays(sorts)),
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(1, 100),
})
