import { CAMPAIGN_ADDED, campaignFields, campaigns } from '@hikmah/contract/campaigns'
import { INVALID_PROMO_CODE } from '@hikmah/contract/orders/words'
import { useState } from 'react'
import { useMay, useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { Page } from '../kit/page/Page.tsx'
import { ADD_CAMPAIGN, campaignsTrail, MAY_NOT_CHANGE } from './CampaignCells.tsx'
import { PromoIdField, SourceChoice, useBriefly } from './campaign-form.tsx'

/** /add-new-campaign: imports a promo code from the provider. */
export function AddCampaign() {
  const navigate = useNavigateOnceSaved()
  const mayManage = useMay('campaigns.manage')
  const [promoCode, setPromoCode] = useState('')
  const [refusal, refuse] = useBriefly()
  const create = useWrite(campaigns.createCampaign, {
    success: (added, message) => {
      // What answers for the server without a campaign is no campaign either.
      if (!added || typeof added === 'string') return refuse(added || INVALID_PROMO_CODE)
      notifySuccess(message ?? CAMPAIGN_ADDED, added.code)
      return navigate({ to: '/campaign' })
    },
  })

  return (
    <Page title={ADD_CAMPAIGN} trail={campaignsTrail}>
      <Form
        label={ADD_CAMPAIGN}
        onSubmit={(event) => {
          event.preventDefault()
          if (promoCode.trim() !== '' && mayManage) create.mutate({ body: { promoCode } })
        }}
      >
        <SourceChoice withTypes />
        <PromoIdField
          value={promoCode}
          // It disappears before anyone would come upon it.
          errorProps={{ role: 'alert' }}
          error={refusal ?? create.error?.fields.promoCode}
          onChange={({ currentTarget }) => {
            setPromoCode(currentTarget.value)
            refuse(undefined)
          }}
        />
        <FormActions failure={!create.error?.fields.promoCode && create.error}>
          <SubmitButton
            loading={create.isPending}
            reason={mayManage ? promoCode.trim() === '' && `Enter the ${campaignFields.id}` : MAY_NOT_CHANGE}
          >
            Add Now
          </SubmitButton>
          <CancelLink to="/campaign" />
        </FormActions>
      </Form>
    </Page>
  )
}
