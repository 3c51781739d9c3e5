import { streamName } from '@hikmah/contract/communication'
import type { InquiryRow } from '@hikmah/contract/contact-inquiries'
import { Anchor } from '@mantine/core'
import { AssigneeText } from '../communication/AssigneeText.tsx'
import classes from '../communication/communication.module.css'
import { EmailLink } from '../kit/display/Email.tsx'
import { Facts } from '../kit/display/Facts.tsx'
import { phoneText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { SectionHead } from '../kit/page/Page.tsx'

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
          ['Email', <EmailLink key="email">{email}</EmailLink>],
          ['Phone', phone && <Anchor href={`tel:${phone}`}>{phoneText(phone)}</Anchor>],
          ['Stream', streamName(stream)],
          ['Assignee', assignee.length > 0 && <AssigneeText assignee={assignee} />],
          ['Date', <When key="date" at={createdAt} as="MMM DD, YYYY, hh:mm A" />],
          ['Updated', <When key="updated" at={updatedAt} as="MMM DD, YYYY, hh:mm A" />],
        ]}
      />
    </>
  )
}
