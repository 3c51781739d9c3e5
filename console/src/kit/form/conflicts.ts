import { getPath, setPath } from '@hikmah/contract/words'
import type { ReactNode } from 'react'

type Choice = 'yours' | 'theirs'
export type Choices = Record<string, Choice>

/** Paths of the fields, such as `orgAddress.city`, with their labels on the screen. */
export type FieldLabels = Record<string, string>

/** How lists are split, so that each part is its own field; made by `partsOf`. */
export interface PartsByThemselves {
  /** `values` has the original parts, which the row may have in comparable form. */
  apart: (row: object, values: object) => object
  together: (row: object) => object
  labels: (labels: FieldLabels, versions: object[]) => FieldLabels
}

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
