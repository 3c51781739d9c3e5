import { CAMPAIGN_UPDATED, type Campaign, campaignFields, campaigns } from '@hikmah/contract/campaigns'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { NO_CHANGES } from '../kit/format/texts.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { CampaignLink, CampaignsLink, campaignsWayBack, MAY_NOT_CHANGE } from './CampaignCells.tsx'
import { CampaignFields, campaignForm, checkCampaign } from './campaign-form.tsx'
import { ImportWithDetails } from './ImportWithDetails.tsx'
import { PromoIdField } from './PromoIdField.tsx'

const route = getRouteApi('/console/edit-campaign')

/** /edit-campaign?id=…; without an id the same form imports a new code. */
export function EditCampaign() {
  const { id } = route.useSearch()
  return id ? <EditOne key={id} id={id} /> : <ImportWithDetails />
}

function EditOne({ id }: { id: string }) {
  const campaign = useQuery(read(campaigns.readCampaign, { params: { id } }))
  return (
    <LoadedPage
      name="Campaign"
      shape="form"
      query={campaign}
      trail={[<CampaignsLink key="all" />]}
      wayBack={campaignsWayBack}
    >
      {(data) => <EditLoaded campaign={data} />}
    </LoadedPage>
  )
}

function EditLoaded({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigateOnceSaved()
  const mayManage = useMay('campaigns.manage')
  const { form, base, isSaving, failure, onSubmit, dialog } = useEditForm(campaigns.updateCampaign, {
    row: campaign,
    valuesOf: campaignForm.read,
    fields: campaignForm.compared,
    validate: checkCampaign,
    input: (values, { _id, version }) => ({ params: { id: _id }, body: { ...campaignForm.send(values), version } }),
    said: ({ code }) => `Somebody else saved ${code} while you were editing.`,
    success: ({ _id, code }, message) => {
      notifySuccess(message ?? CAMPAIGN_UPDATED, code)
      return navigate({ to: '/campaign-details', search: { id: _id } })
    },
  })
  const isWithoutType = form.values.campaignType === '' && `Choose the ${campaignFields.campaignType}`

  return (
    <Page
      title="Edit Campaign"
      sub="What comes from Stripe is changed there; the type, organization limit, status and image are changed here."
      trail={[
        <CampaignsLink key="all" />,
        <CampaignLink key="one" id={base._id}>
          {base.code}
        </CampaignLink>,
      ]}
    >
      <Form label="Edit Campaign" onSubmit={onSubmit}>
        <CampaignFields form={form} campaign={base} promoId={<PromoIdField readOnly value={base.id} />} />
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
      {dialog}
    </Page>
  )
}
