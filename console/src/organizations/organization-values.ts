import { getPath, type RootOf, setPath } from '@hikmah/contract/field-paths'
import { type OrganizationField, organizationFields } from '@hikmah/contract/organizations/fields'
import type { Organization, OrganizationEdit } from '@hikmah/contract/organizations/schemas'
import { normalPhone, phoneToEdit } from '@hikmah/contract/phone'
import type { UseFormReturnType } from '@mantine/form'
import { differing } from '../kit/form/conflicts.ts'

/** How the website field begins; it never gets shorter. */
const WEBSITE_START = 'https://'

/** What the website field makes of typing: its beginning stays, and an address pasted into it is taken as one. */
export function websiteAsTyped(text: string, before: string): string {
  if (/https?:\/\//i.test(text)) return text.replace(/^.*(https?:\/\/)/i, '$1')
  const isDeletedFromStart = text.length === before.length - 1 && before.startsWith(WEBSITE_START)
  return isDeletedFromStart ? before : `${WEBSITE_START}${text}`
}

export interface Values extends Pick<Organization, RootOf<OrganizationField>> {
  /** Why the status changes. */
  note: string
}
export type OrganizationFormState = UseFormReturnType<Values>

const edited = (organization: Organization) =>
  // Each field of the table is one of the organization; only Object.keys forgets it.
  Object.keys(organizationFields).reduce(
    (values, field) => setPath(values, field, getPath(organization, field)),
    {},
  ) as Omit<Values, 'note'>

/** The organization as it stands in the form. */
export const valuesOf = (organization: Organization): Values => ({
  ...edited(organization),
  orgWebsite: organization.orgWebsite || WEBSITE_START,
  phoneFax: {
    primaryPhone: phoneToEdit(organization.phoneFax.primaryPhone),
    secondaryPhone: phoneToEdit(organization.phoneFax.secondaryPhone),
  },
  note: '',
})

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
  const changed = differing(comparable(values), comparable(valuesOf(base)), organizationFields)
  const edit = changed.reduce((body, field) => setPath(body, field, getPath(values, field)), {})
  const note = changed.includes('orgStatus') && values.note !== '' ? { note: values.note } : {}
  return { ...edit, version: base.version, ...note }
}
