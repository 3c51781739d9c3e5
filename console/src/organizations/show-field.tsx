import type { OrganizationStatus } from '@hikmah/contract/organizations/schemas'
import { organizationStatusLabels } from '@hikmah/contract/organizations/words'
import { usStates } from '@hikmah/contract/us-states'
import { phoneText } from '../kit/format/texts.ts'

const stateNames = new Map(Object.entries(usStates).map(([name, code]) => [code, name]))

/** A form field in readable form. */
export function show(field: string, value: unknown) {
  const text = String(value)
  if (field === 'orgStatus') return organizationStatusLabels[text as OrganizationStatus]
  if (field.startsWith('phoneFax')) return phoneText(text)
  if (field === 'orgAddress.state') return stateNames.get(text) ?? text
  if ((field === 'orgIcon' || field === 'orgLogo') && text) return <img src={text} alt="" height={32} />
  return text
}
