import type { Organization, OrganizationEdit } from '@hikmah/contract/organizations/schemas'
import { type OrganizationField, organizationFields } from '@hikmah/contract/organizations/words'
import { normalPhone, phoneToEdit } from '@hikmah/contract/phone'
import { getPath, type RootOf, setPath } from '@hikmah/contract/words'
import type { UseFormReturnType } from '@mantine/form'
import { differing } from '../kit/form/conflicts.ts'

/** The fixed beginning of the website field. */
const WEBSITE_START = 'https://'

/** How many characters two texts share at their start and at their end. */
function sameSigns(one: string, other: string, at: (i: number) => number) {
  let count = 0
  while (count < Math.min(one.length, other.length) && one.at(at(count)) === other.at(at(count))) count += 1
  return count
}
const sameStart = (one: string, other: string) => sameSigns(one, other, (i) => i)
const sameEnd = (one: string, other: string) => sameSigns(one, other, (i) => -1 - i)

/**
 * Handles input in the website field: the fixed beginning stays, even if deleted or overwritten, and a pasted address
 * replaces it.
 */
export function websiteAsTyped(text: string, before: string): string {
  if (/https?:\/\//i.test(text)) return text.replace(/^.*(https?:\/\/)/i, '$1')
  const scheme = /^https?:\/\//i.exec(before)?.[0]
  if (!scheme) return `${WEBSITE_START}${text}`
  const rest = before.length - scheme.length
  const start = sameStart(text, scheme)
  const end = sameEnd(text.slice(start), before)
  // A single character was more likely typed over everything than left over.
  const isDeletion = start + end === text.length && text.length > 1
  if (isDeletion) return scheme + before.slice(Math.max(before.length - end, scheme.length))
  const isTypedInside = end >= rest + '//'.length
  if (isTypedInside) return before
  return start >= 'https'.length ? scheme + text.slice(start) : `${WEBSITE_START}${text}`
}

export interface Values extends Pick<Organization, RootOf<OrganizationField>> {
  /** Why the status changes. */
  note: string
}
export type OrganizationFormState = UseFormReturnType<Values>

const edited = (organization: Organization) =>
  // Each field of the table belongs to the organization; only Object.keys loses that type.
  Object.keys(organizationFields).reduce(
    (values, field) => setPath(values, field, getPath(organization, field)),
    {},
  ) as Omit<Values, 'note'>

/** The organization as the form holds it. */
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

/** Normalizes values with the same meaning. An image is compared by its address. */
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

/**
 * The body to save: the changed fields alone, and the version they were changed from. As by the customer's own client,
 * `deen_fund_side_info` is always sent empty.
 */
export function editOf(values: Values, base: Organization): OrganizationEdit {
  const changed = differing(comparable(values), comparable(valuesOf(base)), organizationFields)
  const edit = changed.reduce((body, field) => setPath(body, field, getPath(values, field)), {})
  const note = changed.includes('orgStatus') && values.note !== '' ? { note: values.note } : {}
  return { ...edit, deen_fund_side_info: {}, version: base.version, ...note }
}
