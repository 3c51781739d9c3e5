import { pathOf, screens } from '../screens.ts'
import type { NavigationItem, NavigationMode } from '../sitemap/console-route.ts'

/** The entries themselves stand in each feature's `screens.ts`; here is their order. */

/** Something that has no screens yet: it says what it comes with. */
export type LaterItem = Pick<NavigationItem, 'label' | 'icon' | 'mode' | 'group'> & { comesWith: string }

/** An item as it is shown: with the address of the screen that declares it. */
type LeadingItem = NavigationItem & { to: ReturnType<typeof pathOf> }

export type ShownItem = LeadingItem | LaterItem

export interface NavigationGroup {
  label: string | undefined
  items: ShownItem[]
}

/** A screen's item takes the place of the one with the same label. */
const laterItems: LaterItem[] = [{ group: 'Promotion', label: 'Ads', icon: 'tag', comesWith: 'Not planned yet' }]

/** The order of the seeds. An item that they do not name stands last in its group. */
const order: Record<NavigationMode, string[]> = {
  normal: [
    'Dashboard',
    'Reviews',
    'Communication',
    'Orders',
    'Organization',
    'Products',
    'Hardware/Devices',
    'Campaign',
    'Ads',
    'Finance',
    'Team Members',
    'Manage Roles',
    'Audit',
  ],
  organization: ['Org Overview', 'Plans', 'Hardware', 'Orders'],
  communication: ['Contact Us', 'Demo Request'],
}
const groups = [undefined, 'Manage', 'Promotion', 'Accounts'] as const

const leadingItems: LeadingItem[] = screens.flatMap((screen) =>
  (screen.options.staticData?.items ?? []).map((item) => ({ ...item, to: pathOf(screen) })),
)

export const navigation: Record<NavigationMode, NavigationGroup[]> = {
  normal: groupsOf('normal'),
  organization: groupsOf('organization'),
  communication: groupsOf('communication'),
}

function groupsOf(mode: NavigationMode): NavigationGroup[] {
  const isHere = (item: ShownItem) => (item.mode ?? 'normal') === mode
  const leading = leadingItems.filter(isHere)
  const placeOf = ({ label }: ShownItem) => {
    const place = order[mode].indexOf(label)
    return place < 0 ? order[mode].length : place
  }
  const isLater = ({ label }: LaterItem) => leading.every((item) => item.label !== label)
  const items = [...leading, ...laterItems.filter(isHere).filter(isLater)].sort((a, b) => placeOf(a) - placeOf(b))
  return groups
    .map((label) => ({ label, items: items.filter(({ group }) => group === label) }))
    .filter((group) => group.items.length > 0)
}
