import { isNull } from 'drizzle-orm'
import { detailOf, type SearchSource } from '../kit/list/search-source.ts'
import { contactInquiries, inquiryNames } from './table.ts'

export const inquirySource: SearchSource = {
  type: 'contactInquiry',
  permission: 'communication.read',
  from: contactInquiries,
  id: contactInquiries.id,
  createdAt: contactInquiries.createdAt,
  where: isNull(contactInquiries.deletedAt),
  title: contactInquiries.name,
  detail: detailOf(contactInquiries.inquiryType, contactInquiries.email),
  search: contactInquiries.search,
  names: inquiryNames,
}
