import { applicationCode, respondFields, streamName } from '@hikmah/contract/communication'
import type { DemoRequest } from '@hikmah/contract/demo-requests'
import { Anchor } from '@mantine/core'
import { AssigneeText } from '../communication/AssigneeText.tsx'
import classes from '../communication/communication.module.css'
import { EmailLink } from '../kit/display/Email.tsx'
import { Facts } from '../kit/display/Facts.tsx'
import { phoneText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { dayText, requesterName } from './DemoRequestBadges.tsx'

/** The request, and the questions with their answers. */
export function DemoRequestFacts({ request, columns }: { request: DemoRequest; columns?: 1 | 2 }) {
  const { email, phoneNo, organizationName, applications, stream, schedule, queries } = request
  return (
    <>
      <SectionHead title="Demo request details" />
      <Facts
        columns={columns}
        facts={[
          ['Name', requesterName(request)],
          ['Organization', organizationName],
          ['Email', <EmailLink key="email">{email}</EmailLink>],
          ['Phone', phoneNo && <Anchor href={`tel:${phoneNo}`}>{phoneText(phoneNo)}</Anchor>],
          ['Applications', applications.length > 0 && <Applications names={applications} />],
          ['Stream', streamName(stream)],
          [respondFields.date, dayText(schedule.date)],
          [respondFields.time, schedule.time],
          ['Assignee', request.assignee.length > 0 && <AssigneeText key="assignee" assignee={request.assignee} />],
          ['Date', <When key="date" at={request.createdAt} as="MMM DD, YYYY, hh:mm A" />],
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
