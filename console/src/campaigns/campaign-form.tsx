import {
  aboutTypes,
  type Campaign,
  CampaignEdit,
  type CampaignType,
  campaignFields,
  campaignStatuses,
  campaignTypes,
  type EditableCampaignField,
} from '@hikmah/contract/campaigns'
import { readCode } from '@hikmah/contract/typed'
import { Button, Input, UnstyledButton } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { Dialog } from '../kit/feedback/messages.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { ChoiceField, TextField } from '../kit/field/TextField.tsx'
import { useFleetingState } from '../kit/form/action.ts'
import { defineForm } from '../kit/form/define-form.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { ImageMetaField } from '../media/MediaField.tsx'
import classes from './campaigns.module.css'

/** Shown in upper case and sent as it was typed. */
export const PromoIdField = (props: ComponentProps<typeof TextField>) => (
  <TextField
    label={campaignFields.id}
    required
    spellCheck={false}
    placeholder="RAMADAN25 or promo_…"
    maxLength={255}
    classNames={{ input: classes.upper ?? '' }}
    {...props}
  />
)

/** Where a campaign comes from. Custom campaigns cannot be created yet. */
export const SourceChoice = () => (
  <Input.Wrapper label="Campaign" labelElement="div">
    <div role="radiogroup" aria-label="Campaign" className={classes.source}>
      <label>
        <input type="radio" name="source" className="spoken" checked readOnly />
        Add From Stripe
      </label>
      <label>
        <input type="radio" name="source" className="spoken" disabled />
        Custom Campaign
      </label>
    </div>
    <p className={classes.hint}>
      <Icon name="info" size={14} /> Custom campaigns are not available yet
    </p>
  </Input.Wrapper>
)

const SHOWN_MS = 5000

/** A text that disappears after five seconds, as the customer wants for a refused campaign. */
export function useBriefly() {
  const [said, setShown] = useFleetingState<{ text: string } | undefined>(undefined, SHOWN_MS)
  return [said?.text, (text: string | undefined) => setShown(text === undefined ? undefined : { text })] as const
}

/** Our own fields of a campaign, as in the form. */
export interface CampaignValues extends Omit<Pick<Campaign, EditableCampaignField>, 'organizationLimit'> {
  /** Empty for no limit. */
  organizationLimit: string
}

export const newCampaign: CampaignValues = {
  campaignType: '',
  organizationLimit: '',
  status: 'Available',
  imageMetaData: { imageUrl: '', imageName: '', imageSize: 0 },
}

interface Shapes {
  row: Campaign
  values: CampaignValues
  sent: z.input<typeof CampaignEdit>
}

export const campaignForm = defineForm<EditableCampaignField, Shapes>(campaignFields, {
  campaignType: {
    draw: (input) => <TypeField {...input} />,
    // None yet.
    send: (type) => type || undefined,
  },
  organizationLimit: {
    draw: ({ label, props }) => (
      <TextField
        label={label}
        inputMode="numeric"
        description="How many organizations may use it; leave empty for no limit"
        {...props}
      />
    ),
    read: (limit) => (limit === null ? '' : String(limit)),
    send: (typed) => (typed.trim() === '' ? null : Number(readCode(typed))),
  },
  status: {
    draw: ({ label, props }) => (
      <ChoiceField
        label={label}
        description="For the team only. Stripe decides whether the code works."
        data={[...campaignStatuses]}
        {...props}
      />
    ),
  },
  imageMetaData: {
    draw: (input) => <ImageMetaField {...input} />,
    compare: ({ imageUrl }) => imageUrl,
    show: (url) => url && <img src={url} alt="" height={32} />,
  },
})

export const checkCampaign = campaignForm.checkBy(CampaignEdit)

interface TypeFieldProps {
  label: string
  value: CampaignType | ''
  onChange: (type: CampaignType) => void
  error?: ReactNode
}

function TypeField({ label, value, onChange, error }: TypeFieldProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Input.Wrapper label={label} labelElement="div" required error={fieldError(error)} data-path="campaignType">
      <div className={classes.chosen}>
        <span className={value ? undefined : 'quiet'}>{value || 'None chosen'}</span>
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
                  <strong>{type}</strong>
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
