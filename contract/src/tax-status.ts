import { z } from 'zod'
import { Id, Timestamp } from './common.ts'

export const EIN_INVALID = 'Enter 9 digits as 12-3456789'
export const Ein = z
  .string()
  .trim()
  .regex(/^\d{2}-\d{7}$/, EIN_INVALID)

/** Digits and one hyphen, put in after two digits, ten characters at most: what the EIN field makes of typing. */
export function einAsTyped(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 9)
  return digits.length > 2 || (digits.length === 2 && text.includes('-'))
    ? `${digits.slice(0, 2)}-${digits.slice(2)}`
    : digits
}

/** What a manager sees of an EIN. */
export const maskedEin = (ein: string) => (ein === '' ? '' : `**-***${ein.slice(-4)}`)

export const ReviewStatus = z.enum(['Pending', 'Approved', 'Rejected'])
export type ReviewStatus = z.infer<typeof ReviewStatus>

export const TaxEventType = z.enum(['EIN/Tax ID', 'Tax exemptions'])
export const TaxEventStatus = z.enum(['Submitted', 'Resubmitted', 'Pending', 'Approved', 'Rejected'])
export type TaxEventStatus = z.infer<typeof TaxEventStatus>

/** `status` is null until something is submitted or decided. */
const ReviewDetail = z.object({
  status: ReviewStatus.nullable(),
  submittedAt: Timestamp.nullable(),
  reviewedAt: Timestamp.nullable(),
})

export const TaxDocument = z.object({
  _id: Id,
  name: z.string(),
  contentType: z.string(),
  size: z.int(),
  /** The submission it came with. */
  eventId: Id,
})
export type TaxDocument = z.infer<typeof TaxDocument>

/** What was on record when the organization submitted; frozen, so that a decision binds to what was seen. */
export const TaxSnapshot = z.object({
  orgName: z.string(),
  taxIdEin: z.string(),
  taxExempt: z.boolean(),
  address: z.string(),
})

export const TaxEvent = z.object({
  _id: Id,
  eventType: TaxEventType,
  status: TaxEventStatus,
  /** Epoch milliseconds. */
  submittedAt: z.int(),
  messages: z.array(z.object({ title: z.string(), message: z.string() })),
  /** The person who submitted or decided. */
  by: z.string(),
  snapshot: TaxSnapshot.nullable(),
})
export type TaxEvent = z.infer<typeof TaxEvent>

export const TaxStatus = z.object({
  taxIdEin: z.string(),
  taxIdEinDetail: ReviewDetail,
  taxExempt: z.boolean(),
  taxExemptDetail: ReviewDetail,
  /** Oldest first. */
  events: z.array(TaxEvent),
  documents: z.array(TaxDocument),
  /** Since the older of the reviews that are Pending became so, by a submission or by opening it again. */
  waitingSince: Timestamp.nullable(),
  /** The tax status's own version, apart from the organization's. */
  version: z.int(),
})
export type TaxStatus = z.infer<typeof TaxStatus>
