import { DEMO_UPDATED, type DemoRequest, demoRequests } from '@hikmah/contract/demo-requests'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RespondForm } from '../communication/RespondForm.tsx'
import { read } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { CancelLink } from '../kit/form/CancelLink.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { Columns } from '../kit/page/Columns.tsx'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { demoStatuses, requesterName } from './DemoRequestBadges.tsx'
import { DemoRequestFacts } from './DemoRequestFacts.tsx'

const route = getRouteApi('/console/request-respond-{$id}')
const all = (
  <LinkTo key="all" to="/communication">
    Demo Requests
  </LinkTo>
)

/** /request-respond-{id} */
export function AssignDemoRequest() {
  const { id } = route.useParams()
  const query = useQuery(read(demoRequests.readDemoRequest, { params: { id } }))
  return (
    <LoadedPage name="Demo request" shape="form" query={query} trail={[all]} wayBack={all}>
      {(request) => <AssignLoaded key={id} request={request} />}
    </LoadedPage>
  )
}

function AssignLoaded({ request }: { request: DemoRequest }) {
  const navigate = useNavigateOnceSaved()
  const to = { to: '/request-details-{$id}', params: { id: request._id } } as const
  const name = requesterName(request)
  return (
    <Page
      title="Assign"
      sub={`Demo request from ${[name, request.organizationName].filter(Boolean).join(', ')}`}
      trail={[
        all,
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
          statuses={demoStatuses}
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
