import { agreementSearch } from '@hikmah/contract/agreements/search'
import { memberSearch } from '@hikmah/contract/organization-team/search'
import { wholeNumber } from '@hikmah/contract/search'
import type { ListSearch } from '../kit/list/list-search.ts'

type Fields = Record<keyof ListSearch, (raw: unknown) => unknown>

/** The search parameters of two lists that share one address. */
const either = (one: Fields, other: Fields) =>
  Object.fromEntries(
    Object.entries(one).map(([name, field]) => [
      name,
      (raw: unknown) => field(raw) ?? other[name as keyof ListSearch](raw),
    ]),
  ) as { [K in keyof ListSearch]-?: (raw: unknown) => ListSearch[K] }

/** The tab, 0 ORG DETAIL, 1 TEAM MEMBERS, 2 VERIFICATION, 3 LOGS, and what its list shows. */
export const OrganizationSearch = { tab: wholeNumber(0, 3), ...either(memberSearch, agreementSearch) }
