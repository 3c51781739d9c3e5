import { expect, test } from 'vitest'
import {
  daysSince,
  findFilesProblem,
  isRegistryStale,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_FILES,
} from '../irs-registry/words.ts'
import {
  claimCutoff,
  confirmsDecision,
  findDecisionProblem,
  isClaimHeld,
  isUndoOver,
  standingAfter,
  whyNotRevokeLink,
} from './rules.ts'

const now = new Date('2026-11-26T12:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)

test('a claim ends at the very moment its half hour is over', () => {
  expect(claimCutoff(now)).toEqual(after(-30 * 60_000))
  expect(isClaimHeld(after(-30 * 60_000 + 1), now)).toBe(true)
  expect(isClaimHeld(after(-30 * 60_000), now)).toBe(false)
})

test('a decision can be undone until its time is over, that moment included', () => {
  expect(isUndoOver(now, now)).toBe(false)
  expect(isUndoOver(after(-1), now)).toBe(true)
})

test('files are stale from their forty-sixth day on, and of several the newest counts', () => {
  const published = (snapshotOn: string) => ({ snapshotOn })
  expect(daysSince('2026-10-12', now)).toBe(45)
  expect(isRegistryStale([published('2026-10-12')], now)).toBe(false)
  expect(isRegistryStale([published('2026-10-11')], now)).toBe(true)
  expect(isRegistryStale([published('2026-10-12'), published('2025-01-01')], now)).toBe(false)
  expect(isRegistryStale([], now), 'nothing is imported').toBe(false)
})

test('as many files and bytes as are allowed can be imported, and not one more', () => {
  const files = (count: number, size = 1) => Array.from({ length: count }, (_, n) => ({ name: `eo${n}.csv`, size }))
  expect(findFilesProblem(files(MAX_IMPORT_FILES))).toBeUndefined()
  expect(findFilesProblem(files(MAX_IMPORT_FILES + 1))).toBe('At most 80 files')
  expect(findFilesProblem(files(1, MAX_IMPORT_BYTES))).toBeUndefined()
  expect(findFilesProblem(files(1, MAX_IMPORT_BYTES + 1))).toBe('At most 2 GB in total')
  expect(findFilesProblem([])).toBe('Choose a file')
  expect(findFilesProblem(files(1, 0))).toBe('eo0.csv is empty. Download it again.')
})

const standing = { ein: '12-3456789', einStatus: 'Pending', exemptStatus: 'Pending' } as const
const words = {
  reason: '',
  hasReasonCode: false,
  missing: [],
  message: '',
  isAsking: false,
  isConfirming: false,
  hasEmail: true,
  isBlocked: false,
}

test('nothing is asked of or told to an organization without an email address', () => {
  const problem = (more: Partial<typeof words>) =>
    findDecisionProblem(standing, standing, { ...words, hasEmail: false, ...more })?.text
  expect(problem({ isAsking: true, reason: 'Too old' })).toMatch(/no email address to send the request to/)
  expect(problem({ message: 'Salam' })).toMatch(/no email address to send this to/)
  expect(problem({})).toBeUndefined()
})

test('a decision is confirmed by naming it, once the IRS record has changed and nothing else is decided', () => {
  const approved = { ...standing, einStatus: 'Approved' } as const
  const changed = { isRecordChanged: true, isAsking: false }
  expect(confirmsDecision(approved, { einStatus: 'Approved' }, changed)).toBe(true)
  expect(confirmsDecision(approved, {}, changed), 'nothing is named').toBe(false)
  expect(confirmsDecision(approved, { einStatus: 'Approved' }, { ...changed, isRecordChanged: false })).toBe(false)
  expect(confirmsDecision(approved, { einStatus: 'Approved' }, { ...changed, isAsking: true })).toBe(false)
  expect(confirmsDecision(approved, { einStatus: 'Rejected' }, changed)).toBe(false)
})

test('Pending beside a decision leaves alone what was never submitted', () => {
  const never = { ...standing, exemptStatus: null }
  expect(standingAfter(never, { einStatus: 'Approved', exemptStatus: 'Pending' }).exemptStatus).toBeNull()
  expect(standingAfter(never, { exemptStatus: 'Pending' }).exemptStatus).toBe('Pending')
})

test('only a link that still takes papers, or took them, can be ended', () => {
  const states = [undefined, 'expired', 'revoked', 'replaced', 'open', 'used', 'blocked'] as const
  expect(states.map(whyNotRevokeLink)).toEqual([...Array(4).fill('No link is open'), null, null, null])
})
