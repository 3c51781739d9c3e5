import type { AuditEntry } from '@hikmah/contract/audit/schemas'
import { expect, test } from 'vitest'
import { actorText, entrySign, entryTitle, fieldLabel, valueText } from './audit-words.ts'

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

test('who did it is told, and that a name was only claimed', () => {
  expect(actorText({ kind: 'staff', id: '1', name: 'Samira Haddad' })).toBe('Samira Haddad')
  expect(actorText({ kind: 'public', id: '', name: 'Visitor' })).toBe('Visitor')
  expect(actorText({ kind: 'public', id: '1', name: 'a@b.example' })).toBe('a@b.example (not signed in)')
  expect(actorText({ kind: 'organization', id: '1', name: 'Masjid Quba' })).toBe('Masjid Quba (organization)')
})

test('values look as on the screens that they come from', () => {
  expect(valueText('DCWEBSITE')).toBe('DC WEBSITE')
  expect(valueText('+15105550142')).toBe('(510) 555-0142')
  expect(valueText('2027-03-02')).toBe('Mar 2, 2027')
  expect(valueText('/api/media/01a1fcc0-2b4b-7b29-ba6e-a320eed24baf/file')).toBe('a picture of the media library')
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
