import { z } from 'zod'
import {
  BoundedText,
  contradictionCodes,
  Ein,
  Id,
  LongText,
  listQuery,
  RequiredText,
  ReviewStatus,
  Timestamp,
} from '../common.ts'
import { RegistryRow, Verdict } from '../irs-registry/endpoints.ts'
import { verdictGroups, verdictOutcomes } from '../irs-registry/words.ts'
import { keysOf } from '../words.ts'
import {
  DOCUMENT_TOO_LARGE,
  type letterLanguageNames,
  letterLanguages,
  MAX_DOCUMENT_BYTES,
  MAX_SUBMITTED_BYTES,
  type paperNames,
  papers,
  SUBMITTED_TOO_LARGE,
} from './papers.ts'
import {
  MAX_AGAINST_REASON,
  MAX_REASON,
  messageTitles,
  missingItems,
  saysEnough,
  taxEventTypes,
  WHY_AGAINST,
  waitingKinds,
} from './words.ts'

/** The text proposed for each reason, at most MAX_REASON characters. Events keep the code for ever beside what was written. */
export const reasons = {
  'name-differs': { label: 'Name differs', text: 'The name differs from the IRS record.' },
  'address-differs': { label: 'Address differs', text: 'The address differs from the IRS record.' },
  'letter-unreadable': { label: 'Letter unreadable', text: 'The letter cannot be read. Send a clear copy.' },
  'letter-incomplete': { label: 'Letter incomplete', text: 'The letter is incomplete. Send all its pages.' },
  'ein-of-another': { label: 'EIN of another', text: 'The EIN does not belong to this organization.' },
  'exemption-revoked': { label: 'Exemption revoked', text: 'The IRS has revoked the exemption.' },
  'not-501c3': { label: 'Not a 501(c)(3)', text: 'The organization is not exempt under section 501(c)(3).' },
  'document-too-old': { label: 'Document too old', text: 'The document is older than 12 months. Send a newer one.' },
}
export type ReasonCode = keyof typeof reasons
export const reasonCodes = keysOf(reasons)

export type Paper = keyof typeof paperNames
export type LetterLanguage = keyof typeof letterLanguageNames

/** `papers` wait for papers that they were asked for, until the link for them ends. */
export const taxReviewStatuses = [...waitingKinds, 'papers', 'decided'] as const

/** Without a status, those that wait for a decision. */
export const TaxReviewsQuery = listQuery(taxReviewStatuses, [
  'waitingSince',
  'linkEndsAt',
  'decidedAt',
  'orgName',
]).extend({
  /** By the record: of what is decided as it was then, otherwise as it is now. */
  record: z.enum(verdictGroups).optional(),
  /** Only what was decided against the record. Without a status, of all that is decided. */
  against: z.literal('1').optional(),
  /** Whoever asks alone: of what is decided who decided it, otherwise who has claimed it. */
  mine: z.literal('1').optional(),
  /** Of what waits for a decision: where no paper was ever handed in. */
  noPaper: z.literal('1').optional(),
  /** Of what waits for a decision: for more than five days. */
  longWait: z.literal('1').optional(),
  /** Of what is decided: approvals that a later record speaks against. They wait for another look. */
  changed: z.literal('1').optional(),
})

/** The filters of an export, which has no pages. */
export const TaxReviewsFilter = TaxReviewsQuery.omit({ sort: true, page: true, limit: true })

/** Of an organization whose EIN this is, approved or waiting; a rejected EIN is not held. Null was never submitted. */
export const EinHolder = z.object({
  _id: Id,
  orgName: z.string(),
  einStatus: z.enum(['Pending', 'Approved']).nullable(),
  isBlocked: z.boolean(),
})
export type EinHolder = z.infer<typeof EinHolder>

/** What a decision contradicted, and why it was made all the same. It is kept here and never mailed. */
export const KeptAgainst = z.object({ codes: z.array(z.enum(contradictionCodes)), reason: z.string() })
export type KeptAgainst = z.infer<typeof KeptAgainst>

/** Sent with a decision against the record, with exactly the codes that hold. */
export const AgainstRecord = z.object({
  codes: z.array(z.enum(contradictionCodes)).min(1).max(contradictionCodes.length),
  reason: LongText(MAX_AGAINST_REASON).refine(saysEnough, WHY_AGAINST),
})
export type AgainstRecord = z.infer<typeof AgainstRecord>

/** Changed is of the IRS record alone. */
export const TaxEventStatus = z.enum(['Submitted', 'Resubmitted', 'Pending', 'Approved', 'Rejected', 'Changed'])
export type TaxEventStatus = z.infer<typeof TaxEventStatus>

/** Null where the EIN was never looked up. */
const Outcome = z.enum(verdictOutcomes).nullable()

/** `status` is null until something is submitted or decided, and once a claim that waited is withdrawn. */
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

/** What the registry of the IRS says of the organization as it stands, when it was looked up last. */
export const TaxVerdict = Verdict.extend({
  /** The EIN in it is masked for people who may not decide. */
  row: RegistryRow.extend({ ein: z.string() }).nullable(),
  checkedAt: Timestamp,
})
export type TaxVerdict = z.infer<typeof TaxVerdict>

/** What the registry said when a decision was made. It is kept for ever, whatever is imported later. */
export const TaxEvidence = TaxVerdict.omit({ suggestion: true })
export type TaxEvidence = z.infer<typeof TaxEvidence>

export const TaxEvent = z.object({
  _id: Id,
  eventType: z.enum(taxEventTypes),
  status: TaxEventStatus,
  /** Epoch milliseconds. */
  submittedAt: z.int(),
  messages: z.array(z.object({ title: z.string(), message: z.string() })),
  by: z.string(),
  snapshot: TaxSnapshot.nullable(),
  /** Of a rejection that named one; the words as written are one of the messages. */
  reasonCode: z.enum(reasonCodes).nullable(),
  missing: z.array(z.enum(papers)),
  /** Of a decision or a change of the record; null where the EIN was never looked up, and of what is neither. */
  evidence: TaxEvidence.nullable(),
  /** Of a decision against the record. Shown to staff alone. */
  against: KeptAgainst.nullable(),
})
export type TaxEvent = z.infer<typeof TaxEvent>

export const rejectionReason = ({ messages }: Pick<TaxEvent, 'messages'>) =>
  messages.find(({ title }) => title === messageTitles.rejectionReason)?.message ?? ''

/** The latest event with which the organization submitted something: a decision is made on it. */
export const newestSubmission = ({ events }: { events: TaxEvent[] }): TaxEvent | undefined =>
  events.findLast(({ snapshot }) => snapshot !== null)

/** That the organization was asked to submit again, or that this was taken back. No status changed with it. */
export const TaxRequest = z.object({
  _id: Id,
  status: z.enum(['Asked', 'Undone']),
  /** Epoch milliseconds. */
  at: z.int(),
  by: z.string(),
  reasonCode: z.enum(reasonCodes).nullable(),
  /** As written; '' where only papers are missing. */
  reason: z.string(),
  missing: z.array(z.enum(papers)),
  message: z.string(),
})
export type TaxRequest = z.infer<typeof TaxRequest>

export const TaxStatus = z.object({
  taxIdEin: z.string(),
  /** The member of staff who last changed the EIN after it was submitted; null when nobody did. */
  einChange: z.object({ by: z.string(), at: Timestamp }).nullable(),
  taxIdEinDetail: ReviewDetail,
  taxExempt: z.boolean(),
  taxExemptDetail: ReviewDetail,
  /** The newest hundred, oldest first. So are the documents and the requests. */
  events: z.array(TaxEvent),
  documents: z.array(TaxDocument),
  requests: z.array(TaxRequest),
  /** How many came before those shown; the audit trail tells of them. */
  earlier: z.object({ events: z.int(), documents: z.int(), requests: z.int() }),
  /** When a new submission was asked for last; null when none is, and once it came. */
  askedAt: Timestamp.nullable(),
  /** When the link for those papers ends. The review waits for them until then, and for a decision afterwards. */
  linkEndsAt: Timestamp.nullable(),
  /** When they came; null once nothing waits, and when others are asked for. */
  papersArrivedAt: Timestamp.nullable(),
  letterLanguage: z.enum(letterLanguages),
  /** Null where it was never looked up: no EIN, or no file of the IRS is imported. */
  verdict: TaxVerdict.nullable(),
  /**
   * The record of the IRS became worse after the decision, which stands, or another organization came to hold its EIN
   * (`einShared`). The review waits until somebody decides again; a decision that names the statuses as they stand keeps
   * them, and mails nothing.
   */
  irsChange: z.object({ at: Timestamp, before: Outcome, after: Outcome, einShared: z.boolean() }).nullable(),
  /** The member of staff working on it. It warns others and stops nobody. */
  claim: z.object({ by: z.string(), byId: Id, at: Timestamp }).nullable(),
  /** Other organizations with this EIN, approved or waiting, at most twenty. Empty without an EIN. */
  holders: z.array(EinHolder),
  /** Nothing that a blocked organization is asked for would be accepted, and its letters wait until it is unblocked. */
  isBlocked: z.boolean(),
  missing: z.array(z.enum(missingItems)),
  /**
   * Since the older of the reviews that are Pending was submitted; opening one again keeps its place in the queue. Null
   * while it waits for papers.
   */
  waitingSince: Timestamp.nullable(),
  /** The tax status's own version, apart from the organization's. */
  version: z.int(),
})
export type TaxStatus = z.infer<typeof TaxStatus>

/**
 * B-01. A status that is not sent or null stays as it is. The reason and the message are mailed to the
 * organization's admin as written.
 */
export const TaxDecision = z.object({
  taxIdEin: Ein.optional(),
  taxIdEinDetail: z.object({ status: ReviewStatus.nullish() }).optional(),
  taxExemptDetail: z.object({ status: ReviewStatus.nullish() }).optional(),
  reason: LongText(MAX_REASON).optional(),
  /** Only beside a reason. */
  reasonCode: z.enum(reasonCodes).optional(),
  missing: z.array(z.enum(papers)).max(papers.length).optional(),
  /**
   * Asks the organization to submit again. What waits stays Pending and makes no event; the request is kept and mailed
   * with its reason and what is missing, of which one is required.
   */
  askForNewSubmission: z.boolean().optional(),
  message: LongText(MAX_REASON).optional(),
  /** The reviewer could not be shown the paper, which the history keeps. */
  withoutPaper: z.boolean().optional(),
  /** B-34. Required, with exactly the codes that hold, where the decision contradicts the record; refused elsewhere. */
  againstRecord: AgainstRecord.optional(),
  version: z.int().optional(),
  /** `_id` of the newest event with a snapshot that was seen. Where papers came after it, the decision is refused. */
  submissionId: Id.optional(),
})
export type TaxDecision = z.infer<typeof TaxDecision>

/** One language of a letter. Text in the other direction stands between U+2068 and U+2069. */
const LetterPart = z.object({
  language: z.enum(letterLanguages),
  greeting: z.string(),
  paragraphs: z.array(z.string()),
  lists: z.array(z.object({ title: z.string(), items: z.array(z.string()) })),
  quotes: z.array(z.object({ title: z.string(), text: z.string() })),
  /** The link that it brings; in a preview, which brings none yet, without its end. */
  action: z.object({ label: z.string(), url: z.string() }).optional(),
  closing: z.string(),
})
export type LetterPart = z.infer<typeof LetterPart>

export const TaxLetter = z.object({
  to: z.string(),
  subject: z.string(),
  /** Plain text, as it is sent beside the HTML. */
  text: z.string(),
  /** English first. */
  parts: z.array(LetterPart),
  /** Why it would wait, as letters to a blocked organization do; '' where it would not. */
  waitReason: z.string(),
})
export type TaxLetter = z.infer<typeof TaxLetter>

/** An organization in the queue, one that was asked for papers, or one whose reviews are decided. */
export const TaxReview = z.object({
  organizationId: Id,
  orgName: z.string(),
  cityState: z.string(),
  taxIdEin: z.string(),
  einStatus: ReviewStatus.nullable(),
  exemptStatus: ReviewStatus.nullable(),
  /** The papers that were handed in last were not the first. */
  resubmitted: z.boolean(),
  /** It waits because a later record of the IRS speaks against the approval that stands, or because of `einShared`. */
  irsChanged: z.boolean(),
  /** Another organization came to hold its EIN after the approval. */
  einShared: z.boolean(),
  /** Of the record as it is now. */
  outcome: Outcome,
  /** Of the record when it was decided last. */
  outcomeThen: Outcome,
  /** Of the decisions that stand, where one was against the record. */
  against: KeptAgainst.nullable(),
  isBlocked: z.boolean(),
  /** Who decided last. */
  decidedBy: z.string().nullable(),
  documents: z.int(),
  missing: z.array(z.enum(missingItems)),
  claimedBy: z.string().nullable(),
  askedAt: Timestamp.nullable(),
  /** It waits until then for papers that it was asked for. */
  linkEndsAt: Timestamp.nullable(),
  /** Papers that were asked for came; such reviews come first. */
  papersArrivedAt: Timestamp.nullable(),
  waitingSince: Timestamp.nullable(),
  decidedAt: Timestamp.nullable(),
})
export type TaxReview = z.infer<typeof TaxReview>

/** How long decisions took from opening the desk. Undone decisions do not count. */
const TimeOfDecisions = z.object({ decisions: z.int(), medianSeconds: z.number(), slowestSeconds: z.int() })
export type TimeOfDecisions = z.infer<typeof TimeOfDecisions>

export const DecisionTimes = z.object({
  /** Null when nothing was measured. */
  all: TimeOfDecisions.nullable(),
  outcomes: z.array(TimeOfDecisions.extend({ outcome: Outcome })),
  /** Each by the Monday it began, in UTC. */
  weeks: z.array(TimeOfDecisions.extend({ week: z.iso.date() })),
})
export type DecisionTimes = z.infer<typeof DecisionTimes>

/** pdf, png, jpeg or webp by its content, base64 on the wire. */
const documentUpTo = (bytes: number, words: string) =>
  z.object({ name: RequiredText(100), data: BoundedText(Math.ceil(bytes / 3) * 4, words).check(z.base64()) })

/** By an application, at most 1 MiB. */
export const SubmittedDocument = documentUpTo(MAX_SUBMITTED_BYTES, SUBMITTED_TOO_LARGE)
/** By staff, at most 10 MiB. */
export const AttachedDocument = documentUpTo(MAX_DOCUMENT_BYTES, DOCUMENT_TOO_LARGE)
