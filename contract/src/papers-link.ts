import { z } from 'zod'
import { BoundedText, Ein, Id, ReviewStatus, Text, Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import {
  DOCUMENT_TOO_LARGE,
  letterLanguages,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENTS,
  papers,
  TOO_MANY_DOCUMENTS,
} from './tax-verification/papers.ts'
import { AttachedDocument, TaxStatus } from './tax-verification/schemas.ts'
import { EMPTY_FILE, keysOf } from './words.ts'

/** An organization has this long to send its papers. */
export const PAPERS_LINK_DAYS = 14
/** Papers that were removed again count, so that nobody fills the disk. */
export const MAX_UPLOADS = 20
/** A browser sends a paper in parts of this size, so that a lost connection costs one of them. */
export const PAPER_PART_BYTES = 262_144

/** Why a link no longer takes papers. */
export const linkEndings = {
  expired: 'This link has expired. Ask for a new one.',
  used: 'The papers were already sent with this link.',
  replaced: 'A newer link replaced this one. Use the link in the latest email.',
  revoked: 'This link was withdrawn. Ask us for a new one.',
  blocked: 'This organization is blocked. Ask us why.',
}
export type LinkEnding = keyof typeof linkEndings
export const LINK_UNKNOWN = 'This link is not known. Check that the address is complete.'

const LINK_HOLDS = 'This link has not expired. Send the papers with it.'
/** Only a link that has expired is renewed by whoever holds it. */
export const whyNotRenewLink = (ending: LinkEnding | undefined) => (ending === undefined ? LINK_HOLDS : null)

/** What a letter with a link is about. */
export const linkReasons = ['welcome', 'rejected', 'asked', 'reopened', 'sent'] as const
export type LinkReason = (typeof linkReasons)[number]

/** How papers came that staff attach. */
export const paperSources = {
  mail: 'By mail',
  'in-person': 'In person',
  email: 'By email',
  phone: 'By phone',
  other: 'Otherwise',
}
export type PaperSource = keyof typeof paperSources

const UploadedPaper = z.object({
  _id: Id,
  name: z.string(),
  /** In bytes; `received` of them are here. */
  size: z.int(),
  received: z.int(),
})
export type UploadedPaper = z.infer<typeof UploadedPaper>

/** What whoever holds the link is shown: the organization's name, what is asked of it, and what was sent so far. */
export const PapersRequest = z.object({
  orgName: z.string(),
  language: z.enum(letterLanguages),
  reason: z.enum(linkReasons),
  /** As the reviewer wrote it; '' where nothing was written. */
  words: z.string(),
  missing: z.array(z.enum(papers)),
  askedAt: Timestamp,
  expiresAt: Timestamp,
  documents: z.array(UploadedPaper),
  /** Null until the papers were sent; then where the review of both stands. */
  submitted: z
    .object({
      at: Timestamp,
      documents: z.int(),
      einStatus: ReviewStatus.nullable(),
      exemptStatus: ReviewStatus.nullable(),
    })
    .nullable(),
})
export type PapersRequest = z.infer<typeof PapersRequest>

export const PapersLink = z.object({
  state: z.enum(['open', ...keysOf(linkEndings)]),
  reason: z.enum(linkReasons),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  by: z.string(),
  /** '' where it was only copied. */
  sentTo: z.string(),
  openedAt: Timestamp.nullable(),
  submittedAt: Timestamp.nullable(),
  /** When whoever has sent nothing is reminded of it; null where nobody is, or was already. */
  remindAt: Timestamp.nullable(),
  /** When whoever had sent nothing was reminded of it, with this link. */
  remindedAt: Timestamp.nullable(),
  /** What it asks for. */
  missing: z.array(z.enum(papers)),
  /** Papers that were sent with it, or uploaded so far. */
  documents: z.int(),
})
export type PapersLink = z.infer<typeof PapersLink>

/** 256 random bits in base64url. */
const LinkToken = z.object({ token: BoundedText(100, LINK_UNKNOWN) })

const ENDED = 'LINK_ENDED: `why` is expired, used, replaced, revoked or blocked'
const UNKNOWN = 'NOT_FOUND: there never was such a link'
const GUESSED = 'RATE_LIMITED: too many unknown links from one address'

export const papersLink = describeEndpoints('Papers link', {
  readPapersRequest: {
    call: 'GET /organizations/papers/:token',
    summary: 'Get what a papers link asks for',
    description: `For an organization without an account. The link is in the letter, opens for ${PAPERS_LINK_DAYS} days, and takes papers once; afterwards it shows where the review stands.`,
    refusals: { 404: UNKNOWN, 410: `${ENDED}; \`current.language\` is that of its letter`, 429: GUESSED },
    allow: 'public',
    params: LinkToken,
    response: PapersRequest,
  },
  uploadPaper: {
    call: 'POST /organizations/papers/:token/documents',
    keyless: true,
    summary: 'Upload a paper',
    description: `\`multipart/form-data\` with \`file\`: PDF, PNG, JPEG or WebP of at most 10 MB, ${MAX_DOCUMENTS} at a time. A paper may come in parts: the first with the \`size\` of all of it in bytes, the next with the \`id\` it was given and \`at\`, how many bytes came before. The same part may be sent again; the first is known again by a \`key\` of the caller's own.`,
    refusals: {
      404: UNKNOWN,
      409: 'CONFLICT: earlier parts are missing; `current` says what is here',
      410: ENDED,
      413: 'VALIDATION: too large',
      429: `${GUESSED}, or more than ten parts of one link at once or a thousand an hour`,
    },
    allow: 'public',
    params: LinkToken,
    upload: true,
    bodyLimit: MAX_DOCUMENT_BYTES + 65_536,
    query: z.object({
      id: Id.optional(),
      key: Text(64).optional(),
      at: z.coerce.number().int().min(0).max(MAX_DOCUMENT_BYTES).optional().default(0),
      size: z.coerce.number().int().min(1, EMPTY_FILE).max(MAX_DOCUMENT_BYTES, DOCUMENT_TOO_LARGE).optional(),
    }),
    response: UploadedPaper,
  },
  removePaper: {
    call: 'DELETE /organizations/papers/:token/documents/:id',
    summary: 'Remove an uploaded paper',
    refusals: { 404: UNKNOWN, 410: ENDED, 429: GUESSED },
    allow: 'public',
    params: LinkToken.extend({ id: Id }),
  },
  submitPapers: {
    call: 'POST /organizations/papers/:token/submit',
    keyless: true,
    summary: 'Send the papers',
    description:
      'Hands in the EIN, the claim of exemption and the uploaded papers, once. `noLetter` says that there is no determination letter, which churches need not have.',
    refusals: { 404: UNKNOWN, 409: 'CONFLICT: a paper is not complete', 410: ENDED, 429: GUESSED },
    example: { body: { taxIdEin: '84-0917362', taxExempt: true, documentIds: [], noLetter: true } },
    allow: 'public',
    params: LinkToken,
    body: z.object({
      taxIdEin: Ein,
      taxExempt: z.boolean(),
      documentIds: z.array(Id).max(MAX_DOCUMENTS, TOO_MANY_DOCUMENTS).optional().default([]),
      noLetter: z.boolean().optional().default(false),
    }),
    response: PapersRequest,
  },
  renewPapersLink: {
    call: 'POST /organizations/papers/:token/renew',
    keyless: true,
    summary: 'Ask for a new papers link',
    description: 'Mails a new link to the address on record, in place of one that has expired.',
    refusals: { 404: UNKNOWN, 409: 'CONFLICT: the link has not expired', 410: ENDED, 429: 'RATE_LIMITED: three a day' },
    allow: 'public',
    params: LinkToken,
  },
  readPapersLink: {
    call: 'GET /hikmah/organizations/:orgId/papersLink',
    summary: "Get an organization's newest papers link",
    description: 'Null where none was sent. The link itself is kept nowhere.',
    allow: 'tax-verification.read',
    response: PapersLink.nullable(),
  },
  sendPapersLink: {
    call: 'POST /hikmah/organizations/:orgId/papersLink',
    summary: 'Send a papers link',
    description: 'Ends the link before it. The address is answered this once, for whoever passes it on themselves.',
    refusals: { 409: 'CONFLICT: the organization is blocked, or has no email address to send it to' },
    example: { body: { isSent: true } },
    allow: 'tax-verification.decide',
    isSecret: true,
    keyless: true,
    body: z.object({
      /** False only makes a link to copy. */
      isSent: z.boolean().optional().default(true),
    }),
    response: PapersLink.extend({ url: z.string() }),
  },
  revokePapersLink: {
    call: 'DELETE /hikmah/organizations/:orgId/papersLink',
    summary: 'Withdraw a papers link',
    refusals: { 409: 'CONFLICT: no link is open' },
    allow: 'tax-verification.decide',
    response: PapersLink,
  },
  attachPapers: {
    call: 'POST /hikmah/organizations/:orgId/taxPapers',
    summary: 'Attach papers that came by mail or in person',
    description: 'A submission under the name of whoever attaches them, with how they came.',
    refusals: { 409: 'CONFLICT: the organization is blocked, or there is nothing to review' },
    example: { body: { taxIdEin: '84-0917362', taxExempt: true, documents: [], source: 'mail' } },
    allow: 'tax-verification.decide',
    bodyLimit: MAX_DOCUMENTS * Math.ceil(MAX_DOCUMENT_BYTES / 3) * 4 + 65_536,
    body: z.object({
      taxIdEin: Ein,
      taxExempt: z.boolean(),
      documents: z.array(AttachedDocument).max(MAX_DOCUMENTS, TOO_MANY_DOCUMENTS).optional().default([]),
      source: z.enum(keysOf(paperSources)),
    }),
    response: TaxStatus,
  },
})
