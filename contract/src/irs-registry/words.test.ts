import { expect, test } from 'vitest'
import { importStatuses, isImportOver } from './words.ts'

test('an import is over once it has ended, however it ended', () => {
  expect(importStatuses.filter(isImportOver)).toEqual(['imported', 'unchanged', 'refused', 'cancelled', 'failed'])
})
