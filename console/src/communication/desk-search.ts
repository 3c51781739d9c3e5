import { DemoRequestsQuery, InquiriesQuery } from '@hikmah/contract/communication/endpoints'
import { OneRow } from '../kit/list/list-search.ts'

const narrowing = { status: true, q: true, assignee: true, spam: true } as const
/** Which list stands beside the request. */
export const RequestDeskSearch = DemoRequestsQuery.pick(narrowing)
export const InquiryDeskSearch = OneRow.extend(InquiriesQuery.pick(narrowing).shape)
