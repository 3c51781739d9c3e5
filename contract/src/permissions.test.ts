import { expect, test } from 'vitest'
import { mustMaskEin } from './permissions.ts'

test('only a manager sees the end of an EIN alone', () => {
  expect((['hikmah_owner', 'hikmah_admin', 'hikmah_manager'] as const).map(mustMaskEin)).toEqual([false, false, true])
})
