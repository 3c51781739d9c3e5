import { inquiryStatuses } from '@hikmah/contract/communication'
import { contactInquiries, type Inquiry, type InquiryRow } from '@hikmah/contract/contact-inquiries'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mailWait, read } from '../kit/api/data.ts'
import { notifyFailure } from '../kit/feedback/notify.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The contact of which the next page is about. */
    inquiry?: InquiryRow
  }
}

/** An inquiry as passed on by the previous page, until its responses are loaded. */
export type InquiryAtHand = InquiryRow & Partial<Pick<Inquiry, 'responseTimeline' | 'earlierEntries'>>

// The browser keeps it across reloads, so its shape may be outdated.
const isInquiryRow = (handed: InquiryRow | undefined): handed is InquiryRow =>
  Array.isArray(handed?.assignee) && inquiryStatuses.includes(handed.status)

/** Shows the inquiry that the navigation passed on at once, and reads it again by id. */
export function useInquiry(id: string) {
  const carried = useLocation({ select: ({ state }) => (isInquiryRow(state.inquiry) ? state.inquiry : undefined) })
  const query = useQuery({
    ...read(contactInquiries.readInquiry, { params: { id } }),
    refetchInterval: ({ state }) => mailWait(state.data?.data.responseTimeline),
  })
  const atHand: { data: InquiryAtHand } | undefined =
    query.data ?? (carried?._id === id ? { data: carried } : undefined)
  return { ...query, data: atHand }
}

export const isRead = (inquiry: InquiryAtHand): inquiry is Inquiry => inquiry.responseTimeline !== undefined

export const AllInquiries = () => <LinkTo to="/communication/contact-us">Contact Us</LinkTo>

/** An address without a valid inquiry leads back to the list and says why. */
export function NoInquiry() {
  useEffect(() => notifyFailure('This address does not lead to an inquiry. Choose one from the list.'), [])
  return <Navigate to="/communication/contact-us" replace />
}
