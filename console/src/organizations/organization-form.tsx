import { usStates } from '@hikmah/contract/addresses'
import type { Organization, OrganizationEdit } from '@hikmah/contract/organizations/schemas'
import {
  MAX_ORGANIZATION_NAME,
  MAX_SHORT_NAME,
  type OrganizationField,
  organizationFields,
  organizationStatuses,
  organizationStatusLabels,
  organizationStatusTones,
  organizationTypes,
} from '@hikmah/contract/organizations/words'
import { normalPhone, phoneToEdit } from '@hikmah/contract/phone'
import { describeReviewStatus, reviewNames } from '@hikmah/contract/tax-verification/words'
import type { RootOf } from '@hikmah/contract/words'
import type { UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { PhoneField } from '../kit/field/PhoneField.tsx'
import { StatusRadio } from '../kit/field/StatusRadio.tsx'
import { ChoiceField, TextArea, TextField } from '../kit/field/TextField.tsx'
import { type Draw, defineForm } from '../kit/form/define-form.tsx'
import { phoneText } from '../kit/format/texts.ts'
import { MediaField } from '../media/MediaField.tsx'

const WEBSITE_START = 'https://'

/** How many characters two texts share at their start, or at their end. */
function countShared(first: string, second: string, side: 'start' | 'end') {
  const place = (i: number) => (side === 'start' ? i : -1 - i)
  let count = 0
  while (count < Math.min(first.length, second.length) && first.at(place(count)) === second.at(place(count))) count += 1
  return count
}

/** The fixed beginning stays, even if deleted or overwritten, and a pasted address replaces it. */
export function websiteAsTyped(text: string, before: string): string {
  if (/https?:\/\//i.test(text)) return text.replace(/^.*(https?:\/\/)/i, '$1')
  const scheme = /^https?:\/\//i.exec(before)?.[0]
  if (!scheme) return `${WEBSITE_START}${text}`
  const rest = before.length - scheme.length
  const start = countShared(text, scheme, 'start')
  const end = countShared(text.slice(start), before, 'end')
  // A single character was more likely typed over everything than left over.
  const isDeletion = start + end === text.length && text.length > 1
  if (isDeletion) return scheme + before.slice(Math.max(before.length - end, scheme.length))
  const isTypedInside = end >= rest + '//'.length
  if (isTypedInside) return before
  return start >= 'https'.length ? scheme + text.slice(start) : `${WEBSITE_START}${text}`
}

type EditedFields = Pick<Organization, RootOf<OrganizationField>>

export type OrganizationValues = EditedFields & { note: string }

interface Context {
  form: UseFormReturnType<OrganizationValues>
  organization: Organization
}

interface Shapes {
  row: Organization
  values: EditedFields
  sent: z.input<typeof OrganizationEdit>
  context: Context
}

const text =
  (options?: { max?: number; type?: string; autoFocus?: boolean }): Draw<string> =>
  ({ label, props }) => <TextField label={label} {...options} {...props} />

const choice =
  (optionsFor: (value: string) => (string | { value: string; label: string })[]): Draw<string> =>
  ({ label, value, props }) => (
    <ChoiceField label={label} data={[{ value: '', label: 'None' }, ...optionsFor(value)]} {...props} />
  )

const states = Object.entries(usStates).map(([label, value]) => ({ value, label }))
const isListed = (state: string) => state === '' || states.some(({ value }) => value === state)
const showImage = (url: string) => url && <img src={url} alt="" height={32} />

const address = { section: 'Address', draw: text() }

const phone = {
  section: 'Contact',
  draw: ({ label, props }) => <PhoneField label={label} {...props} />,
  read: phoneToEdit,
  compare: (typed: string) => normalPhone(typed) ?? typed,
  show: phoneText,
} satisfies { draw: Draw<string>; [step: string]: unknown }

export const organizationForm = defineForm<OrganizationField, Shapes>(organizationFields, {
  orgName: { section: 'Organization', draw: text({ max: MAX_ORGANIZATION_NAME, autoFocus: true }) },
  orgShortName: { section: 'Organization', draw: text({ max: MAX_SHORT_NAME }) },
  orgType: {
    section: 'Organization',
    draw: choice(() => [...organizationTypes]),
    // The contract's schema refuses any other than the choices.
    send: (type) => type as OrganizationEdit['orgType'],
  },
  referredBy: { section: 'Organization', draw: text() },
  orgEmail: { section: 'Contact', draw: text({ type: 'email' }) },
  orgWebsite: {
    section: 'Contact',
    draw: ({ label, value, onChange, props }) => (
      <TextField
        label={label}
        type="url"
        {...props}
        onChange={({ currentTarget }) => onChange(websiteAsTyped(currentTarget.value, value))}
      />
    ),
    read: (website) => website || WEBSITE_START,
    compare: (website) => (website === WEBSITE_START ? '' : website),
  },
  orgAdmin: { section: 'Contact', draw: text() },
  'phoneFax.primaryPhone': phone,
  'phoneFax.secondaryPhone': phone,
  'orgAddress.line1': address,
  'orgAddress.line2': address,
  'orgAddress.city': address,
  'orgAddress.state': {
    section: 'Address',
    // A state outside the US stays selectable.
    draw: choice((state) => (isListed(state) ? states : [state, ...states])),
    show: (state) => states.find(({ value }) => value === state)?.label ?? state,
  },
  'orgAddress.country': address,
  'orgAddress.postalCode': address,
  orgStatus: {
    section: 'Status',
    draw: ({ label }, context) => <StatusInput label={label} {...context} />,
    show: (status) => organizationStatusLabels[status as Organization['orgStatus']],
  },
  orgIcon: {
    section: 'Images',
    draw: ({ label, value: { iconUrl, iconName, iconSize }, onChange, error }) => (
      <MediaField
        label={label}
        kind="icon"
        value={{ url: iconUrl, name: iconName, size: iconSize }}
        onChange={({ url, name, size }) => onChange({ iconUrl: url, iconName: name, iconSize: size })}
        error={error}
      />
    ),
    compare: ({ iconUrl }) => iconUrl,
    show: showImage,
  },
  orgLogo: {
    section: 'Images',
    draw: ({ label, value: { logoUrl, logoName, logoSize }, onChange, error }) => (
      <MediaField
        label={label}
        kind="logo"
        value={{ url: logoUrl, name: logoName, size: logoSize }}
        onChange={({ url, name, size }) => onChange({ logoUrl: url, logoName: name, logoSize: size })}
        error={error}
      />
    ),
    compare: ({ logoUrl }) => logoUrl,
    show: showImage,
  },
})

const MAX_NOTE = 200

const statusOptions = organizationStatuses.map((value) => ({
  value,
  label: organizationStatusLabels[value],
  tone: organizationStatusTones[value],
}))

/** The status, the reason for a change, and a warning if the tax papers are not approved, which never blocks saving. */
function StatusInput({ label, form, organization }: Context & { label: string }) {
  const { orgStatus } = form.values
  const isChanged = orgStatus !== organization.orgStatus
  const missingApprovals = isChanged && orgStatus === 'approved' ? listMissingApprovals(organization) : []
  return (
    <>
      <StatusRadio
        label={label}
        options={statusOptions}
        value={orgStatus}
        onChange={(status) => form.setFieldValue('orgStatus', status)}
      />
      {missingApprovals.length > 0 && (
        <Banner
          tone="warning"
          text={`Not approved yet: ${missingApprovals.join(', ')}. You can approve the organization anyway.`}
        />
      )}
      {isChanged && (
        <TextArea
          label="Reason for the change"
          description="Kept with the change, not emailed"
          max={MAX_NOTE}
          {...form.getInputProps('note')}
        />
      )}
    </>
  )
}

function listMissingApprovals({ taxIdStatus: { taxIdEinDetail, taxExemptDetail } }: Organization): string[] {
  const reviews = { ein: taxIdEinDetail.status, exemption: taxExemptDetail.status }
  return (['ein', 'exemption'] as const)
    .filter((kind) => reviews[kind] !== 'Approved')
    .map((kind) => `${reviewNames[kind]} (${describeReviewStatus(kind, reviews[kind]).label})`)
}
