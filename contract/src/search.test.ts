import { expect, test } from 'vitest'
import { DevicesQuery } from './hardware/schemas.ts'
import { deviceSearch } from './hardware/search.ts'
import { InvitesQuery } from './invites/schemas.ts'
import { inviteSearch } from './invites/search.ts'
import type { Field } from './search.ts'

/** What the server's schema makes of one parameter; undefined when it refuses it. */
const accepted = (schema: typeof DevicesQuery | typeof InvitesQuery, name: string, raw: string) =>
  (schema.safeParse({ [name]: raw }).data as Record<string, unknown> | undefined)?.[name]

test.each([
  ['q', ' noor ', 'a'.repeat(100), 'a'.repeat(101), 'a\nb', 'a\u202eb', '\u200b', ''],
  ['status', 'Locked', 'locked', ''],
  ['sort', 'price', '-price', '--price', 'revenue'],
  ['page', '1', '007', '0', '-1', '1.5', '1000001', 'x', ''],
  ['limit', '100', '101'],
  ['appStream', 'DEENKIOSK', 'DK'],
  ['connectivity', 'never', 'always'],
  ['notSeenDays', '3650', '3651'],
])('the console reads %s in an address as the server does', (name, ...values) => {
  const field = (deviceSearch as Record<string, Field<unknown>>)[name]!
  for (const raw of values) expect([raw, field(raw)]).toEqual([raw, accepted(DevicesQuery, name, raw)])
})

test('a moment in an address is read as the server reads it', () => {
  const moments = [
    '2026-01-31T23:59:59.999Z',
    '2026-02-30T00:00:00.000Z',
    '2026-01-31T25:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-01-31',
    '2026-01-31T00:00:00+02:00',
  ]
  for (const raw of moments)
    expect([raw, inviteSearch.invitedFrom(raw)]).toEqual([raw, accepted(InvitesQuery, 'invitedFrom', raw)])
})
