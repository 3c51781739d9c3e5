import { expect, test } from 'vitest'
import { pathOf, screens } from '../screens.ts'
import { navigation } from './arrange-navigation.ts'

test('the items of the seeds stand in their order, under their headings', () => {
  const seeds = {
    normal: [
      [undefined, 'Dashboard', 'Reviews', 'Communication'],
      ['Manage', 'Orders', 'Organization', 'Products', 'Hardware/Devices'],
      ['Promotion', 'Campaign', 'Ads'],
      ['Accounts', 'Finance', 'Team Members', 'Manage Roles', 'Audit'],
    ],
    organization: [[undefined, 'Org Overview', 'Plans', 'Hardware', 'Orders']],
    communication: [[undefined, 'Contact Us', 'Demo Request']],
  }
  for (const mode of ['normal', 'organization', 'communication'] as const) {
    const named = new Set(seeds[mode].flat())
    const shown = navigation[mode].map(({ label, items }) => [
      label,
      ...items.map((item) => item.label).filter((text) => named.has(text)),
    ])
    expect(shown).toEqual(seeds[mode])
  }
})

test('the screens of an organization and of communication have the navigation that belongs to them', () => {
  const modes = new Map<string, string | undefined>(
    screens.map((screen) => [pathOf(screen), screen.options.staticData?.mode]),
  )
  const organization = [
    '/add-team-member-{$orgId}',
    '/assign-hardware/$id',
    '/edit-organization-detail-{$id}',
    '/edit-team-member-{$memberId}',
    '/organization-activity-{$id}',
    '/organization-detail-{$id}',
    '/select-hardware/$id',
  ]
  const communication = [
    '/communication',
    '/communication/contact-us',
    '/communication/contact-us-details',
    '/communication/contact-us-respond',
    '/request-details-{$id}',
    '/request-respond-{$id}',
  ]
  const normal = ['/dashboard', '/reviews', '/hardware', '/invite-organization-{$id}']
  expect(organization.filter((address) => modes.get(address) !== 'organization')).toEqual([])
  expect(communication.filter((address) => modes.get(address) !== 'communication')).toEqual([])
  expect(normal.filter((address) => !modes.has(address) || modes.get(address))).toEqual([])
})

test('a screen belongs to an item that stands in its navigation', () => {
  const astray = screens.filter(({ options }) => {
    const { mode = 'normal', under } = options.staticData ?? {}
    const labels = navigation[mode].flatMap(({ items }) => items.map(({ label }) => label))
    return under !== undefined && !labels.includes(under)
  })
  expect(astray.map(pathOf)).toEqual([])
})

test('every item that a screen declares is shown, and leads to that screen', () => {
  const leading = Object.values(navigation)
    .flatMap((groups) => groups.flatMap(({ items }) => items))
    .flatMap((item) => ('to' in item ? [[item.label, item.to]] : []))
  const declared = screens.flatMap((screen) =>
    (screen.options.staticData?.items ?? []).map(({ label }) => [label, pathOf(screen)]),
  )
  expect(leading.sort()).toEqual(declared.sort())
})
