import { z } from 'zod'
import { listQuery } from './common.ts'

/*
 * What the addresses of the lists may carry. Apart from the rest of their features, because the sitemap of the console
 * loads these on every page.
 */

export const AppStream = z.enum(['DEENKIOSK', 'DEENSCREEN'])
export type AppStream = z.infer<typeof AppStream>

/** The life of the unit as staff keep it (X2). Whether it is online is another thing: see `connectivity`. */
export const DeviceStatus = z.enum([
  'Available',
  'Unavailable',
  'Defective',
  'Lost',
  'Locked',
  'Active',
  'Shipped',
  'Pending',
])
export type DeviceStatus = z.infer<typeof DeviceStatus>

/** Online: a beat within the last three intervals. Never: no beat yet. */
export const Connectivity = z.enum(['online', 'offline', 'never'])
export type Connectivity = z.infer<typeof Connectivity>

export const DevicesQuery = listQuery(DeviceStatus.options, [
  'deviceId',
  'name',
  'appStream',
  'status',
  'price',
  'lastActive',
  'createdAt',
]).extend({
  appStream: AppStream.optional(),
  connectivity: Connectivity.optional(),
  /** Not seen for at least so many days, or never since it was added that long ago. */
  notSeenDays: z.coerce.number().int().min(1).max(3650).optional(),
})

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
