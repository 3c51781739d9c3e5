import { describeSchedule } from '@hikmah/contract/communication/answers'
import type { DemoRequestRow, InquiryRow } from '@hikmah/contract/communication/endpoints'
import {
  type Assignee,
  applicationCode,
  applicationName,
  DEFAULT_ASSIGNEE,
  streamName,
} from '@hikmah/contract/communication/schemas'
import { Anchor, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Facts } from '../kit/display/Facts.tsx'
import { EmailLink } from '../kit/format/breakable.tsx'
import { phoneText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { Explained } from '../kit/popup/Explained.tsx'
import { DEFAULT_ASSIGNEE_MEANING } from './assignees.ts'
import { applicationCodes } from './ConversationBadges.tsx'
import classes from './communication.module.css'
import frame from './conversation-desk.module.css'
import type { ConversationRow } from './desk-kinds.ts'
import { SCHEDULED } from './use-answer.ts'

type Fact = [term: string, value: ReactNode]

/** What the visitor wrote: of an inquiry the message, of a demo request what they were asked. */
export const Question = ({ row }: { row: ConversationRow }) =>
  'message' in row ? <p className={frame.message}>{row.message}</p> : <Queries {...row} />

const Queries = ({ queries }: DemoRequestRow) => (
  <section className={frame.queries}>
    <h2>Queries</h2>
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
  </section>
)

/** On a small screen folded into one line, above the answer. */
export function ConversationFacts({ row }: { row: ConversationRow }) {
  const [isOpen, setOpen] = useState(false)
  const first = 'message' in row ? row.inquiryType : applicationCodes(row.applications)
  return (
    <div className={frame.facts} data-open={isOpen || undefined}>
      <UnstyledButton className={frame.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>
          <b>Facts</b> {[first, row.email].filter(Boolean).join(' · ')}
        </span>
        <Icon name={isOpen ? 'up' : 'down'} size={14} />
      </UnstyledButton>
      <Facts columns={1} facts={'message' in row ? inquiryFacts(row) : requestFacts(row)} />
    </div>
  )
}

const inquiryFacts = ({ email, phone, inquiryType, stream, assignee, updatedAt }: InquiryRow): Fact[] => [
  ...contactFacts(email, phone),
  ['Inquiry type', inquiryType],
  streamFact(stream),
  assigneeFact(assignee),
  ['Updated', <When key="updated" at={updatedAt} as="moment" />],
]

const requestFacts = (request: DemoRequestRow): Fact[] => [
  ['Organization', request.organizationName],
  ...contactFacts(request.email, request.phoneNo),
  ['Applications', request.applications.length > 0 && <Applications names={request.applications} />],
  [
    'Scheduled',
    describeSchedule(request.schedule) ||
      (request.status === SCHEDULED && (
        <span key="scheduled" className={frame.undated}>
          No date set
        </span>
      )),
  ],
  streamFact(request.stream),
  assigneeFact(request.assignee),
]

const Applications = ({ names }: { names: string[] }) => (
  <ul>
    {names.map((name) => (
      <li key={name}>
        <strong>{applicationCode(name)}</strong> {applicationName(name)}
      </li>
    ))}
  </ul>
)

const contactFacts = (email: string, phone: string): Fact[] => [
  ['Email', <EmailLink key="email">{email}</EmailLink>],
  ['Phone', phone && <Anchor href={`tel:${phone}`}>{phoneText(phone)}</Anchor>],
]

const STREAM_MEANING = 'Where the form was filled in: DC WEBSITE is our own website, any other name an application.'

const streamFact = (stream: string): Fact => [
  'Stream',
  <Explained key="stream" means={STREAM_MEANING}>
    {streamName(stream)}
  </Explained>,
]

const assigneeFact = ([assignee]: Assignee[]): Fact => [
  'Assignee',
  assignee && (
    <>
      {assignee.name === DEFAULT_ASSIGNEE ? (
        <Explained means={DEFAULT_ASSIGNEE_MEANING}>{assignee.name}</Explained>
      ) : (
        assignee.name
      )}
      {assignee.role && <span className="fine"> {assignee.role}</span>}
    </>
  ),
]
