import { expect, test } from 'vitest'
import { whenText } from './RemindersOfInvoice.tsx'

test('a reminder whose day is over is due since then, and is not promised for it', () => {
  expect(whenText('2026-11-05T17:00:00Z')).toBe('due since Nov 5, 2026')
  expect(whenText('2126-11-05T17:00:00Z')).toBe('on Nov 5, 2126')
})
