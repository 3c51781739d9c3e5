import { type OrganizationStatus, organizationStatusLabels } from '@hikmah/contract/list-queries'
import { usStates } from '@hikmah/contract/us-states'
import { phoneText } from '../kit/format/texts.ts'

const stateNames = new Map(Object.entries(usStates).map(([name, code]) => [code, name]))

/** A field of the form as its reader sees it. */
export function show(field: string, value: unknown) {
  const text = String(value)
  if (field === 'orgStatus') return organizationStatusLabels[text as OrganizationStatus]
  if (field.startsWith('phoneFax')) return phoneText(text)
  if (field === 'orgAddress.state') return stateNames.get(text) ?? text
  if ((field === 'orgIcon' || field === 'orgLogo') && text) return <img src={text} alt="" height={32} />
  return text
}
