import { aboutTypes, type CampaignType, campaignFields, campaignTypes } from '@hikmah/contract/campaigns/schemas'
import { Button, Input, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import classes from './campaigns.module.css'

interface Props {
  value: CampaignType | ''
  onChange: (type: CampaignType) => void
  error?: ReactNode
}

/** What kind of campaign it is, chosen in a window that says what each is for. */
export function TypeField({ value, onChange, error }: Props) {
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
