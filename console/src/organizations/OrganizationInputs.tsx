import type { Organization } from '@hikmah/contract/organizations/schemas'
import {
  MAX_ORGANIZATION_NAME,
  MAX_SHORT_NAME,
  type OrganizationField,
  organizationFields,
  organizationStatuses,
  organizationStatusLabels,
  organizationTypes,
} from '@hikmah/contract/organizations/words'
import { usStates } from '@hikmah/contract/us-states'
import { NativeSelect } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { fieldError } from '../kit/field/field-error.tsx'
import { PhoneField } from '../kit/field/PhoneField.tsx'
import { StatusRadio } from '../kit/field/StatusRadio.tsx'
import { TextArea, TextField } from '../kit/field/TextField.tsx'
import { FormSection } from '../kit/form/Form.tsx'
import { Banner } from '../kit/form/FormAlert.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { MediaField } from '../media/MediaField.tsx'
import { toneOfStatus } from './OrganizationStatusBadge.tsx'
import { type OrganizationFormState, websiteAsTyped } from './organization-values.ts'

interface Props {
  form: OrganizationFormState
  /** The version that is edited. */
  organization: Organization
}

type Draw = (props: Props & { label: string; field: OrganizationField }) => ReactNode

const text =
  (props?: { max?: number; type?: string; autoFocus?: boolean }): Draw =>
  ({ form, label, field }) => <TextField label={label} autoComplete="off" {...props} {...form.getInputProps(field)} />

const phone: Draw = ({ form, label, field }) => <PhoneField label={label} {...form.getInputProps(field)} />

const choice =
  (optionsFor: (value: string) => (string | { value: string; label: string })[]): Draw =>
  ({ form, label, field }) => {
    const { error, ...props } = form.getInputProps(field)
    return (
      <NativeSelect
        label={label}
        data={[{ value: '', label: 'None' }, ...optionsFor(props.value)]}
        rightSection={<Icon name="down" size={12} />}
        error={fieldError(error)}
        {...props}
      />
    )
  }

const states = Object.entries(usStates).map(([label, value]) => ({ value, label }))
const isListed = (state: string) => state === '' || states.some(({ value }) => value === state)

const website: Draw = ({ form, label }) => (
  <TextField
    label={label}
    type="url"
    autoComplete="off"
    {...form.getInputProps('orgWebsite')}
    onChange={({ currentTarget: { value } }) =>
      form.setFieldValue('orgWebsite', websiteAsTyped(value, form.values.orgWebsite))
    }
  />
)

const icon: Draw = ({ form, label }) => {
  const { iconUrl, iconName, iconSize } = form.values.orgIcon
  return (
    <MediaField
      label={label}
      kind="icon"
      value={{ url: iconUrl, name: iconName, size: iconSize }}
      onChange={({ url, name, size }) =>
        form.setFieldValue('orgIcon', { iconUrl: url, iconName: name, iconSize: size })
      }
      error={form.errors['orgIcon.iconUrl']}
    />
  )
}

const logo: Draw = ({ form, label }) => {
  const { logoUrl, logoName, logoSize } = form.values.orgLogo
  return (
    <MediaField
      label={label}
      kind="logo"
      value={{ url: logoUrl, name: logoName, size: logoSize }}
      onChange={({ url, name, size }) =>
        form.setFieldValue('orgLogo', { logoUrl: url, logoName: name, logoSize: size })
      }
      error={form.errors['orgLogo.logoUrl']}
    />
  )
}

const sections = ['Organization', 'Contact', 'Address', 'Status', 'Images'] as const

/** The section of each field, in order, and its input. */
const inputs: Record<OrganizationField, [section: (typeof sections)[number], draw: Draw]> = {
  orgName: ['Organization', text({ max: MAX_ORGANIZATION_NAME, autoFocus: true })],
  orgShortName: ['Organization', text({ max: MAX_SHORT_NAME })],
  orgType: ['Organization', choice(() => [...organizationTypes])],
  referredBy: ['Organization', text()],
  orgEmail: ['Contact', text({ type: 'email' })],
  orgWebsite: ['Contact', website],
  orgAdmin: ['Contact', text()],
  'phoneFax.primaryPhone': ['Contact', phone],
  'phoneFax.secondaryPhone': ['Contact', phone],
  'orgAddress.line1': ['Address', text()],
  'orgAddress.line2': ['Address', text()],
  'orgAddress.city': ['Address', text()],
  // A state outside the US stays selectable.
  'orgAddress.state': ['Address', choice((state) => (isListed(state) ? states : [state, ...states]))],
  'orgAddress.country': ['Address', text()],
  'orgAddress.postalCode': ['Address', text()],
  orgStatus: ['Status', (props) => <StatusInput {...props} />],
  orgIcon: ['Images', icon],
  orgLogo: ['Images', logo],
}

const entries = Object.entries(inputs) as [OrganizationField, (typeof inputs)[OrganizationField]][]

export const OrganizationInputs = (props: Props) =>
  sections.map((title) => (
    <FormSection key={title} title={title}>
      {entries
        .filter(([, [section]]) => section === title)
        .map(([field, [, draw]]) => (
          <Fragment key={field}>{draw({ ...props, field, label: organizationFields[field] })}</Fragment>
        ))}
    </FormSection>
  ))

const MAX_NOTE = 200

const options = organizationStatuses.map((value) => ({
  value,
  label: organizationStatusLabels[value],
  tone: toneOfStatus[value],
}))

interface StatusInputProps {
  label: string
  form: OrganizationFormState
  organization: Organization
}

/** The status, the reason for a change, and a warning if the tax papers are not approved, which never blocks saving. */
function StatusInput({ label, form, organization }: StatusInputProps) {
  const { orgStatus } = form.values
  const isChanged = orgStatus !== organization.orgStatus
  const open = isChanged && orgStatus === 'approved' ? openPapers(organization) : []
  return (
    <>
      <StatusRadio
        label={label}
        options={options}
        value={orgStatus}
        onChange={(status) => form.setFieldValue('orgStatus', status)}
      />
      {open.length > 0 && (
        <Banner
          tone="warning"
          text={`Not approved yet: ${open.join(', ')}. You can approve the organization anyway.`}
        />
      )}
      {isChanged && (
        <TextArea
          label="Reason for the change"
          description="Kept with the change"
          max={MAX_NOTE}
          {...form.getInputProps('note')}
        />
      )}
    </>
  )
}

/** The papers that are not approved, each with its status. */
function openPapers({ taxIdStatus: { taxIdEinDetail, taxExemptDetail } }: Organization): string[] {
  const ein = taxIdEinDetail.status ?? 'Submission Required'
  const exemption = taxExemptDetail.status ?? 'Not yet submitted'
  return [
    ein === 'Approved' ? '' : `Tax ID/EIN (${ein})`,
    exemption === 'Approved' ? '' : `Tax Exemption (${exemption})`,
  ].filter(Boolean)
}
