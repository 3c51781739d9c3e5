import type { AuditEntry } from '@hikmah/contract/audit'
import { expect, test } from 'vitest'
import { entrySign, entryTitle, fieldLabel, valueText } from './audit-words.ts'

const entry = (parts: Partial<AuditEntry>): AuditEntry => ({
  seq: 1,
  at: '2026-11-10T09:00:00.000Z',
  actor: { kind: 'staff', id: '1', name: 'Samira Haddad' },
  action: 'organization.updated',
  entity: 'organization',
  entityId: '1',
  entityName: 'Masjid Quba',
  organizationId: null,
  changes: {},
  requestId: 'r',
  ip: '127.0.0.1',
  ...parts,
})

test('an entry is told in plain words, known or not', () => {
  expect(entryTitle(entry({}))).toBe('Organization updated')
  expect(entryTitle(entry({ action: 'member.removed', entity: 'member', entityName: 'Bilal' }))).toBe(
    'Team member removed: Bilal',
  )
  expect(entryTitle(entry({ action: 'order.shipped-away', entity: 'order', entityName: '12' }))).toBe(
    'Order shipped away: 12',
  )
})

test('a decision is told by its outcome', () => {
  const decided = entry({
    action: 'tax-review.decided',
    changes: {
      einStatus: { before: 'Pending', after: 'Approved' },
      exemptStatus: { before: 'Rejected', after: 'Pending' },
    },
  })
  expect(entryTitle(decided)).toBe('EIN/Tax ID Approved, Tax exemptions reopened')
  expect(entrySign(decided)).toEqual({ glyph: 'check', tone: 'success' })
  expect(entryTitle(entry({ action: 'tax-review.decided', changes: { ein: { before: '', after: '1' } } }))).toBe(
    'Tax review changed',
  )
})

test('values read as people say them', () => {
  expect(valueText(true)).toBe('yes')
  expect(valueText('')).toBeNull()
  expect(valueText([])).toBeNull()
  expect(valueText(0)).toBe('0')
  expect(valueText('{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Hall"}]}]}')).toBe(
    'Hall',
  )
  expect(
    valueText([
      { application: 'DEENFUND', roles: 'Admin' },
      { application: 'Others', roles: 'Editor' },
    ]),
  ).toBe('DEENFUND · Admin, Others · Editor')
  expect(fieldLabel('orgAddress.postalCode')).toBe('ZIP code')
  expect(fieldLabel('consoleAccess')).toBe('Console access')
})
