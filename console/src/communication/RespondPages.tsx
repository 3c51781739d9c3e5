import { contactInquiries, DEMO_UPDATED, demoRequests, INQUIRY_UPDATED } from '@hikmah/contract/communication/endpoints'
import { fullName } from '@hikmah/contract/words'
import { getRouteApi, type LinkProps, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { CancelLink } from '../kit/form/Form.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { FormOutline } from '../kit/page/Outlines.tsx'
import { Columns, LinkTo, Page } from '../kit/page/Page.tsx'
import { demoStatusChoices, inquiryStatusChoices } from './ConversationBadges.tsx'
import {
  DemoRequestFacts,
  DemoRequestPanel,
  demoRequestTrail,
  InquiryFacts,
  InquiryPanel,
  inquiryTrail,
  isRead,
} from './ConversationFacts.tsx'
import { RespondForm, type RespondProps } from './RespondForm.tsx'

const requestRoute = getRouteApi('/console/request-respond-{$id}')
const inquiryRoute = getRouteApi('/console/communication/contact-us-respond')

export const AssignDemoRequest = () => (
  <DemoRequestPanel id={requestRoute.useParams().id} shape="form">
    {(request) => (
      <RespondPage
        key={request._id}
        title="Assign"
        sub={`Demo request from ${[fullName(request.name), request.organizationName].filter(Boolean).join(', ')}`}
        trail={demoRequestTrail}
        detailLink={linkOptions({ to: '/request-details-{$id}', params: { id: request._id } })}
        rail={<DemoRequestFacts request={request} columns={1} />}
        what="demo request"
        person={fullName(request.name)}
        answered={request}
        statuses={demoStatusChoices}
        respond={demoRequests.respondToDemoRequest}
        updated={DEMO_UPDATED}
      />
    )}
  </DemoRequestPanel>
)

export const RespondToInquiry = () => (
  <InquiryPanel id={inquiryRoute.useSearch().id} shape="form">
    {(inquiry) => (
      <RespondPage
        title="Respond"
        sub={`Inquiry from ${[inquiry.name, inquiry.inquiryType].filter(Boolean).join(', ')}`}
        trail={inquiryTrail}
        detailLink={linkOptions({ to: '/communication/contact-us-details', search: { id: inquiry._id } })}
        rail={<InquiryFacts inquiry={inquiry} columns={1} />}
        what="contact inquiry"
        person={inquiry.name}
        answered={isRead(inquiry) ? inquiry : undefined}
        statuses={inquiryStatusChoices}
        respond={contactInquiries.respondToInquiry}
        updated={INQUIRY_UPDATED}
      />
    )}
  </InquiryPanel>
)

interface Props extends Omit<RespondProps, 'label' | 'answered' | 'onSaved' | 'cancel'> {
  title: string
  sub: string
  trail: ReactNode[]
  detailLink: LinkProps
  rail: ReactNode
  /** Left out until its responses are loaded. */
  answered: RespondProps['answered'] | undefined
  /** Said once it is saved, unless the server says something else. */
  updated: string
}

function RespondPage({ title, sub, trail, detailLink, rail, answered, updated, ...form }: Props) {
  const navigate = useNavigateOnceSaved()
  return (
    <Page
      title={title}
      sub={sub}
      trail={[
        ...trail,
        <LinkTo key="one" {...detailLink}>
          {form.person}
        </LinkTo>,
      ]}
    >
      <Columns rail={rail}>
        {answered ? (
          <RespondForm
            {...form}
            label={title}
            answered={answered}
            onSaved={(message) => {
              notifySuccess(message ?? updated, form.person)
              void navigate(detailLink)
            }}
            cancel={<CancelLink {...detailLink} />}
          />
        ) : (
          <FormOutline name="the form" />
        )}
      </Columns>
    </Page>
  )
}
