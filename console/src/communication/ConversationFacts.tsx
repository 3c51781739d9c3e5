import { type Assignee, applicationCode, respondFields, streamName } from '@hikmah/contract/communication'
import type { InquiryRow } from '@hikmah/contract/contact-inquiries'
import type { DemoRequest } from '@hikmah/contract/demo-requests'
import { fullName } from '@hikmah/contract/words'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Facts } from '../kit/display/Facts.tsx'
import { EmailLink } from '../kit/format/breakable.tsx'
import { phoneText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { scheduledDay } from './ConversationBadges.tsx'
import classes from './communication.module.css'

export const AllDemoRequests = () => <LinkTo to="/communication">Demo Requests</LinkTo>

/** The request, and the questions with their answers. */
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
        <b>{applicationCode(name)}</b> {name}
      </li>
    ))}
  </ul>
)

/** The sender and the message. */
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

const momentFact = (label: string, at: string): Fact => [label, <When key={label} at={at} as="MMM DD, YYYY, hh:mm A" />]

/** Samira Haddad, Owner. */
const assigneeFact = ([assignee]: Assignee[]): Fact => [
  'Assignee',
  assignee && (
    <>
      {assignee.name}
      {assignee.role && <span className={classes.quiet}> {assignee.role}</span>}
    </>
  ),
]
