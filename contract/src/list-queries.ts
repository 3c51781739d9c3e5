import { z } from 'zod'
import { listQuery, Moment } from './common.ts'

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

export const OrganizationStatus = z.enum(['approved', 'onboarding', 'blocked'])
export type OrganizationStatus = z.infer<typeof OrganizationStatus>
export const organizationStatusLabels: Record<OrganizationStatus, string> = {
  approved: 'Approved',
  onboarding: 'Onboarding',
  blocked: 'Blocked',
}

/** `joinedFrom` (included) and `joinedTo` (excluded) narrow the list to the rows a dashboard card counts. */
export const OrganizationsQuery = listQuery(OrganizationStatus.options, [
  'orgName',
  'orgType',
  'createdAt',
  'city',
  'orgStatus',
]).extend({ joinedFrom: Moment.optional(), joinedTo: Moment.optional() })

/** `revoked` and `blocked` are beyond the three of the seeds and shown neutral, as the seeds say of others. */
export const InviteStatus = z.enum(['Invite Sent', 'onboarding', 'accepted', 'blocked', 'revoked'])
export type InviteStatus = z.infer<typeof InviteStatus>

export const InvitesQuery = listQuery(InviteStatus.options, ['orgName', 'orgAdmin', 'createdAt']).extend({
  invitedFrom: Moment.optional(),
  invitedTo: Moment.optional(),
})
