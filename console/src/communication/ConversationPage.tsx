import { contactInquiries, INQUIRY_DELETED } from '@hikmah/contract/contact-inquiries'
import { DEMO_DELETED, type DemoRequest, demoRequests } from '@hikmah/contract/demo-requests'
import type { Types } from '@hikmah/contract/endpoint'
import { fullName } from '@hikmah/contract/words'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import type { EndpointRef } from '../kit/api/api.ts'
import { useMay } from '../kit/api/current-user.ts'
import { mailWait, read, useWrite } from '../kit/api/data.ts'
import { confirm } from '../kit/feedback/Dialog.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Columns, Page, SectionHead } from '../kit/page/Page.tsx'
import { ConversationStatusBadge, DemoRequestChips, SpamChip } from './ConversationBadges.tsx'
import { AllDemoRequests, DemoRequestFacts, InquiryFacts } from './ConversationFacts.tsx'
import classes from './communication.module.css'
import { AllInquiries, type InquiryAtHand, isRead, NoInquiry, useInquiry } from './inquiry-at-hand.tsx'
import { ResponseTimeline } from './ResponseTimeline.tsx'

const requestRoute = getRouteApi('/console/request-details-{$id}')
const inquiryRoute = getRouteApi('/console/communication/contact-us-details')

type CallById = EndpointRef & {
  readonly types?: Types<
    { params: { id: string }; query: undefined; body: undefined },
    unknown,
    unknown,
    unknown,
    unknown
  >
}

interface Kind {
  one: string
  many: string
  deleted: string
  restored: string
  deleteCall: CallById
  restoreCall: CallById
  /** The address of the list. */
  list: '/communication' | '/communication/contact-us'
  trail: ReactElement[]
}

const requestKind: Kind = {
  one: 'demo request',
  many: 'demo requests',
  deleted: DEMO_DELETED,
  restored: 'Demo request restored',
  deleteCall: demoRequests.deleteDemoRequest,
  restoreCall: demoRequests.restoreDemoRequest,
  list: '/communication',
  trail: [<AllDemoRequests key="all" />],
}

const inquiryKind: Kind = {
  one: 'inquiry',
  many: 'inquiries',
  deleted: INQUIRY_DELETED,
  restored: 'Inquiry restored',
  deleteCall: contactInquiries.deleteInquiry,
  restoreCall: contactInquiries.restoreInquiry,
  list: '/communication/contact-us',
  trail: [<AllInquiries key="all" />],
}

/** /request-details-{id} */
export function DemoRequestPage() {
  const { id } = requestRoute.useParams()
  const query = useQuery({
    ...read(demoRequests.readDemoRequest, { params: { id } }),
    refetchInterval: ({ state }) => mailWait(state.data?.data.responseTimeline),
  })
  return (
    <LoadedPage
      name="Demo request"
      shape="detail"
      query={query}
      trail={requestKind.trail}
      wayBack={<AllDemoRequests />}
    >
      {(request) => <LoadedRequest key={id} request={request} />}
    </LoadedPage>
  )
}

function LoadedRequest({ request }: { request: DemoRequest }) {
  const name = fullName(request.name)
  return (
    <ConversationFrame
      kind={requestKind}
      id={request._id}
      visitor={name}
      badge={
        <>
          <ConversationStatusBadge status={request.status} />
          <DemoRequestChips request={request} />
        </>
      }
      respondLink={
        <ButtonLink to="/request-respond-{$id}" params={{ id: request._id }}>
          Assign
        </ButtonLink>
      }
      timeline={<ResponseTimeline conversation={request} list={demoRequests.listDemoRequestTimeline} visitor={name} />}
    >
      <DemoRequestFacts request={request} />
    </ConversationFrame>
  )
}

/** /communication/contact-us-details?id=… */
export function InquiryPage() {
  const { id } = inquiryRoute.useSearch()
  return id ? <OneInquiry key={id} id={id} /> : <NoInquiry />
}

function OneInquiry({ id }: { id: string }) {
  const query = useInquiry(id)
  return (
    <LoadedPage name="Inquiry" shape="detail" query={query} trail={inquiryKind.trail} wayBack={<AllInquiries />}>
      {(inquiry) => <LoadedInquiry inquiry={inquiry} />}
    </LoadedPage>
  )
}

function LoadedInquiry({ inquiry }: { inquiry: InquiryAtHand }) {
  return (
    <ConversationFrame
      kind={inquiryKind}
      id={inquiry._id}
      visitor={inquiry.name}
      badge={
        <>
          <ConversationStatusBadge status={inquiry.status} />
          {inquiry.spam && <SpamChip />}
        </>
      }
      respondLink={
        <ButtonLink to="/communication/contact-us-respond" search={{ id: inquiry._id }} state={{ inquiry }}>
          Respond
        </ButtonLink>
      }
      timeline={
        isRead(inquiry) ? (
          <ResponseTimeline conversation={inquiry} list={contactInquiries.listInquiryTimeline} visitor={inquiry.name} />
        ) : (
          <LoadingLines name="the timeline" lines={4} />
        )
      }
    >
      <InquiryFacts inquiry={inquiry} />
    </ConversationFrame>
  )
}

interface FrameProps {
  kind: Kind
  id: string
  visitor: string
  badge: ReactNode
  respondLink: ReactNode
  timeline: ReactNode
  /** The facts. */
  children: ReactNode
}

function ConversationFrame({ kind, id, visitor, badge, respondLink, timeline, children }: FrameProps) {
  const { remove, isPending } = useRemove(kind, id, visitor)
  return (
    <Page
      title={visitor}
      badge={badge}
      trail={kind.trail}
      action={
        <>
          <RemoveButton what={kind.many} isPending={isPending} onPress={() => void remove()} />
          {respondLink}
        </>
      }
    >
      <Columns
        rail={
          <section className={classes.history}>
            <SectionHead title="Timeline" />
            {timeline}
          </section>
        }
      >
        {children}
      </Columns>
    </Page>
  )
}

/** Delete, with the reason where it is not allowed. */
function RemoveButton({ what, isPending, onPress }: { what: string; isPending: boolean; onPress: () => void }) {
  if (!useMay('communication.delete')) {
    return (
      <SubmitButton type="button" variant="default" isQuiet reason={`Only owners and admins can delete ${what}`}>
        Delete
      </SubmitButton>
    )
  }
  return (
    <Button variant="danger-outline" loading={isPending} onClick={onPress}>
      Delete
    </Button>
  )
}

/** Asks, naming the visitor, deletes, and goes back to the list, where it can be undone for a moment. */
function useRemove({ one, deleted, restored, deleteCall, restoreCall, list }: Kind, id: string, visitor: string) {
  const navigate = useNavigate()
  const input = { params: { id } }
  const error = ({ message }: Error) => notifyFailure(message)
  const restore = useWrite(restoreCall, { success: () => notifySuccess(restored, visitor), error })
  const write = useWrite(deleteCall, {
    leave: () => navigate({ to: list }),
    success: (_, message) =>
      notifySuccess(message ?? deleted, visitor, { label: 'Undo', run: () => restore.mutate(input) }),
    error,
  })

  async function remove() {
    const isSure = await confirm({
      title: `Delete the ${one} from ${visitor}?`,
      body: 'It is removed from the list, along with its responses. You can undo this right afterwards.',
      action: `Delete ${one}`,
    })
    if (isSure) write.mutate(input)
  }

  return { remove, isPending: write.isPending }
}
