import { type FieldsOf, listFields } from '../search.ts'
import type { CampaignsQuery } from './schemas.ts'
import { campaignSorts, displayStatuses } from './words.ts'

/** What the address of the list may carry. */
export const campaignSearch = listFields(displayStatuses, campaignSorts) satisfies FieldsOf<typeof CampaignsQuery>
