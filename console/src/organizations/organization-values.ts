import { OrganizationEdit } from '@hikmah/contract/edit-organization'
import type { Organization } from '@hikmah/contract/organizations'
import { normalPhone, phoneToEdit } from '@hikmah/contract/phone'
import type { UseFormReturnType } from '@mantine/form'
import { differing } from '../kit/form/conflicts.ts'
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

/** Every field that is edited, with its name on the screen. */
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
  orgIcon: 'Icon',
  orgLogo: 'Logo',
}

const sameNumber = (text: string) => normalPhone(text) ?? text

/** One shape for what means the same. An image is told by its address. */
export const comparable = (values: Values) => ({
  ...values,
  orgWebsite: values.orgWebsite === WEBSITE_START ? '' : values.orgWebsite,
  phoneFax: {
    primaryPhone: sameNumber(values.phoneFax.primaryPhone),
    secondaryPhone: sameNumber(values.phoneFax.secondaryPhone),
  },
  orgIcon: values.orgIcon.iconUrl,
  orgLogo: values.orgLogo.logoUrl,
})

/** The body to save: the changed fields alone, and the version they were changed from. */
export function editOf(values: Values, base: Organization): OrganizationEdit {
  const changed = differing(comparable(values), comparable(valuesOf(base)), labels)
  const edit = changed.reduce((body, field) => put(body, field, at(values, field)), {})
  const note = changed.includes('orgStatus') && values.note !== '' ? { note: values.note } : {}
  return OrganizationEdit.parse({ ...edit, version: base.version, ...note })
}
