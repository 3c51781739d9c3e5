import type { RegistryQuestion, RegistryRow } from '@hikmah/contract/irs-registry/schemas'
import { ALIKE, likenessOf } from './likeness.ts'
import { placeText } from './reasons.ts'

/** Under which other EINs the IRS lists the name: where it was mistyped, or one name has two numbers. */
export const elsewhereReasons = (question: RegistryQuestion, rows: RegistryRow[]): string[] =>
  rows
    .filter((row) => row.ein !== question.taxIdEin && isNamedSo(question, row))
    .map((row) => `The IRS lists this name in ${placeText(row)} under ${row.ein}.`)

const isNamedSo = (question: RegistryQuestion, row: RegistryRow) =>
  [row.name, row.sortName].some(
    (name) => likenessOf({ ...question, name: question.orgName }, { ...row, name }) >= ALIKE,
  )
