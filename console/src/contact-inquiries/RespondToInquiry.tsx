import { contactInquiries, INQUIRY_UPDATED } from '@hikmah/contract/contact-inquiries'
import { getRouteApi } from '@tanstack/react-router'
import { RespondForm } from '../communication/RespondForm.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { CancelLink } from '../kit/form/CancelLink.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { Columns } from '../kit/page/Columns.tsx'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { FormOutline } from '../kit/page/Outlines.tsx'
import { Page } from '../kit/page/Page.tsx'
import { InquiryFacts } from './InquiryFacts.tsx'
import { inquiryStatuses } from './InquiryStatusBadge.tsx'
import { AllInquiries, type InquiryAtHand, isRead, NoInquiry, useInquiry } from './inquiry-at-hand.tsx'

const route = getRouteApi('/console/communication/contact-us-respond')

/** /communication/contact-us-respond?id=… */
export function RespondToInquiry() {
  const { id } = route.useSearch()
  return id ? <OneInquiry key={id} id={id} /> : <NoInquiry />
}

function OneInquiry({ id }: { id: string }) {
  const query = useInquiry(id)
  return (
    <LoadedPage
      name="Inquiry"
      shape="form"
      query={query}
      trail={[<AllInquiries key="all" />]}
      wayBack={<AllInquiries />}
    >
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
        <AllInquiries key="all" />,
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
            statuses={inquiryStatuses}
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
