import {
  contactInquiries,
  DEMO_DELETED,
  DEMO_UPDATED,
  type DemoRequest,
  type DemoRequestRow,
  demoRequests,
  INQUIRY_DELETED,
  INQUIRY_UPDATED,
  type Inquiry,
  type InquiryRow,
} from '@hikmah/contract/communication/endpoints'
import { UNANSWERED } from '@hikmah/contract/communication/schemas'
import { linkOptions } from '@tanstack/react-router'
import type { z } from 'zod'
import { read } from '../kit/api/data.ts'
import type { InquiryDeskSearch, RequestDeskSearch } from './desk-search.ts'

type RequestSearch = Partial<z.output<typeof RequestDeskSearch>>
type InquirySearch = Partial<z.output<typeof InquiryDeskSearch>>
/** Of either desk; each drops what it does not know. */
export type DeskSearch = Omit<RequestSearch, 'status'> & { status?: string | undefined }

export type Conversation = DemoRequest | Inquiry
export type ConversationRow = DemoRequestRow | InquiryRow

/** The first hundred, the longest wait first: what nobody has answered, unless the address says otherwise. */
const queueOf = <S extends { status?: unknown; spam?: unknown }>(search: S) => ({
  ...search,
  status: (search.status ?? UNANSWERED) as NonNullable<S['status']> | typeof UNANSWERED,
  spam: (search.spam ?? 'false') as NonNullable<S['spam']> | 'false',
  ...({ sort: 'createdAt', page: 1, limit: 100 } as const),
})

export const requestDesk = {
  one: 'demo request',
  many: 'demo requests',
  what: 'demo request',
  title: 'Demo Request',
  answers: 'Assign',
  list: '/communication',
  deleted: DEMO_DELETED,
  restored: 'Demo request restored',
  updated: DEMO_UPDATED,
  at: (id: string, search: DeskSearch) =>
    linkOptions({ to: '/request-details-{$id}', params: { id }, search: search as RequestSearch }),
  readOne: (id: string) => read(demoRequests.readDemoRequest, { params: { id } }),
  readQueue: (search: DeskSearch) => read(demoRequests.listDemoRequests, { query: queueOf(search as RequestSearch) }),
  calls: {
    respond: demoRequests.respondToDemoRequest,
    undo: demoRequests.undoDemoResponse,
    remove: demoRequests.deleteDemoRequest,
    restore: demoRequests.restoreDemoRequest,
    listTimeline: demoRequests.listDemoRequestTimeline,
  },
} as const

export const inquiryDesk = {
  one: 'inquiry',
  many: 'inquiries',
  what: 'contact inquiry',
  title: 'Contact Us',
  answers: 'Respond',
  list: '/communication/contact-us',
  deleted: INQUIRY_DELETED,
  restored: 'Inquiry restored',
  updated: INQUIRY_UPDATED,
  at: (id: string, search: DeskSearch) =>
    linkOptions({ to: '/communication/contact-us-details', search: { ...(search as InquirySearch), id } }),
  readOne: (id: string) => read(contactInquiries.readInquiry, { params: { id } }),
  readQueue: (search: DeskSearch) =>
    read(contactInquiries.listInquiries, { query: queueOf(search as Omit<InquirySearch, 'id'>) }),
  calls: {
    respond: contactInquiries.respondToInquiry,
    undo: contactInquiries.undoInquiryResponse,
    remove: contactInquiries.deleteInquiry,
    restore: contactInquiries.restoreInquiry,
    listTimeline: contactInquiries.listInquiryTimeline,
  },
} as const

export type DeskKind = typeof requestDesk | typeof inquiryDesk
