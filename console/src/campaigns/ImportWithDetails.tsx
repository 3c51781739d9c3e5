import { campaigns } from '@hikmah/contract/campaigns/calls'
import { campaignFields } from '@hikmah/contract/campaigns/fields'
import { CAMPAIGN_ADDED, INVALID_PROMO_CODE } from '@hikmah/contract/campaigns/words'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { CancelLink } from '../kit/form/CancelLink.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useUnsavedGuard } from '../kit/form/unsaved.ts'
import { Page } from '../kit/page/Page.tsx'
import { CampaignFields } from './CampaignFields.tsx'
import { CampaignsLink } from './CampaignLink.tsx'
import { campaignRules, editOf, formErrors, newCampaign } from './campaign-form.ts'
import { MAY_NOT_CHANGE } from './campaign-words.ts'
import { PromoIdField } from './PromoIdField.tsx'
import { useBriefly } from './use-briefly.ts'

/** Takes a code over and keeps what is ours of it, in one go. */
export function ImportWithDetails() {
  const navigate = useNavigate()
  const mayManage = useMay('campaigns.manage')
  const [promoCode, setPromoCode] = useState('')
  const [refusal, refuse] = useBriefly()
  const form = useForm({ initialValues: newCampaign, validate: campaignRules, validateInputOnBlur: true })
  useUnsavedGuard(() => form.isDirty() || promoCode !== '')
  const update = useWrite(campaigns.updateCampaign, {
    success: ({ _id, code }) => {
      notifySuccess(CAMPAIGN_ADDED, code)
      form.resetDirty()
      setPromoCode('')
      return navigate({ to: '/campaign-details', search: { id: _id }, ignoreBlocker: true })
    },
    error: ({ fields }) => form.setErrors(formErrors(fields)),
  })
  const create = useWrite(campaigns.createCampaign, {
    success: (added) => {
      if (typeof added === 'string') refuse(added || INVALID_PROMO_CODE)
      else update.mutate({ params: { id: added._id }, body: editOf(form.values) })
    },
  })
  const missing =
    (promoCode.trim() === '' && `Enter the ${campaignFields.id}`) ||
    (form.values.campaignType === '' && `Choose the ${campaignFields.campaignType}`)

  return (
    <Page title="Edit Campaign" trail={[<CampaignsLink key="all" />]}>
      <Form
        label="Edit Campaign"
        onSubmit={form.onSubmit(() => {
          if (mayManage && !missing) create.mutate({ body: { promoCode } })
        })}
      >
        <CampaignFields
          form={form}
          promoId={
            <PromoIdField
              value={promoCode}
              error={refusal}
              onChange={({ currentTarget }) => {
                setPromoCode(currentTarget.value)
                refuse(undefined)
              }}
            />
          }
        />
        <FormActions failure={create.error ?? update.error}>
          <SubmitButton loading={create.isPending || update.isPending} reason={mayManage ? missing : MAY_NOT_CHANGE}>
            Add Now
          </SubmitButton>
          <CancelLink to="/campaign" />
        </FormActions>
      </Form>
    </Page>
  )
}
