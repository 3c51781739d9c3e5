import { getPath, setPath } from '@hikmah/contract/field-paths'
import type { ReactNode } from 'react'

export type Choice = 'yours' | 'theirs'
export type Choices = Record<string, Choice>

/** Paths of the fields, as `orgAddress.city`, with their labels on the screen. */
export type FieldLabels = Record<string, string>

export interface Conflict {
  field: string
  label: string
  yours: ReactNode
  theirs: ReactNode
}

const valueAt = (values: unknown, field: string) => getPath(values, field) ?? ''

/** The labelled fields that differ. */
export const differing = (one: unknown, other: unknown, labels: FieldLabels): string[] =>
  Object.keys(labels).filter((field) => valueAt(one, field) !== valueAt(other, field))

/** Which version each field takes that differs: what you did not touch since `before` stays theirs. */
export function mergedBy(yours: unknown, before: unknown, theirs: unknown, labels: FieldLabels): Choices {
  const touched = new Set(differing(yours, before, labels))
  return Object.fromEntries(
    differing(yours, theirs, labels).map((field) => [field, touched.has(field) ? 'yours' : 'theirs']),
  )
}

/**
 * The labelled fields that both of you have changed since `before`, and not to the same. `show` turns a value into what
 * the reader sees.
 */
export function conflictsBetween(
  yours: unknown,
  before: unknown,
  theirs: unknown,
  labels: FieldLabels,
  show: (field: string, value: unknown) => ReactNode = (_, value) => String(value),
): Conflict[] {
  const touchedByThem = differing(theirs, before, labels)
  const kept = mergedBy(yours, before, theirs, labels)
  return touchedByThem
    .filter((field) => kept[field] === 'yours')
    .map((field) => ({
      field,
      label: labels[field] ?? field,
      yours: show(field, valueAt(yours, field)),
      theirs: show(field, valueAt(theirs, field)),
    }))
}

/** Your values with theirs in the fields where theirs was chosen. */
export const settled = <Values extends object>(yours: Values, theirs: Values, choices: Choices): Values =>
  Object.keys(choices)
    .filter((field) => choices[field] === 'theirs')
    // Each value goes to the path that it came from, so the shape stays.
    .reduce(
      (values, field) => setPath(values, field, getPath(theirs, field)),
      yours as Record<string, unknown>,
    ) as Values
