import {
  contactInquiries,
  DEMO_DELETED,
  type DemoRequest,
  demoRequests,
  INQUIRY_DELETED,
  type Inquiry,
} from '@hikmah/contract/communication/endpoints'
import { type ConversationStatus, statusFacts } from '@hikmah/contract/communication/schemas'
import { fullName } from '@hikmah/contract/words'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MailStatusBadge } from '../invites/InviteStatusBadge.tsx'
import { call } from '../kit/api/api.ts'
import { useMay, useWrite } from '../kit/api/data.ts'
import { ShowOlder, Timeline, type TimelineItem } from '../kit/display/Timeline.tsx'
import { confirm, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { glyphOfTone, type Tone } from '../kit/icons/glyphs.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { ButtonLink, Columns, Page, SectionHead } from '../kit/page/Page.tsx'
import { RichText } from '../kit/rich-text/RichText.tsx'
import { ConversationChips, ConversationStatusBadge } from './ConversationBadges.tsx'
import {
  DemoRequestFacts,
  DemoRequestPanel,
  demoRequestTrail,
  type InquiryAtHand,
  InquiryFacts,
  InquiryPanel,
  inquiryTrail,
  isRead,
} from './ConversationFacts.tsx'
import classes from './communication.module.css'

const requestRoute = getRouteApi('/console/request-details-{$id}')
const inquiryRoute = getRouteApi('/console/communication/contact-us-details')

const requestKind = {
  one: 'demo request',
  many: 'demo requests',
  deleted: DEMO_DELETED,
  restored: 'Demo request restored',
  list: '/communication',
  trail: demoRequestTrail,
  calls: {
    remove: demoRequests.deleteDemoRequest,
    restore: demoRequests.restoreDemoRequest,
    listTimeline: demoRequests.listDemoRequestTimeline,
  },
} as const

const inquiryKind = {
  one: 'inquiry',
  many: 'inquiries',
  deleted: INQUIRY_DELETED,
  restored: 'Inquiry restored',
  list: '/communication/contact-us',
  trail: inquiryTrail,
  calls: {
    remove: contactInquiries.deleteInquiry,
    restore: contactInquiries.restoreInquiry,
    listTimeline: contactInquiries.listInquiryTimeline,
  },
} as const

type Kind = typeof requestKind | typeof inquiryKind

export const DemoRequestPage = () => (
  <DemoRequestPanel id={requestRoute.useParams().id} shape="detail">
    {(request) => (
      <ConversationFrame
        key={request._id}
        kind={requestKind}
        conversation={request}
        visitor={fullName(request.name)}
        respondLink={
          <ButtonLink to="/request-respond-{$id}" params={{ id: request._id }}>
            Assign
          </ButtonLink>
        }
      >
        <DemoRequestFacts request={request} />
      </ConversationFrame>
    )}
  </DemoRequestPanel>
)

export const InquiryPage = () => (
  <InquiryPanel id={inquiryRoute.useSearch().id} shape="detail">
    {(inquiry) => (
      <ConversationFrame
        kind={inquiryKind}
        conversation={inquiry}
        visitor={inquiry.name}
        respondLink={
          <ButtonLink to="/communication/contact-us-respond" search={{ id: inquiry._id }} state={{ inquiry }}>
            Respond
          </ButtonLink>
        }
      >
        <InquiryFacts inquiry={inquiry} />
      </ConversationFrame>
    )}
  </InquiryPanel>
)

interface FrameProps {
  kind: Kind
  conversation: DemoRequest | InquiryAtHand
  visitor: string
  respondLink: ReactNode
  children: ReactNode
}

function ConversationFrame({ kind, conversation, visitor, respondLink, children }: FrameProps) {
  const { one, many, deleted, restored, list, trail, calls } = kind
  const mayDelete = useMay('communication.delete')
  const navigate = useNavigate()
  const input = { params: { id: conversation._id } }
  const error = ({ message }: Error) => notifyFailure(message)
  const restore = useWrite(calls.restore, { success: () => notifySuccess(restored, visitor), error })
  const remove = useWrite(calls.remove, {
    leave: () => navigate({ to: list }),
    success: (_, message) =>
      notifySuccess(message ?? deleted, visitor, { label: 'Undo', run: () => restore.mutate(input) }),
    error,
  })

  async function askAndRemove() {
    const isSure = await confirm({
      title: `Delete the ${one} from ${visitor}?`,
      body: 'It is removed from the list, along with its responses. You can undo this right afterwards.',
      action: `Delete ${one}`,
    })
    if (isSure) remove.mutate(input)
  }

  return (
    <Page
      title={visitor}
      badge={
        <>
          <ConversationStatusBadge status={conversation.status} />
          <ConversationChips row={conversation} />
        </>
      }
      trail={trail}
      action={
        <>
          <GuardedButton
            variant={mayDelete ? 'danger-outline' : 'default'}
            loading={remove.isPending}
            reason={!mayDelete && `Only owners and admins can delete ${many}`}
            onClick={() => void askAndRemove()}
          >
            Delete
          </GuardedButton>
          {respondLink}
        </>
      }
    >
      <Columns
        rail={
          <section className={classes.history}>
            <SectionHead title="Timeline" />
            {isRead(conversation) ? (
              <ResponseTimeline kind={kind} conversation={conversation} visitor={visitor} />
            ) : (
              <LoadingLines name="the timeline" lines={4} />
            )}
          </section>
        }
      >
        {children}
      </Columns>
    </Page>
  )
}

/** An entry keeps the status of its time, which may no longer exist. */
const toneOfStatus = (status: string): Tone =>
  Object.hasOwn(statusFacts, status) ? statusFacts[status as ConversationStatus].tone : 'pending'

/** The responses and their authors, newest first, down to the day it was received. */
function ResponseTimeline({
  kind,
  conversation,
  visitor,
}: Pick<FrameProps, 'kind' | 'visitor'> & { conversation: DemoRequest | Inquiry }) {
  const list = kind.calls.listTimeline
  const { _id: id, email, createdAt, responseTimeline: entries, earlierEntries } = conversation
  const oldest = entries[0]?._id
  // Only when asked for. A new entry moves the oldest one: what is older is then read again from there.
  const older = useInfiniteQuery({
    queryKey: [list.path, id, oldest],
    queryFn: ({ pageParam, signal }) => call(list, { params: { id }, query: { cursor: pageParam } }, { signal }),
    initialPageParam: oldest,
    getNextPageParam: ({ meta }) => meta.cursor,
    enabled: false,
  })
  const hasOlder = older.data ? older.hasNextPage : earlierEntries > 0
  const shown = [...entries.toReversed(), ...(older.data?.pages.flatMap((page) => page.data) ?? [])]
  const items = shown.map(
    (entry): TimelineItem => ({
      key: entry._id,
      glyph: entry.fromWebsite ? ('envelope' as const) : glyphOfTone[toneOfStatus(entry.status)],
      title: entry.fromWebsite
        ? 'Sent again from the website'
        : [entry.status, entry.assignee].filter(Boolean).join(' · '),
      at: entry.createdAt,
      by: entry.fromWebsite ? `from ${entry.reviewedBy}` : `by ${entry.reviewedBy}`,
      text: (entry.note || entry.mailStatus) && (
        <>
          {entry.note && <RichText value={entry.note} />}
          {entry.mailStatus && (
            <span className={classes.mail}>
              <MailStatusBadge status={entry.mailStatus} /> to {breakable(email)}
            </span>
          )}
        </>
      ),
    }),
  )
  const arrived: TimelineItem = {
    key: 'arrived',
    glyph: 'envelope',
    title: 'Received from the website',
    at: createdAt,
    by: `from ${visitor}`,
  }
  return (
    <>
      <Timeline items={hasOlder ? items : [...items, arrived]} />
      {older.error && <LoadFailure what="What is older" error={older.error} onRetry={() => older.fetchNextPage()} />}
      {hasOlder && !older.error && <ShowOlder loading={older.isFetching} onClick={() => void older.fetchNextPage()} />}
    </>
  )
}
