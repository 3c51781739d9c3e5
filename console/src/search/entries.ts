import { organizationName } from '@hikmah/contract/organizations/words'
import type { Permission } from '@hikmah/contract/permissions'
import type { Found, FoundKind } from '@hikmah/contract/search'
import type { IconName } from '../kit/icons/icons.tsx'
import { addressOf, screens } from '../screens.ts'
import type { NavigationItem } from '../sitemap/console-route.ts'

/** One line of the box. */
export interface Entry {
  group: string
  title: string
  detail: string
  icon: IconName
  /** Where it leads. */
  href: string
}

const kinds: Record<FoundKind, { group: string; icon: IconName }> = {
  organization: { group: 'Organizations', icon: 'dome' },
  member: { group: 'Team members of organizations', icon: 'people' },
  invite: { group: 'Invites', icon: 'mail' },
  taxReview: { group: 'Tax reviews', icon: 'checklist' },
  device: { group: 'Devices', icon: 'device' },
  invoice: { group: 'Invoices', icon: 'receipt' },
  application: { group: 'Applications', icon: 'box' },
  integration: { group: 'Integrations', icon: 'box' },
  order: { group: 'Orders', icon: 'receipt' },
  campaign: { group: 'Campaigns', icon: 'megaphone' },
  staff: { group: 'Console team members', icon: 'person' },
  demoRequest: { group: 'Demo requests', icon: 'mail' },
  contactInquiry: { group: 'Contact inquiries', icon: 'speech' },
}

/** Where each kind of thing is shown, as the screens say. */
const shownAt = Object.assign({}, ...screens.map((screen) => screen.options.staticData?.finds)) as Partial<
  Record<FoundKind, (found: Found) => string>
>

/** The results with their addresses; results that no screen shows are left out. */
export const entriesOf = (found: readonly Found[]): Entry[] =>
  found.flatMap((one) => {
    const href = shownAt[one.type]?.(one)
    const title = one.type === 'organization' ? organizationName(one.title) : one.title
    return href ? [{ ...kinds[one.type], title, detail: one.detail, href }] : []
  })

const PAGES = 'Pages and actions'
type Offered = Entry & { permission: Permission }

const pages: Offered[] = screens.flatMap((screen) => {
  const { items = [], actions = [] }: { items?: NavigationItem[]; actions?: NavigationItem[] } =
    screen.options.staticData ?? {}
  return [...items.filter(({ mode }) => mode !== 'organization'), ...actions].map(({ label, icon, permission }) => ({
    ...{ group: PAGES, title: label, detail: '', icon, permission },
    href: addressOf(screen),
  }))
})

/** The pages and actions with words that start like the text; without text only the actions. */
export function offersFor(text: string, permissions: readonly Permission[]): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = ({ title, icon }: Entry) => {
    const named = ` ${title.toLowerCase().replaceAll('/', ' ')}`
    return words.length > 0 ? words.every((word) => named.includes(` ${word}`)) : icon === 'plus'
  }
  return pages.filter((offer) => permissions.includes(offer.permission) && isMeant(offer))
}

/** A pasted link of this console. */
export function linkIn(text: string): Entry[] {
  const url = URL.parse(text)
  if (url?.origin !== location.origin) return []
  const href = url.pathname + url.search + url.hash
  return [{ group: 'Link', title: 'Open this page', detail: href, icon: 'open', href }]
}
