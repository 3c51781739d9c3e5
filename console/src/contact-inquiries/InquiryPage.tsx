import { contactInquiries } from '@hikmah/contract/contact-inquiries'
import { getRouteApi } from '@tanstack/react-router'
import classes from '../communication/communication.module.css'
import { RemoveButton } from '../communication/RemoveButton.tsx'
import { ResponseTimeline } from '../communication/ResponseTimeline.tsx'
import { SpamChip } from '../communication/SpamChip.tsx'
import { Columns } from '../kit/page/Columns.tsx'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import { Page, SectionHead } from '../kit/page/Page.tsx'
import { InquiryFacts } from './InquiryFacts.tsx'
import { InquiryStatusBadge, toneOfStatus } from './InquiryStatusBadge.tsx'
import { AllInquiries, type InquiryAtHand, isRead, NoInquiry, useInquiry } from './inquiry-at-hand.tsx'
import { useRemoveInquiry } from './remove-inquiry.ts'

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
