import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { OrganizationRow } from '@hikmah/contract/organizations/schemas'
import { isBlocked, organizationName } from '@hikmah/contract/organizations/words'
import type { ReactNode } from 'react'
import { read } from '../kit/api/data.ts'
import { SearchSelect } from '../kit/field/SearchSelect.tsx'
import { breakable } from '../kit/format/breakable.tsx'

const MAX_SHOWN = 20

export type Picked = Pick<OrganizationRow, '_id' | 'orgName'>

interface Props {
  value: Picked | undefined
  onChange: (organization: Picked) => void
  refuses?: (organization: OrganizationRow) => string | false
  error?: ReactNode
}

/** Why an organization cannot receive devices, for the list to choose from. */
export const mayNotReceive = ({ orgStatus }: OrganizationRow) =>
  isBlocked(orgStatus) && 'Blocked, and cannot receive devices'

export const OrganizationPicker = (props: Props) => (
  <SearchSelect
    label="Organization"
    placeholder="Name, email, phone, EIN or place"
    nothing="No organization matches"
    ask={(q) => read(organizations.listOrganizations, { query: { q, page: 1, limit: MAX_SHOWN } })}
    nameOf={({ orgName }: Picked) => organizationName(orgName)}
    detailOf={({ orgEmail }) => breakable(orgEmail)}
    {...props}
  />
)
