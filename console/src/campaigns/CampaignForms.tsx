import {
  appliesText,
  CAMPAIGN_UPDATED,
  type Campaign,
  campaignFields,
  campaigns,
  discountType,
  durationText,
  redemptionLimit,
  valueText,
} from '@hikmah/contract/campaigns'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read, useMay } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { countText, NO_CHANGES } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Columns, Page, SectionHead } from '../kit/page/Page.tsx'
import { CampaignLink, campaignsTrail, campaignsWayBack, MAY_NOT_CHANGE, toMilliseconds } from './CampaignCells.tsx'
import { campaignForm, checkCampaign, SourceChoice } from './campaign-form.tsx'
import classes from './campaigns.module.css'

const route = getRouteApi('/console/edit-campaign')

/** /edit-campaign?id=… */
export function EditCampaign() {
  const { id } = route.useSearch()
  return id ? <EditOne key={id} id={id} /> : <NoneChosen />
}

const NoneChosen = () => (
  <Page title="Edit Campaign" trail={campaignsTrail}>
    <EmptyState
      title="No campaign chosen"
      text="The address does not say which campaign to edit. Choose one from the list."
      action={campaignsWayBack}
    />
  </Page>
)

function EditOne({ id }: { id: string }) {
  const campaign = useQuery(read(campaigns.readCampaign, { params: { id } }))
  return (
    <LoadedPage name="Campaign" shape="form" query={campaign} trail={campaignsTrail} wayBack={campaignsWayBack}>
      {(data) => <EditLoaded campaign={data} />}
    </LoadedPage>
  )
}

function EditLoaded({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigateOnceSaved()
  const mayManage = useMay('campaigns.manage')
  const { form, base, isSaving, failure, onSubmit, dialog } = useEditForm(campaigns.updateCampaign, {
    row: campaign,
    toValues: campaignForm.read,
    fields: campaignForm.compared,
    validate: checkCampaign,
    input: (values, { _id, version }) => ({ params: { id: _id }, body: { ...campaignForm.send(values), version } }),
    describeOtherSave: ({ code }) => `Somebody else saved ${code} while you were editing.`,
    success: ({ _id, code }, message) => {
      notifySuccess(message ?? CAMPAIGN_UPDATED, code)
      return navigate({ to: '/campaign-details', search: { id: _id } })
    },
  })
  const isWithoutType = form.values.campaignType === '' && `Choose the ${campaignFields.campaignType}`

  return (
    <Page
      title="Edit Campaign"
      sub={base.code}
      trail={[
        ...campaignsTrail,
        <CampaignLink key="one" id={base._id}>
          {base.code}
        </CampaignLink>,
      ]}
    >
      <Columns rail={<FromStripe campaign={base} />}>
        <Form label="Edit Campaign" onSubmit={onSubmit}>
          <SourceChoice />
          <campaignForm.Inputs form={form} />
          <FormActions failure={failure}>
            <SubmitButton
              loading={isSaving}
              reason={mayManage ? isWithoutType || (!form.isDirty() && NO_CHANGES) : MAY_NOT_CHANGE}
            >
              Add Now
            </SubmitButton>
            <CancelLink to="/campaign-details" search={{ id: base._id }} />
          </FormActions>
        </Form>
      </Columns>
      {dialog}
    </Page>
  )
}

/** What is Stripe's of a campaign, and so is no field. */
function FromStripe({ campaign: { id, code, coupon, created, expires_at: till, ...limits } }: { campaign: Campaign }) {
  const limit = redemptionLimit({ coupon, ...limits })
  return (
    <section aria-label="From Stripe">
      <SectionHead title="From Stripe" />
      <Facts
        columns={1}
        facts={[
          [campaignFields.id, <Upper key="id">{id}</Upper>],
          [campaignFields.code, <Upper key="code">{code}</Upper>],
          [campaignFields.discountType, discountType(coupon)],
          coupon.percent_off === null
            ? [campaignFields.value, valueText(coupon)]
            : [`${campaignFields.value} (%)`, coupon.percent_off],
          [campaignFields.redemptions, limit === null ? 'unlimited' : countText(limit)],
          [campaignFields.duration, durationText(coupon)],
          [campaignFields.appliesTo, appliesText(coupon)],
          [campaignFields.validFrom, <When key="from" at={toMilliseconds(created)} as="moment" />],
          [
            campaignFields.validTill,
            till === null ? 'No end' : <When key="till" at={toMilliseconds(till)} as="moment" />,
          ],
        ]}
      />
      <p className={classes.hint}>These are changed in Stripe.</p>
    </section>
  )
}

const Upper = ({ children }: { children: string }) => <span className={classes.upper}>{children}</span>
