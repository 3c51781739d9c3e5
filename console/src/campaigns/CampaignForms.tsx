import { CAMPAIGN_ADDED, CAMPAIGN_UPDATED, type Campaign, campaignFields, campaigns } from '@hikmah/contract/campaigns'
import { INVALID_PROMO_CODE } from '@hikmah/contract/orders/words'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, conflictingRow } from '../kit/api/api.ts'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved, useUnsavedGuard } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { NO_CHANGES } from '../kit/format/texts.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LinkTo, Page } from '../kit/page/Page.tsx'
import { CampaignLink, campaignsTrail, campaignsWayBack, MAY_NOT_CHANGE } from './CampaignCells.tsx'
import { CampaignFields, campaignForm, checkCampaign, newCampaign, PromoIdField, useBriefly } from './campaign-form.tsx'

/** Imports a code together with our own fields. A code that was already imported is opened instead. */
export function ImportWithDetails() {
  const navigate = useNavigateOnceSaved()
  const mayManage = useMay('campaigns.manage')
  const [promoCode, setPromoCode] = useState('')
  const [refusal, refuse] = useBriefly()
  const form = useForm({ initialValues: newCampaign, validate: checkCampaign, ...validateWhenLeft })
  useUnsavedGuard(() => form.isDirty() || promoCode !== '')
  const create = useWrite(campaigns.createCampaign, {
    success: (added) => {
      if (typeof added === 'string') return refuse(added || INVALID_PROMO_CODE)
      notifySuccess(CAMPAIGN_ADDED, added.code)
      form.resetDirty()
      setPromoCode('')
      return navigate({ to: '/campaign', ignoreBlocker: true })
    },
    error: ({ fields }) => form.setErrors(fields),
  })
  const existing = conflictingRow(campaigns.createCampaign, create.error)
  const missing =
    (promoCode.trim() === '' && `Enter the ${campaignFields.id}`) ||
    (form.values.campaignType === '' && `Choose the ${campaignFields.campaignType}`)

  return (
    <Page title="Edit Campaign" trail={campaignsTrail}>
      <Form
        label="Edit Campaign"
        onSubmit={form.onSubmit((values) => {
          if (mayManage && !missing) create.mutate({ body: { promoCode, ...campaignForm.send(values) } })
        })}
      >
        <CampaignFields
          form={form}
          promoId={
            <PromoIdField
              value={promoCode}
              error={
                refusal ??
                create.error?.fields.promoCode ??
                (create.error && existing && <ImportedAlready failure={create.error} campaign={existing} />)
              }
              onChange={({ currentTarget }) => {
                setPromoCode(currentTarget.value)
                refuse(undefined)
                if (create.error) create.reset()
              }}
            />
          }
        />
        <FormActions failure={!existing && !create.error?.fields.promoCode && create.error}>
          <SubmitButton loading={create.isPending} reason={mayManage ? missing : MAY_NOT_CHANGE}>
            Add Now
          </SubmitButton>
          <CancelLink to="/campaign" />
        </FormActions>
      </Form>
    </Page>
  )
}

interface Props {
  failure: ApiError
  campaign: Campaign
}

/** The code already belongs to this campaign: offer to open it, with the usual question about unsaved input. */
function ImportedAlready({ failure: { message, requestId }, campaign }: Props) {
  const open = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same answer to another try takes the focus again
  useEffect(() => open.current?.focus(), [requestId])
  return (
    <span>
      {message}{' '}
      <LinkTo ref={open} to="/campaign-details" search={{ id: campaign._id }} underline="always">
        Open {campaign.code}
      </LinkTo>
    </span>
  )
}

const route = getRouteApi('/console/edit-campaign')

/** /edit-campaign?id=…; without an id the same form imports a new code. */
export function EditCampaign() {
  const { id } = route.useSearch()
  return id ? <EditOne key={id} id={id} /> : <ImportWithDetails />
}

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
      sub="What comes from Stripe is changed there; the type, organization limit, status and image are changed here."
      trail={[
        ...campaignsTrail,
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
