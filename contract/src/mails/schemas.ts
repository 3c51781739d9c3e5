import { z } from 'zod'
import { Id, Timestamp } from '../common.ts'

export const MailStatus = z.enum(['queued', 'sent', 'failed'])
export type MailStatus = z.infer<typeof MailStatus>

export const Mail = z.object({
  _id: Id,
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  status: MailStatus,
  attempts: z.int(),
  lastError: z.string(),
  createdAt: Timestamp,
  sentAt: Timestamp.nullable(),
})
export type Mail = z.infer<typeof Mail>
