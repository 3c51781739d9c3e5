import { z } from 'zod'
import { Day, Email, Id, LongText, listQuery, RequiredText, Text, Timestamp } from '../common.ts'
import { Assignee, Honeypot, responseBody, Stream, timelineShape } from '../communication/schemas.ts'
import { MAX_NAME, splitName } from '../names.ts'
import { OptionalPhone } from '../phone-schemas.ts'
import { demoRequestSorts, demoRequestStatuses, MAX_SCHEDULE_TIME } from './words.ts'

export const DemoRequestStatus = z.enum(demoRequestStatuses)
export type DemoRequestStatus = z.infer<typeof DemoRequestStatus>

export const DemoRequestsQuery = listQuery(demoRequestStatuses, demoRequestSorts).extend({
  spam: z.enum(['true', 'false']).optional(),
  /** What is assigned to the caller. */
  assignee: z.literal('me').optional(),
})

const Query = z.object({ question: z.string(), answer: z.string() })

export const DemoRequestRow = z.object({
  _id: Id,
  name: z.object({ firstName: z.string(), lastName: z.string() }),
  email: z.string(),
  phoneNo: z.string(),
  organizationName: z.string(),
  /** As deenkiosk, deenscreen, deenfund, deenweb. */
  applications: z.array(z.string()),
  stream: z.string(),
  /** `date` as YYYY-MM-DD, `time` as the visitor wrote it. */
  schedule: z.object({ date: z.string(), time: z.string() }),
  queries: z.array(Query),
  status: DemoRequestStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  assignee: z.array(Assignee),
  /** Suspected spam, kept all the same. */
  spam: z.boolean(),
  version: z.int(),
})
export type DemoRequestRow = z.infer<typeof DemoRequestRow>

export const DemoRequest = DemoRequestRow.extend(timelineShape)
export type DemoRequest = z.infer<typeof DemoRequest>

/** A person's name in one text or in two. */
const SentName = z.union([
  z.object({ firstName: RequiredText(MAX_NAME), lastName: Text(MAX_NAME).optional().default('') }),
  RequiredText(MAX_NAME).transform(splitName),
])

const Schedule = z.object({
  date: z
    .union([z.literal(''), Day])
    .optional()
    .default(''),
  time: Text(MAX_SCHEDULE_TIME).optional().default(''),
})

/** `schedule` is when the demo takes place; what the visitor wished for stays where it is not sent. */
export const DemoResponse = responseBody(demoRequestStatuses).extend({ schedule: Schedule.optional() })

export const NewDemoRequest = z.object({
  name: SentName,
  email: Email,
  phoneNo: OptionalPhone.optional().default(''),
  organizationName: Text(100).optional().default(''),
  applications: z.array(RequiredText(30)).max(10).optional().default([]),
  stream: Stream.optional().default('DCWEBSITE'),
  schedule: Schedule.optional().default({ date: '', time: '' }),
  queries: z
    .array(z.object({ question: RequiredText(200), answer: LongText(1000).optional().default('') }))
    .max(20)
    .optional()
    .default([]),
  website: Honeypot,
})
export type NewDemoRequest = z.infer<typeof NewDemoRequest>
