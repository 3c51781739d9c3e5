import { DEMO_DELETED, type DemoRequest, demoRequests } from '@hikmah/contract/demo-requests'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import classes from '../communication/communication.module.css'
import { RemoveButton } from '../communication/RemoveButton.tsx'
import { ResponseTimeline } from '../communication/ResponseTimeline.tsx'
import { mailWait, read, useWrite } from '../kit/api/data.ts'
import { confirm } from '../kit/feedback/confirm.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'
import { Columns } from '../kit/page/Columns.tsx'
import { ButtonLink, LinkTo } from '../kit/page/LinkTo.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page, SectionHead } from '../kit/page/Page.tsx'
import { DemoRequestChips, DemoRequestStatusBadge, requesterName, toneOfStatus } from './DemoRequestBadges.tsx'
import { DemoRequestFacts } from './DemoRequestFacts.tsx'

const route = getRouteApi('/console/request-details-{$id}')
const trail = [
  <LinkTo key="all" to="/communication">
    Demo Requests
  </LinkTo>,
]

/** /request-details-{id} */
export function DemoRequestPage() {
  const { id } = route.useParams()
  const query = useQuery({
    ...read(demoRequests.readDemoRequest, { params: { id } }),
    refetchInterval: ({ state }) => mailWait(state.data?.data.responseTimeline),
  })
  return (
    <LoadedPage
      name="Demo request"
      shape="detail"
      query={query}
      trail={trail}
      wayBack={<LinkTo to="/communication">Demo Requests</LinkTo>}
    >
      {(request) => <LoadedRequest key={id} request={request} />}
    </LoadedPage>
  )
}

function LoadedRequest({ request }: { request: DemoRequest }) {
  const { remove, isPending } = useRemoveDemoRequest(request)
  const name = requesterName(request)
  return (
    <Page
      title={name}
      badge={
        <>
          <DemoRequestStatusBadge status={request.status} />
          <DemoRequestChips request={request} />
        </>
      }
      trail={trail}
      action={
        <>
          <RemoveButton what="demo requests" isPending={isPending} onPress={() => void remove()} />
          <ButtonLink to="/request-respond-{$id}" params={{ id: request._id }}>
            Assign
          </ButtonLink>
        </>
      }
    >
      <Columns
        rail={
          <section className={classes.history}>
            <SectionHead title="Timeline" />
            <ResponseTimeline
              id={request._id}
              list={demoRequests.listDemoRequestTimeline}
              entries={request.responseTimeline}
              earlierEntries={request.earlierEntries}
              toneOf={toneOfStatus}
              email={request.email}
              visitor={name}
              createdAt={request.createdAt}
            />
          </section>
        }
      >
        <DemoRequestFacts request={request} />
      </Columns>
    </Page>
  )
}

/** Asks, naming whose request it is, deletes it and goes back to the list, where it can be undone for a moment. */
export function useRemoveDemoRequest(request: DemoRequest) {
  const navigate = useNavigate()
  const input = { params: { id: request._id } }
  const name = requesterName(request)
  const failed = ({ message }: Error) => notifyFailure(message)
  const restore = useWrite(demoRequests.restoreDemoRequest, {
    success: () => notifySuccess('Demo request restored', name),
    error: failed,
  })
  const write = useWrite(demoRequests.deleteDemoRequest, {
    leave: () => navigate({ to: '/communication' }),
    success: (_, message) => {
      notifySuccess(message ?? DEMO_DELETED, name, { label: 'Undo', run: () => restore.mutate(input) })
    },
    error: failed,
  })

  async function remove() {
    const isSure = await confirm({
      title: `Delete the demo request from ${name}?`,
      body: 'It is removed from the list, along with its responses. You can undo this right afterwards.',
      action: 'Delete demo request',
    })
    if (isSure) write.mutate(input)
  }

  return { remove, isPending: write.isPending }
}
