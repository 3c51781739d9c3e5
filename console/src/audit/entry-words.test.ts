import { type AuditEntry, auditVerbs } from '@hikmah/contract/audit'
import { expect, test } from 'vitest'
import {
  actorText,
  actsOf,
  actText,
  changedFields,
  entityLabels,
  entrySign,
  entryTitle,
  manyThings,
  valueText,
} from './entry-words.tsx'

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
  expect(entryTitle(entry({}))).toBe('Organization updated: Masjid Quba')
  expect(entryTitle(entry({}), { isWhole: false })).toBe('Organization updated')
  expect(entryTitle(entry({ action: 'member.removed', entity: 'member', entityName: 'Bilal' }))).toBe(
    'Member removed: Bilal',
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
  expect(entryTitle(decided)).toBe('Masjid Quba: EIN approved, exemption reopened')
  expect(entryTitle(decided, { isWhole: false })).toBe('EIN approved, exemption reopened')
  const both = { einStatus: { before: 'Pending', after: 'Approved' }, exemptStatus: { before: '', after: 'Approved' } }
  expect(entryTitle({ ...decided, changes: both })).toBe('Masjid Quba: EIN and exemption approved')
  expect(entrySign(decided)).toEqual({ glyph: 'check', tone: 'success' })
  const against = { before: null, after: 'Exemption revoked' }
  const opposed = { ...decided, changes: { ...both, against } }
  expect(entryTitle(opposed)).toBe('Masjid Quba: EIN and exemption approved, against the record')
  expect(entrySign(opposed)).toEqual({
    glyph: 'unequal',
    tone: 'danger',
  })
  expect(entryTitle(entry({ action: 'tax-review.decided', changes: { ein: { before: '', after: '1' } } }))).toBe(
    'Tax review changed: Masjid Quba',
  )
})

test('what changed is the title: a status, one field by its values, several by their names', () => {
  const title = (parts: Partial<AuditEntry>, isWhole = true) => entryTitle(entry(parts), { isWhole })
  const order = { action: 'order.updated', entity: 'order', entityName: '#100046' }
  const change = (before: unknown, after: unknown) => ({ before, after })
  expect(title({ ...order, changes: { status: change('new', 'in-progress') } })).toBe(
    'Order #100046: New → In-progress',
  )
  const approved = { action: 'organization.status-changed', changes: { orgStatus: change('Onboarding', 'Approved') } }
  expect(title(approved)).toBe('Masjid Quba: Onboarding → Approved')
  expect(title(approved, false)).toBe('Status: Onboarding → Approved')
  expect(title({ changes: { referredBy: change('Noor Hall', 'Salam Hall') } })).toBe(
    'Masjid Quba: Referred By Noor Hall → Salam Hall',
  )
  expect(title({ changes: { referredBy: change('', 'Salam Hall') } }, false)).toBe('Referred By set to Salam Hall')
  expect(title({ changes: { referredBy: change('Salam Hall', '') } }, false)).toBe('Referred By emptied')
  expect(title({ changes: { referredBy: change('', 'x'.repeat(41)) } }, false)).toBe('Referred By changed')
  const [city, phone] = [change('a', 'b'), change('1', '2')]
  expect(title({ changes: { 'orgAddress.city': city, referredBy: phone } })).toMatch(/^Masjid Quba: .+ and .+ changed$/)
  const many = { 'orgAddress.city': city, referredBy: phone, orgName: city, orgWebsite: city }
  expect(title({ changes: many }, false)).toMatch(/^Organization Name, .+ and 2 more changed$/)
  expect(title({ changes: { orgName: change('مسجد الهدى', 'مسجد النور') } }, false)).toBe(
    'Organization Name \u2068مسجد الهدى\u2069 → \u2068مسجد النور\u2069',
  )
  expect(title({ action: 'sign-in.completed', entity: 'staff', entityName: 'Samira Haddad' })).toBe(
    'Signed in · Samira Haddad',
  )
})

test('the same act of one person on many things within five minutes is one, and nothing else is put together', () => {
  const act = (entityId: string, minute: number, parts: Partial<AuditEntry> = {}) =>
    entry({
      ...{ action: 'order.updated', entity: 'order', entityId, entityName: `#${entityId}` },
      at: new Date(Date.UTC(2026, 10, 10, 9, minute)).toISOString(),
      changes: { status: { before: 'new', after: 'in-progress' } },
      ...parts,
    })
  const sizes = (...entries: AuditEntry[]) => actsOf(entries).map(({ length }) => length)
  expect(sizes(act('1', 4), act('2', 2), act('3', 0))).toEqual([3])
  expect(actText(act('1', 4))).toBe('Status: New → In-progress')
  expect(manyThings('order', 3, false)).toBe('3 orders')
  expect(manyThings('order', 3, true)).toBe('3+ orders')
  expect(actText(entry({ action: 'invite.revoked', entity: 'invite' }))).toBe('Invite revoked')
  expect(sizes(act('1', 5), act('2', 0)), 'five minutes apart').toEqual([1, 1])
  expect(sizes(act('1', 1), act('1', 0)), 'the same thing twice').toEqual([1, 1])
  const done = { changes: { status: { before: 'new', after: 'done' } } }
  expect(sizes(act('1', 2), act('2', 1, done), act('3', 0)), 'another change between').toEqual([2, 1])
  const actor = { kind: 'staff', id: '2', name: 'Omar Siddiqui' } as const
  expect(sizes(act('1', 1), act('2', 0, { actor })), 'somebody else').toEqual([1, 1])
  const decided = { action: 'tax-review.decided', changes: {} }
  expect(sizes(act('1', 1, decided), act('2', 0, decided)), 'decisions').toEqual([1, 1])
})

test('a promo code is told by its name', () => {
  const order = { entity: 'order', entityName: '#100123' }
  const applied = entry({ ...order, action: 'order.promo-applied', changes: { promo: { before: '', after: 'EID25' } } })
  expect(entryTitle(applied)).toBe('Promo code EID25 applied: #100123')
  const removed = entry({ ...order, action: 'order.promo-removed', changes: { promo: { before: 'EID25', after: '' } } })
  expect(entryTitle(removed)).toBe('Promo code EID25 removed: #100123')
})

test('who did it is told, and that a name was only claimed', () => {
  const by = (kind: 'staff' | 'public' | 'organization', id: string, name: string, action = 'sign-in.code-sent') =>
    actorText(entry({ action, actor: { kind, id, name } }))
  expect(by('staff', '1', 'Samira Haddad')).toBe('Samira Haddad')
  expect(by('public', '', 'Visitor')).toBe('Visitor')
  expect(by('public', '1', 'a@b.example')).toBe('a@b.example, during sign-in')
  expect(by('public', '1', 'a@b.example', 'sign-in.completed')).toBe('Masjid Quba')
  expect(by('organization', '1', 'Masjid Quba')).toBe('Masjid Quba (organization)')
})

test('values look as on the screens that they come from', () => {
  expect(valueText('DCWEBSITE')).toBe('DC WEBSITE')
  expect(valueText('+15105550142')).toBe('(510) 555-0142')
  expect(valueText(3902, 'orgLogo.logoSize')).toBe('4 KB')
  expect(valueText('2027-03-02')).toBe('Mar 2, 2027')
  expect(valueText('/api/media/01a1fcc0-2b4b-7b29-ba6e-a320eed24baf/file')).toBe('an image from the media library')
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
})

test('changed fields have the labels of the screens, in their order, and unknown ones stand last', () => {
  const change = { before: 'a', after: 'b' }
  const labels = (entity: string, ...fields: string[]) =>
    changedFields({ entity, changes: Object.fromEntries(fields.map((field) => [field, change])) }).map(
      ({ label }) => label,
    )
  expect(labels('organization', 'shoeSize', 'einStatus', 'orgAddress.postalCode', 'orgName')).toEqual([
    'Organization Name',
    'Postal code',
    'EIN status',
    'Shoe size',
  ])
  expect(labels('member', 'consoleAccess', 'role', 'lastName')).toEqual(['Last name', 'Role', 'Console access'])
  expect(labels('staff', 'access', 'userName', 'name.firstName')).toEqual(['First name', 'Email', 'Access'])
})

test('amounts are told as on the screens, by what the field of such a thing is kept in', () => {
  const told = (entity: string, changes: AuditEntry['changes']) =>
    changedFields({ entity, changes }).map(({ label, before, after }) => [label, valueText(before), valueText(after)])
  const currency = { before: null, after: 'usd' }
  expect(told('order', { currency, total: { before: null, after: 55_000 } })[0]).toEqual(['Total', null, '$550.00'])
  const yen = { before: null, after: 'jpy' }
  expect(told('campaign', { currency: yen, amount_off: { before: null, after: 500 } })[0]).toEqual([
    'Amount off',
    null,
    '¥500',
  ])
  expect(told('device', { price: { before: 5, after: 1300 } })).toEqual([['Price', '$5', '$1,300']])
  // What keeps no amount of that name.
  expect(told('invite', { total: { before: 1, after: 2 } })).toEqual([['Total', '1', '2']])
})

test('the filter names everything that an entry may be about', () => {
  expect(Object.values(entityLabels)).toEqual([
    'Applications',
    'Audit trail',
    'Campaigns',
    'Canned replies',
    'Console team members',
    'Contact inquiries',
    'Customers of the payment provider',
    'Demo requests',
    'Devices',
    'Disputes',
    'Emails',
    'Images',
    'Integrations',
    'Invites',
    'Invoices',
    'IRS registry',
    'Orders',
    'Organizations',
    'Personal data requests',
    'Plans of organizations',
    'Tax reviews',
    'Team members of organizations',
  ])
})

test('a session that was ended is told by what the list of sessions shows of it', () => {
  const at = { before: null, after: '2026-11-10T09:00:00.000Z' }
  const changes = {
    signedInAt: at,
    ip: { before: null, after: '203.0.113.7' },
    browser: { before: null, after: 'Chrome 131' },
  }
  expect(changedFields({ entity: 'staff', changes }).map(({ label, after }) => [label, after])).toEqual([
    ['Browser', 'Chrome 131'],
    ['IP address', '203.0.113.7'],
    ['Signed in', at.after],
  ])
})

test('what was refused is told plainly', () => {
  const refused = entry({ action: 'sign-in.copied-login-refused', entity: 'staff', entityName: 'Samira Haddad' })
  expect(entryTitle(refused)).toBe('Copied login refused · Samira Haddad')
})

test('each kind of thing that happens has a sign of its own', () => {
  const signOf = (action: string) => {
    const { glyph, icon } = entrySign(entry({ action }))
    return icon ?? glyph
  }
  const kinds = {
    plus: ['organization.created', 'application.created'],
    edit: ['organization.updated', 'device.assigned', 'tax-review.decision-undone'],
    cross: ['invite.revoked', 'member.removed', 'media.deleted'],
    slash: ['sign-in.copied-login-refused', 'staff.password-change-refused'],
    key: ['sign-in.completed', 'session.revoked', 'staff.password-changed'],
    envelope: ['invite.sent', 'staff.code-sent', 'mail.resent', 'tax-papers.reminded', 'demo-request.responded'],
    up: ['media.uploaded', 'tax-papers.submitted', 'contact-inquiry.received'],
    download: ['audit.exported', 'staff.list-exported', 'tax-papers.link-copied'],
    check: ['invite.accepted', 'staff.unlocked'],
  }
  for (const [sign, actions] of Object.entries(kinds)) expect(actions.map(signOf)).toEqual(actions.map(() => sign))
  expect(entrySign(entry({ action: 'member.removed' })).tone).toBe('danger')
  // An older entry may use a name that is no longer in use.
  expect(signOf('order.shipped-away')).toBe('dot')
  expect(auditVerbs.filter((verb) => signOf(`organization.${verb}`) === 'dot')).toEqual([])
})

test('what a field keeps by its code is told in the words of the screens', () => {
  expect(valueText('name-differs', 'reasonCode')).toBe('Name differs')
  expect(valueText(['by-laws', 'articles'], 'missing')).toBe('By-laws, Articles of incorporation')
  expect(valueText('ur', 'letterLanguage')).toBe('English and Urdu')
  expect(valueText('articles', 'orgName')).toBe('articles')
})

test('how an order was placed is no word about tax papers', () => {
  const created = entry({
    action: 'order.created',
    entity: 'order',
    changes: { source: { before: null, after: 'checkout' } },
  })
  expect(changedFields(created).map(({ label }) => label)).toEqual(['Placed by'])
})
