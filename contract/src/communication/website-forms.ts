import { z } from 'zod'
import { LongText, RequiredText, Text } from '../common.ts'
import { Email } from '../email.ts'
import { OptionalPhone } from '../phone.ts'
import { MAX_NAME, REQUIRED, splitName } from '../words.ts'
import { Honeypot, MAX_MESSAGE, Schedule, Stream } from './schemas.ts'

const SentName = z.union([
  z.object({ firstName: RequiredText(MAX_NAME), lastName: Text(MAX_NAME).optional().default('') }),
  RequiredText(MAX_NAME).transform(splitName),
])

export const NewDemoRequest = z.object({
  name: SentName,
  email: Email,
  phoneNo: OptionalPhone.optional().default(''),
  organizationName: Text(100).optional().default(''),
  applications: z.array(RequiredText(30)).max(10).optional().default([]),
  stream: Stream.optional().default('DCWEBSITE'),
  schedule: Schedule.optional().default({ date: '', time: '', zone: '' }),
  queries: z
    .array(z.object({ question: RequiredText(200), answer: LongText(1000).optional().default('') }))
    .max(20)
    .optional()
    .default([]),
  website: Honeypot,
})
export type NewDemoRequest = z.infer<typeof NewDemoRequest>

export const NewInquiry = z.object({
  name: RequiredText(100),
  email: Email,
  phone: OptionalPhone.optional().default(''),
  stream: Stream.optional().default('DCWEBSITE'),
  inquiryType: Text(50).optional().default(''),
  message: LongText(MAX_MESSAGE).refine((text) => text !== '', REQUIRED),
  website: Honeypot,
})
export type NewInquiry = z.infer<typeof NewInquiry>
