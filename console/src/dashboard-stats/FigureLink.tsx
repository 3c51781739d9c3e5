import { InvitesQuery } from '@hikmah/contract/invites/endpoints'
import { OrganizationsQuery } from '@hikmah/contract/organizations/endpoints'
import { linkOptions } from '@tanstack/react-router'
import { searchOf } from '../kit/list/list-search.ts'

interface Figure {
  /** The list of the rows that it counts, in the words of the list's address. */
  list: Record<string, string>
}

export const organizationsLink = ({ list }: Figure) =>
  linkOptions({ to: '/dashboard', search: searchOf(OrganizationsQuery)(list) })

export const invitesLink = ({ list }: Figure) =>
  linkOptions({ to: '/dashboard', search: { ...searchOf(InvitesQuery)(list), tab: '1' } })
