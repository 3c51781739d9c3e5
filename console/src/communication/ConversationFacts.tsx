import {
  contactInquiries,
  type DemoRequest,
  demoRequests,
  type Inquiry,
  type InquiryRow,
} from '@hikmah/contract/communication/endpoints'
import {
  type Assignee,
  applicationCode,
  inquiryStatuses,
  respondFields,
  streamName,
} from '@hikmah/contract/communication/schemas'
import { fullName } from '@hikmah/contract/words'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { mailWait, read } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { notifyFailure } from '../kit/feedback/messages.tsx'
import { EmailLink } from '../kit/format/breakable.tsx'
import { phoneText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LinkTo, SectionHead } from '../kit/page/Page.tsx'
import { scheduledDay } from './ConversationBadges.tsx'
import classes from './communication.module.css'

interface PanelProps<Row> {
  shape: 'detail' | 'form'
  children: (row: Row) => ReactNode
}

export const demoRequestTrail = [
  <LinkTo key="all" to="/communication">
    Demo Requests
  </LinkTo>,
]

export function DemoRequestPanel({ id, ...props }: PanelProps<DemoRequest> & { id: string }) {
  const query = useQuery({
    ...read(demoRequests.readDemoRequest, { params: { id } }),
    refetchInterval: ({ state }) => mailWait(state.data?.data.responseTimeline),
  })
  return <LoadedPage name="Demo request" query={query} trail={demoRequestTrail} wayBack={demoRequestTrail} {...props} />
}

export function DemoRequestFacts({ request, columns }: { request: DemoRequest; columns?: 1 | 2 }) {
  const { email, phoneNo, organizationName, applications, stream, schedule, queries } = request
  return (
    <>
      <SectionHead title="Demo request details" />
      <Facts
        columns={columns}
        facts={[
          ['Name', fullName(request.name)],
          ['Organization', organizationName],
          ...contactFacts(email, phoneNo),
          ['Applications', applications.length > 0 && <Applications names={applications} />],
          ['Stream', streamName(stream)],
          [respondFields.date, scheduledDay(schedule.date)],
          [respondFields.time, schedule.time],
          assigneeFact(request.assignee),
          momentFact('Date', request.createdAt),
        ]}
      />
      <SectionHead title="Queries" />
      {queries.length > 0 ? (
        <dl className={classes.asked}>
          {queries.map(({ question, answer }, i) => (
            // The same question may stand there twice; the list never changes its order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <div key={i}>
              <dt>{question}</dt>
              <dd>{answer || '–'}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className={classes.none}>No queries were sent.</p>
      )}
    </>
  )
}

const Applications = ({ names }: { names: string[] }) => (
  <ul>
    {names.map((name) => (
      <li key={name}>
        <strong>{applicationCode(name)}</strong> {name}
      </li>
    ))}
  </ul>
)

export function InquiryFacts({ inquiry, columns }: { inquiry: InquiryRow; columns?: 1 | 2 }) {
  const { name, email, phone, stream, inquiryType, message, assignee, createdAt, updatedAt } = inquiry
  return (
    <>
      <SectionHead title="Message" />
      <p className={classes.message}>{message}</p>
      <SectionHead title="Contact" />
      <Facts
        columns={columns}
        facts={[
          ['Name', name],
          ['Inquiry type', inquiryType],
          ...contactFacts(email, phone),
          ['Stream', streamName(stream)],
          assigneeFact(assignee),
          momentFact('Date', createdAt),
          momentFact('Updated', updatedAt),
        ]}
      />
    </>
  )
}

type Fact = [term: string, value: ReactNode]

const contactFacts = (email: string, phone: string): Fact[] => [
  ['Email', <EmailLink key="email">{email}</EmailLink>],
  ['Phone', phone && <Anchor href={`tel:${phone}`}>{phoneText(phone)}</Anchor>],
]

const momentFact = (label: string, at: string): Fact => [label, <When key={label} at={at} as="moment" />]

const assigneeFact = ([assignee]: Assignee[]): Fact => [
  'Assignee',
  assignee && (
    <>
      {assignee.name}
      {assignee.role && <span className="fine"> {assignee.role}</span>}
    </>
  ),
]

declare module '@tanstack/react-router' {
  interface HistoryState {
    inquiry?: InquiryRow
  }
}

/** An inquiry as passed on by the previous page, until its responses are loaded. */
export type InquiryAtHand = InquiryRow & Partial<Pick<Inquiry, 'responseTimeline' | 'earlierEntries'>>

export const isRead = (conversation: DemoRequest | InquiryAtHand): conversation is DemoRequest | Inquiry =>
  conversation.responseTimeline !== undefined

// The browser keeps it across reloads, so its shape may be outdated.
const isInquiryRow = (handed: InquiryRow | undefined): handed is InquiryRow =>
  Array.isArray(handed?.assignee) && inquiryStatuses.includes(handed.status)

export const inquiryTrail = [
  <LinkTo key="all" to="/communication/contact-us">
    Contact Us
  </LinkTo>,
]

/** A page about one inquiry. Shows the one that the navigation passed on at once, and reads it again by id. */
export const InquiryPanel = ({ id, ...props }: PanelProps<InquiryAtHand> & { id: string | undefined }) =>
  id ? <InquiryById key={id} id={id} {...props} /> : <NoInquiry />

function InquiryById({ id, ...props }: PanelProps<InquiryAtHand> & { id: string }) {
  const carried = useLocation({ select: ({ state }) => (isInquiryRow(state.inquiry) ? state.inquiry : undefined) })
  const query = useQuery({
    ...read(contactInquiries.readInquiry, { params: { id } }),
    refetchInterval: ({ state }) => mailWait(state.data?.data.responseTimeline),
  })
  const atHand: { data: InquiryAtHand } | undefined =
    query.data ?? (carried?._id === id ? { data: carried } : undefined)
  return (
    <LoadedPage
      name="Inquiry"
      query={{ ...query, data: atHand }}
      trail={inquiryTrail}
      wayBack={inquiryTrail}
      {...props}
    />
  )
}

/** An address without a valid inquiry leads back to the list and says why. */
function NoInquiry() {
  useEffect(() => notifyFailure('This address does not lead to an inquiry. Choose one from the list.'), [])
  return <Navigate to="/communication/contact-us" replace />
}
