import { expect, test } from 'vitest'
import { addressOf, screens } from '../screens.ts'
import { navigation } from './navigation.ts'

test('the items of the navigation stand in the order of the seeds', () => {
  const shown = Object.fromEntries(
    Object.entries(navigation).map(([mode, groups]) => [
      mode,
      groups.map(({ label, items }) => [label, ...items.map((item) => item.label)]),
    ]),
  )
  expect(shown).toEqual({
    normal: [
      [undefined, 'Dashboard', 'Reviews', 'Communication'],
      ['Manage', 'Orders', 'Organization', 'Products', 'Hardware/Devices'],
      ['Promotion', 'Campaign', 'Ads'],
      ['Accounts', 'Finance', 'Team Members', 'Manage Roles', 'Audit'],
    ],
    organization: [[undefined, 'Org Overview', 'Plans', 'Hardware', 'Orders']],
    communication: [[undefined, 'Contact Us', 'Demo Request']],
  })
})

test('each screen has the navigation that belongs to it', () => {
  const modes = Map.groupBy(screens, ({ options }) => options.staticData?.mode ?? 'normal')
  const addresses = (mode: 'organization' | 'communication') => modes.get(mode)?.map(addressOf).sort()
  expect(addresses('organization')).toEqual([
    '/add-team-member-{$orgId}',
    '/assign-hardware/$id',
    '/edit-organization-detail-{$id}',
    '/organization-activity-{$id}',
    '/organization-detail-{$id}',
    '/select-hardware/$id',
  ])
  expect(addresses('communication')).toEqual([
    '/communication',
    '/communication/contact-us',
    '/communication/contact-us-details',
    '/communication/contact-us-respond',
    '/request-details-{$id}',
    '/request-respond-{$id}',
  ])
})

test('a screen belongs to an item that stands in its navigation', () => {
  const astray = screens.filter(({ options }) => {
    const { mode = 'normal', under } = options.staticData ?? {}
    const labels = navigation[mode].flatMap(({ items }) => items.map(({ label }) => label))
    return under !== undefined && !labels.includes(under)
  })
  expect(astray.map(addressOf)).toEqual([])
})

test('every item that a screen declares is shown, and leads to that screen', () => {
  const leading = Object.values(navigation)
    .flatMap((groups) => groups.flatMap(({ items }) => items))
    .flatMap((item) => ('to' in item ? [[item.label, item.to]] : []))
  const declared = screens.flatMap((screen) =>
    (screen.options.staticData?.items ?? []).map(({ label }) => [label, addressOf(screen)]),
  )
  expect(leading.sort()).toEqual(declared.sort())
})
