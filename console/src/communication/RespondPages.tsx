import {
  contactInquiries,
  DEMO_UPDATED,
  type DemoRequest,
  demoRequests,
  INQUIRY_UPDATED,
} from '@hikmah/contract/communication/endpoints'
import { fullName } from '@hikmah/contract/words'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { CancelLink } from '../kit/form/Form.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { FormOutline } from '../kit/page/Outlines.tsx'
import { Columns, Page } from '../kit/page/Page.tsx'
import { demoStatusChoices, inquiryStatusChoices } from './ConversationBadges.tsx'
import {
  AllDemoRequests,
  AllInquiries,
  DemoRequestFacts,
  type InquiryAtHand,
  InquiryFacts,
  isRead,
  NoInquiry,
  useInquiry,
} from './ConversationFacts.tsx'
import { RespondForm } from './RespondForm.tsx'

const requestRoute = getRouteApi('/console/request-respond-{$id}')
const inquiryRoute = getRouteApi('/console/communication/contact-us-respond')
const allRequests = <AllDemoRequests key="all" />
const allInquiries = <AllInquiries key="all" />

export function AssignDemoRequest() {
  const { id } = requestRoute.useParams()
  const query = useQuery(read(demoRequests.readDemoRequest, { params: { id } }))
  return (
    <LoadedPage name="Demo request" shape="form" query={query} trail={[allRequests]} wayBack={allRequests}>
      {(request) => <AssignLoaded key={id} request={request} />}
    </LoadedPage>
  )
}

function AssignLoaded({ request }: { request: DemoRequest }) {
  const navigate = useNavigateOnceSaved()
  const to = { to: '/request-details-{$id}', params: { id: request._id } } as const
  const name = fullName(request.name)
  return (
    <Page
      title="Assign"
      sub={`Demo request from ${[name, request.organizationName].filter(Boolean).join(', ')}`}
      trail={[
        allRequests,
        <LinkTo key="one" {...to}>
          {name}
        </LinkTo>,
      ]}
    >
      <Columns rail={<DemoRequestFacts request={request} columns={1} />}>
        <RespondForm
          label="Assign"
          what="demo request"
          person={name}
          answered={request}
          statuses={demoStatusChoices}
          respond={demoRequests.respondToDemoRequest}
          onSaved={(message) => {
            notifySuccess(message ?? DEMO_UPDATED, name)
            void navigate(to)
          }}
          cancel={<CancelLink {...to} />}
        />
      </Columns>
    </Page>
  )
}

export function RespondToInquiry() {
  const { id } = inquiryRoute.useSearch()
  return id ? <OneInquiry key={id} id={id} /> : <NoInquiry />
}

function OneInquiry({ id }: { id: string }) {
  const query = useInquiry(id)
  return (
    <LoadedPage name="Inquiry" shape="form" query={query} trail={[allInquiries]} wayBack={allInquiries}>
      {(inquiry) => <RespondLoaded inquiry={inquiry} />}
    </LoadedPage>
  )
}

function RespondLoaded({ inquiry }: { inquiry: InquiryAtHand }) {
  const navigate = useNavigateOnceSaved()
  const { _id: id, name, inquiryType } = inquiry
  const to = { to: '/communication/contact-us-details', search: { id } } as const
  return (
    <Page
      title="Respond"
      sub={`Inquiry from ${[name, inquiryType].filter(Boolean).join(', ')}`}
      trail={[
        allInquiries,
        <LinkTo key="one" {...to}>
          {name}
        </LinkTo>,
      ]}
    >
      <Columns rail={<InquiryFacts inquiry={inquiry} columns={1} />}>
        {isRead(inquiry) ? (
          <RespondForm
            label="Respond"
            what="contact inquiry"
            person={name}
            answered={inquiry}
            statuses={inquiryStatusChoices}
            respond={contactInquiries.respondToInquiry}
            onSaved={(message) => {
              notifySuccess(message ?? INQUIRY_UPDATED, name)
              void navigate(to)
            }}
            cancel={<CancelLink {...to} />}
          />
        ) : (
          <FormOutline name="the form" />
        )}
      </Columns>
    </Page>
  )
}
