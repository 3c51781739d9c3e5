import { getPath, setPath, type ValueAt } from '@hikmah/contract/words'
import type { ReactNode } from 'react'
import { joinLists, type ListParts, partLabels, splitLists } from './list-parts.ts'

type Choice = 'yours' | 'theirs'
export type Choices = Record<string, Choice>

/** Paths of the fields, such as `orgAddress.city`, with their labels on the screen. */
export type FieldLabels = Record<string, string>

type Plain = string | number | boolean | null

/**
 * How two versions of a field are told apart, and how the reader sees one. Plain values are compared as they are; any
 * other must say how, as two of them would never be equal. A list is one field, or each of its parts is.
 */
export type ComparedField<Value, Values> = { show?: (compared: string) => ReactNode } & ([Value] extends [Plain]
  ? { compare?: (value: Value, values: Values) => Plain }
  :
      | { compare: (value: Value, values: Values) => Plain; parts?: never }
      | (Value extends readonly (infer Part)[] ? { parts: ListParts<Part>; compare?: never } : never))

/** Each field that must say how it is compared, and what others like to say. */
export type Compared<Path extends string, Values> = {
  readonly [Field in Path as [ValueAt<Values, Field>] extends [Plain] ? never : Field]: ComparedField<
    ValueAt<Values, Field>,
    Values
  >
} & { readonly [Field in Path]?: ComparedField<ValueAt<Values, Field>, Values> }

/** A field whose functions the types have matched to its value. */
interface AnyField {
  show?: (compared: string) => ReactNode
  compare?: (value: unknown, values: unknown) => unknown
  parts?: ListParts<unknown>
}

/** What a form edits, as two versions of it are compared; made by `comparedFields`. */
export type ComparedFields<Values> = ReturnType<typeof comparedFields<Values & object, string>>

export function comparedFields<Values extends object, Path extends string>(
  labels: { readonly [Field in Path]: string },
  fields: Compared<Path, Values>,
) {
  const anyFields = fields as Record<string, AnyField | undefined>
  const parts = Object.fromEntries(
    Object.entries(anyFields).flatMap(([path, field]) => (field?.parts ? [[path, field.parts]] : [])),
  )

  /** The fields in comparable form, each part of a list under its own key. */
  function comparable(values: Values): object {
    const compared = Object.keys(labels).reduce((row, path) => {
      const value = getPath(values, path)
      const { compare, parts: own } = anyFields[path] ?? {}
      if (own) return setPath(row, path, (value as unknown[]).map(own.describe))
      return setPath(row, path, compare ? compare(value, values) : value)
    }, {})
    return splitLists(compared, values, parts)
  }
  const labelParts = (...versions: Values[]) => partLabels(labels, parts, versions)

  return {
    labels: labels as FieldLabels,
    labelParts,
    comparable,
    split: (values: Values) => splitLists(values, values, parts),
    join: (row: object): object => joinLists(row, parts),
    show(path: string, compared: unknown): ReactNode {
      const show = (anyFields[path] ?? anyFields[rootOf(path)])?.show
      return show ? show(String(compared)) : String(compared)
    },
    differing: (version: Values, other: Values) =>
      differing(comparable(version), comparable(other), labelParts(version, other)),
  }
}

/** The list of a part: `features` of `features.#Adhan`. */
export const rootOf = (path: string) => path.split('.')[0] ?? path

export interface Conflict {
  field: string
  label: string
  yours: ReactNode
  theirs: ReactNode
  /** Which one is chosen at first. */
  choice: Choice
}

const valueAt = (values: unknown, field: string) => getPath(values, field) ?? ''

/** The labelled fields that differ. */
export const differing = (one: unknown, other: unknown, labels: FieldLabels): string[] =>
  Object.keys(labels).filter((field) => valueAt(one, field) !== valueAt(other, field))

/**
 * The labelled fields in which what you would save differs from what somebody else has saved since `before`. A field
 * you did not touch stays theirs unless you say otherwise. `show` turns a value into what the reader sees.
 */
export function conflictsBetween(
  yours: unknown,
  before: unknown,
  theirs: unknown,
  labels: FieldLabels,
  show: (field: string, value: unknown) => ReactNode = (_, value) => String(value),
): Conflict[] {
  const touched = differing(yours, before, labels)
  return differing(yours, theirs, labels).map((field) => ({
    field,
    label: labels[field] ?? field,
    yours: show(field, valueAt(yours, field)),
    theirs: show(field, valueAt(theirs, field)),
    choice: touched.includes(field) ? 'yours' : 'theirs',
  }))
}

/**
 * Splits conflicts into those that both sides changed, where you must choose, and those only they changed, which stay
 * theirs.
 */
export function dividedConflicts(conflicts: Conflict[], before: unknown, theirs: unknown, labels: FieldLabels) {
  const changed = differing(before, theirs, labels)
  return {
    asked: conflicts.filter(({ field, choice }) => choice === 'yours' && changed.includes(field)),
    kept: conflicts.filter(({ choice }) => choice === 'theirs'),
  }
}

/** Your values with theirs in the fields where theirs was chosen. */
export const settled = <Values extends object>(yours: Values, theirs: Values, choices: Choices): Values =>
  Object.keys(choices)
    .filter((field) => choices[field] === 'theirs')
    // Each value goes back to its own path, so the shape is unchanged.
    .reduce(
      (values, field) => setPath(values, field, getPath(theirs, field)),
      yours as Record<string, unknown>,
    ) as Values
