import { contactInquiries, INQUIRY_DELETED, type InquiryRow } from '@hikmah/contract/contact-inquiries'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import classes from '../communication/communication.module.css'
import { RemoveButton } from '../communication/RemoveButton.tsx'
import { ResponseTimeline } from '../communication/ResponseTimeline.tsx'
import { SpamChip } from '../communication/SpamChip.tsx'
import { useWrite } from '../kit/api/data.ts'
import { confirm } from '../kit/feedback/confirm.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'
import { Columns } from '../kit/page/Columns.tsx'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import { Page, SectionHead } from '../kit/page/Page.tsx'
import { InquiryFacts } from './InquiryFacts.tsx'
import { InquiryStatusBadge, toneOfStatus } from './InquiryStatusBadge.tsx'
import { AllInquiries, type InquiryAtHand, isRead, NoInquiry, useInquiry } from './inquiry-at-hand.tsx'

const route = getRouteApi('/console/communication/contact-us-details')
const trail = [<AllInquiries key="all" />]

/** /communication/contact-us-details?id=… */
export function InquiryPage() {
  const { id } = route.useSearch()
  return id ? <OneInquiry key={id} id={id} /> : <NoInquiry />
}

function OneInquiry({ id }: { id: string }) {
  const query = useInquiry(id)
  return (
    <LoadedPage name="Inquiry" shape="detail" query={query} trail={trail} wayBack={<AllInquiries />}>
      {(inquiry) => <LoadedInquiry inquiry={inquiry} />}
    </LoadedPage>
  )
}

function LoadedInquiry({ inquiry }: { inquiry: InquiryAtHand }) {
  const { remove, isPending } = useRemoveInquiry(inquiry)
  return (
    <Page
      title={inquiry.name}
      badge={
        <>
          <InquiryStatusBadge status={inquiry.status} />
          {inquiry.spam && <SpamChip />}
        </>
      }
      trail={trail}
      action={
        <>
          <RemoveButton what="inquiries" isPending={isPending} onPress={() => void remove()} />
          <ButtonLink to="/communication/contact-us-respond" search={{ id: inquiry._id }} state={{ inquiry }}>
            Respond
          </ButtonLink>
        </>
      }
    >
      <Columns
        rail={
          <section className={classes.history}>
            <SectionHead title="Timeline" />
            {isRead(inquiry) ? (
              <ResponseTimeline
                id={inquiry._id}
                list={contactInquiries.listInquiryTimeline}
                entries={inquiry.responseTimeline}
                earlierEntries={inquiry.earlierEntries}
                toneOf={toneOfStatus}
                email={inquiry.email}
                visitor={inquiry.name}
                createdAt={inquiry.createdAt}
              />
            ) : (
              <LoadingLines name="the timeline" lines={4} />
            )}
          </section>
        }
      >
        <InquiryFacts inquiry={inquiry} />
      </Columns>
    </Page>
  )
}

/** Asks, naming whose inquiry it is, deletes it and goes back to the list, where it can be undone for a moment. */
export function useRemoveInquiry({ _id, name }: InquiryRow) {
  const navigate = useNavigate()
  const input = { params: { id: _id } }
  const failed = ({ message }: Error) => notifyFailure(message)
  const restore = useWrite(contactInquiries.restoreInquiry, {
    success: () => notifySuccess('Inquiry restored', name),
    error: failed,
  })
  const write = useWrite(contactInquiries.deleteInquiry, {
    leave: () => navigate({ to: '/communication/contact-us' }),
    success: (_, message) => {
      notifySuccess(message ?? INQUIRY_DELETED, name, { label: 'Undo', run: () => restore.mutate(input) })
    },
    error: failed,
  })

  async function remove() {
    const isSure = await confirm({
      title: `Delete the inquiry from ${name}?`,
      body: 'It is removed from the list, along with its responses. You can undo this right afterwards.',
      action: 'Delete inquiry',
    })
    if (isSure) write.mutate(input)
  }

  return { remove, isPending: write.isPending }
}
