import { expect, test, vi } from 'vitest'
import { exactDate, ownZone } from './texts.ts'

// Before anything is imported, because the zone is read once. Every file of tests has a process of its own.
vi.hoisted(() => {
  process.env.TZ = 'Asia/Kolkata'
})

test('a zone without letters of its own is told by its hours and minutes', () => {
  expect(ownZone()).toMatch(/^Asia\/(Kolkata|Calcutta)$/)
  expect(exactDate('2026-11-05T18:30:05Z')).toBe('November 6th 2026, 12:00:05 am UTC+5:30')
})

test('a machine whose zone no table knows is told by its distance from UTC', () => {
  for (const timeZone of [undefined, 'Etc/Unknown']) {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone } as never)
    expect(ownZone()).toBe('+05:30')
    const far = new Date()
    vi.spyOn(far, 'getTimezoneOffset').mockReturnValue(210)
    expect(ownZone(far)).toBe('-03:30')
    vi.restoreAllMocks()
  }
})
