import { z } from 'zod'
import { listQuery } from './common.ts'

/*
 * What the addresses of the lists may carry. Apart from the rest of their features, because the sitemap of the console
 * loads these on every page.
 */

/** Unverified: the code that was mailed is not entered yet. */
export const StaffStatus = z.enum(['active', 'revoked', 'unverified'])
export type StaffStatus = z.infer<typeof StaffStatus>

export const StaffQuery = listQuery(StaffStatus.options, ['name', 'userName', 'role', 'createdAt'])

export const DemoRequestStatus = z.enum(['New', 'Scheduled', 'Done'])
export type DemoRequestStatus = z.infer<typeof DemoRequestStatus>

export const DemoRequestsQuery = listQuery(DemoRequestStatus.options, [
  'name',
  'organizationName',
  'status',
  'createdAt',
  'updatedAt',
]).extend({ spam: z.enum(['true', 'false']).optional() })

export const InquiryStatus = z.enum(['New', 'In-progress', 'Closed', 'Done'])
export type InquiryStatus = z.infer<typeof InquiryStatus>

export const InquiriesQuery = listQuery(InquiryStatus.options, [
  'name',
  'inquiryType',
  'status',
  'createdAt',
  'updatedAt',
]).extend({ spam: z.enum(['true', 'false']).optional() })

/** Those that wait for a decision; the list has no other. */
export const TaxReviewsQuery = listQuery(['waiting'], ['waitingSince', 'orgName'])
