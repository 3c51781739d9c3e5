import {
  aboutTypes,
  appliesText,
  type Campaign,
  type CampaignType,
  campaignFields,
  campaignStatuses,
  campaignTypes,
  discountType,
  durationText,
  redemptionLimit,
  valueText,
} from '@hikmah/contract/campaigns/schemas'
import { Button, Input, NativeSelect, UnstyledButton } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { formatDate } from '../kit/format/dates.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { MediaField } from '../media/MediaField.tsx'
import type { CampaignValues } from './campaign-form.ts'
import { MOMENT, momentOf } from './campaign-words.ts'
import classes from './campaigns.module.css'
import { SourceChoice } from './SourceChoice.tsx'

interface Props {
  form: UseFormReturnType<CampaignValues>
  /** Without one it has not been imported, so the provider's data is not known. */
  campaign?: Campaign
  /** Which code it is. */
  promoId: ReactNode
}

/** The customer's fields in the customer's order; what comes from the provider is read-only. */
export function CampaignFields({ form, campaign, promoId }: Props) {
  const told = (label: string, value: string | undefined) => (
    <TextField label={label} readOnly value={value ?? ''} placeholder="Comes from Stripe" />
  )
  const coupon = campaign?.coupon
  const till = campaign && (campaign.expires_at === null ? 'No end' : moment(campaign.expires_at))
  const { error: statusError, ...status } = form.getInputProps('status')
  return (
    <>
      <SourceChoice />
      {promoId}
      <TypeField
        value={form.values.campaignType}
        error={form.errors.campaignType}
        onChange={(type) => {
          form.setFieldValue('campaignType', type)
          form.clearFieldError('campaignType')
        }}
      />
      <TextField
        label={campaignFields.code}
        readOnly
        value={campaign?.code ?? ''}
        placeholder="Comes from Stripe"
        classNames={{ input: classes.upper ?? '' }}
      />
      {told(campaignFields.discountType, coupon && discountType(coupon))}
      {told(
        coupon && coupon.percent_off === null ? campaignFields.value : `${campaignFields.value} (%)`,
        coupon && valueText(coupon).replace('%', ''),
      )}
      {told(campaignFields.redemptions, campaign && String(redemptionLimit(campaign) ?? 'unlimited'))}
      {told(campaignFields.duration, coupon && durationText(coupon))}
      {told(campaignFields.appliesTo, coupon && appliesText(coupon))}
      <TextField
        label={campaignFields.organizationLimit}
        inputMode="numeric"
        autoComplete="off"
        description="How many organizations may use it; leave empty for no limit"
        {...form.getInputProps('organizationLimit')}
      />
      {told(campaignFields.validFrom, campaign && moment(campaign.created))}
      {told(campaignFields.validTill, till)}
      <NativeSelect
        label={campaignFields.status}
        description="For the team only. Stripe decides whether the code works."
        data={[...campaignStatuses]}
        rightSection={<Icon name="down" size={12} />}
        error={fieldError(statusError)}
        {...status}
      />
      <MediaField
        label={campaignFields['imageMetaData.imageUrl']}
        kind="image"
        value={form.values.image}
        onChange={(image) => {
          form.setFieldValue('image', image)
          form.clearFieldError('image')
        }}
        error={form.errors.image}
      />
    </>
  )
}

const moment = (seconds: number) => formatDate(momentOf(seconds), MOMENT)

interface TypeFieldProps {
  value: CampaignType | ''
  onChange: (type: CampaignType) => void
  error?: ReactNode
}

/** What kind of campaign it is, chosen in a window that says what each is for. */
function TypeField({ value, onChange, error }: TypeFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const label = campaignFields.campaignType
  return (
    <Input.Wrapper label={label} labelElement="div" required error={fieldError(error)} data-path="campaignType">
      <div className={classes.chosen}>
        <span className={value ? undefined : classes.quiet}>{value || 'None chosen'}</span>
        <Button variant="default" size="xs" aria-label={`Choose ${label}`} onClick={() => setOpen(true)}>
          Choose
        </Button>
      </div>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <ul className={classes.types}>
            {campaignTypes.map((type) => (
              <li key={type}>
                <UnstyledButton
                  className={classes.type}
                  aria-pressed={type === value}
                  onClick={() => {
                    onChange(type)
                    setOpen(false)
                  }}
                >
                  <b>{type}</b>
                  <small>{aboutTypes[type]}</small>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </Input.Wrapper>
  )
}
