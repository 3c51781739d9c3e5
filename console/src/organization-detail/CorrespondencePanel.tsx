import { isolatedInEnglish } from '@hikmah/contract/isolates'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Correspondence } from '@hikmah/contract/organizations/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { capitalized } from '@hikmah/contract/words'
import { UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConversationStatusBadge } from '../communication/ConversationBadges.tsx'
import { MailStatusBadge } from '../invites/InviteStatusBadge.tsx'
import { read, useMay } from '../kit/api/data.ts'
import { countText, plural, recentFormat } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Glyph } from '../kit/icons/glyphs.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { LinkTo, SectionHead } from '../kit/page/Page.tsx'
import classes from './organization.module.css'

const MOST = 100

/** What was written to the organization and what its people asked: the latest, and all of it on demand. */
export function CorrespondencePanel({ orgId, orgName }: { orgId: string; orgName: string }) {
  const [isWhole, setWhole] = useState(false)
  const seesEmails = useMay('mails.read')
  const { data, error, refetch } = useQuery({
    ...read(organizations.listCorrespondence, { params: { id: orgId }, query: isWhole ? { limit: MOST } : {} }),
    placeholderData: keepPreviousData,
  })
  const title = seesEmails ? 'Emails and inquiries' : 'Inquiries'
  const { emails = 0, inquiries = 0 } = data?.meta ?? {}
  const total = emails + inquiries
  const rows = data?.data ?? []
  return (
    <section aria-label={title} className={classes.part}>
      <SectionHead
        title={title}
        note={
          total > 0 && (
            <span className="fine">
              {[emails > 0 && plural(emails, 'email'), inquiries > 0 && plural(inquiries, 'inquiry', 'inquiries')]
                .filter(Boolean)
                .join(', ')}
            </span>
          )
        }
      >
        {total > rows.length && !isWhole && (
          <UnstyledButton className={classes.all} onClick={() => setWhole(true)}>
            All<span className="spoken"> emails and inquiries</span>
          </UnstyledButton>
        )}
      </SectionHead>
      {error && !data && <LoadFailure what={title} error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name={title.toLowerCase()} lines={3} />}
      {data && total === 0 && <p className="nothing">Nothing was written yet.</p>}
      <ul className={classes.letters}>
        {rows.map((row) => (
          <li key={row._id}>
            {row.kind === 'email' ? <Glyph name="envelope" size={14} /> : <Icon name="speech" size={14} />}
            <p>
              <Words row={row} orgName={orgName} />
            </p>
            {row.kind === 'email' ? (
              <MailStatusBadge status={row.status} />
            ) : (
              <ConversationStatusBadge status={row.status} bare />
            )}
            <When at={row.at} as={recentFormat(row.at)} />
          </li>
        ))}
      </ul>
      {isWhole && total > rows.length && <p className="nothing">{countText(total - rows.length)} older ones.</p>}
    </section>
  )
}

function Words({ row, orgName }: { row: Correspondence; orgName: string }) {
  if (row.kind === 'email') {
    return (
      <>
        <b>{withoutName(row.title, orgName)}</b> to <span translate="no">{row.to}</span>
      </>
    )
  }
  return (
    <>
      <LinkTo to="/communication/contact-us-details" search={{ id: row._id }}>
        <bdi>{row.title}</bdi>
      </LinkTo>{' '}
      asked by <bdi>{row.from}</bdi>
    </>
  )
}

/** Its letters begin with its name, which the page says already. */
function withoutName(subject: string, orgName: string) {
  const name = `${isolatedInEnglish(organizationName(orgName))}: `
  return subject.startsWith(name) ? capitalized(subject.slice(name.length)) : subject
}
