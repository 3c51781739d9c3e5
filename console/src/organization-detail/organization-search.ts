import { wholeNumber } from '@hikmah/contract/search'

/** 0 ORG DETAIL, 1 TEAM MEMBERS, 2 VERIFICATION, 3 LOGS. */
export const OrganizationSearch = { tab: wholeNumber(0, 3) }
