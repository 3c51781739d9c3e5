import type { Organization, OrganizationEdit } from '@hikmah/contract/organizations/schemas'
import { phoneToEdit } from '@hikmah/contract/phone'
import type { UseFormReturnType } from '@mantine/form'
import { at, put } from '../kit/form/paths.ts'

/** How the website field begins; it never gets shorter. */
export const WEBSITE_START = 'https://'

/** The organization as it stands in the form. */
export const valuesOf = (it: Organization) => ({
  orgName: it.orgName,
  orgShortName: it.orgShortName,
  orgType: it.orgType,
  orgEmail: it.orgEmail,
  orgWebsite: it.orgWebsite || WEBSITE_START,
  orgAdmin: it.orgAdmin,
  phoneFax: {
    primaryPhone: phoneToEdit(it.phoneFax.primaryPhone),
    secondaryPhone: phoneToEdit(it.phoneFax.secondaryPhone),
  },
  orgAddress: it.orgAddress,
  orgStatus: it.orgStatus,
  referredBy: it.referredBy,
  orgIcon: it.orgIcon,
  orgLogo: it.orgLogo,
  note: '',
})

export type Values = ReturnType<typeof valuesOf>
export type OrganizationFormState = UseFormReturnType<Values>

/** Every field that is kept, with its name on the screen. An image is told by its address. */
export const labels = {
  orgName: 'Organization Name',
  orgShortName: 'Shortname',
  orgType: 'Org Type',
  orgEmail: 'Org Email',
  orgWebsite: 'Website',
  orgAdmin: 'Admin name',
  'phoneFax.primaryPhone': 'Primary phone',
  'phoneFax.secondaryPhone': 'Secondary phone',
  'orgAddress.line1': 'Address line 1',
  'orgAddress.line2': 'Suite',
  'orgAddress.city': 'City',
  'orgAddress.state': 'State',
  'orgAddress.country': 'Country',
  'orgAddress.postalCode': 'Postal code',
  orgStatus: 'Org Status',
  referredBy: 'Referred By',
  'orgIcon.iconUrl': 'Icon',
  'orgLogo.logoUrl': 'Logo',
}

/** What goes together when the field changes: an image with its name and size. */
const unitOf = (field: string) => field.replace(/^(orgIcon|orgLogo)\..*/, '$1')

const take = (fields: string[], from: Values, into: object) =>
  fields.map(unitOf).reduce((row, unit) => put(row, unit, at(from, unit)), into as Record<string, unknown>)

/** The body to save: the changed fields alone, and the version they were changed from. */
export function editOf(values: Values, kept: Organization): OrganizationEdit {
  const before = valuesOf(kept)
  const changed = Object.keys(labels).filter((field) => at(values, field) !== at(before, field))
  const note = changed.includes('orgStatus') && values.note !== '' ? { note: values.note } : {}
  return take(changed, values, { version: kept.version, ...note })
}

/** Their values, with yours in the given fields. */
export const withYours = (theirs: Organization, yours: Values, fields: string[]): Values =>
  // Only fields of the form are put into it, each at its own path.
  take(fields, yours, { ...valuesOf(theirs), note: yours.note }) as Values
