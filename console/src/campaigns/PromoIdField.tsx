import { campaignFields } from '@hikmah/contract/campaigns/schemas'
import type { ComponentProps } from 'react'
import { TextField } from '../kit/field/TextField.tsx'
import classes from './campaigns.module.css'

/** Shown in upper case and sent as it was typed. */
export const PromoIdField = (props: ComponentProps<typeof TextField>) => (
  <TextField
    label={campaignFields.id}
    required
    autoComplete="off"
    spellCheck={false}
    placeholder="promo_1QmStd or a code"
    description={props.readOnly ? undefined : 'The id of a promotion code, or the code itself'}
    maxLength={255}
    classNames={{ input: classes.upper ?? '' }}
    {...props}
  />
)
