import {
  DEMO_UPDATED,
  demoRequests as demoContract,
  INQUIRY_UPDATED,
  contactInquiries as inquiryContract,
} from '@hikmah/contract/communication/endpoints'
import { demoRequestStatuses, inquiryStatuses } from '@hikmah/contract/communication/schemas'
import { startServer } from './start.ts'

/** A server with a manager, Fatima Noor, who answers what visitors sent. */
export async function startResponses() {
  const server = await startServer()
  const { given, callWith } = server
  const fatima = await given.staff('manager', { firstName: 'Fatima', lastName: 'Noor' })
  /** The two features side by side: what is said here holds for both. */
  const kinds = [
    {
      name: 'a demo request',
      entity: 'demo-request',
      make: given.demoRequest,
      list: demoContract.listDemoRequests,
      read: demoContract.readDemoRequest,
      timeline: demoContract.listDemoRequestTimeline,
      put: demoContract.respondToDemoRequest,
      undo: demoContract.undoDemoResponse,
      remove: demoContract.deleteDemoRequest,
      status: 'Scheduled',
      statuses: demoRequestStatuses,
      updated: DEMO_UPDATED,
    },
    {
      name: 'an inquiry',
      entity: 'contact-inquiry',
      make: given.inquiry,
      list: inquiryContract.listInquiries,
      read: inquiryContract.readInquiry,
      timeline: inquiryContract.listInquiryTimeline,
      put: inquiryContract.respondToInquiry,
      undo: inquiryContract.undoInquiryResponse,
      remove: inquiryContract.deleteInquiry,
      status: 'In-progress',
      statuses: inquiryStatuses,
      updated: INQUIRY_UPDATED,
    },
  ] as const
  return { ...server, fatima, manager: callWith(fatima.token), kinds }
}

/** A formatted text of one paragraph. */
export const doc = (text: string) =>
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
