import { expect, test } from 'vitest'
import { importStatuses, isImportOver, listFileNames } from './words.ts'

test('an import is over once it has ended, however it ended', () => {
  expect(importStatuses.filter(isImportOver)).toEqual(['imported', 'unchanged', 'refused', 'cancelled', 'failed'])
})

test('of many files the first two are named', () => {
  expect(listFileNames(['eo1.csv', 'eo2.csv'])).toBe('eo1.csv, eo2.csv')
  expect(listFileNames(['eo1.csv', 'eo2.csv', 'eo3.csv', 'eo4.csv'])).toBe('eo1.csv, eo2.csv and 2 more')
})
