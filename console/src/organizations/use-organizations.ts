import { type OrganizationsQuery, organizations } from '@hikmah/contract/organizations/endpoints'
import type { z } from 'zod'
import { read } from '../kit/api/data.ts'
import { pageOf } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'

/** The page of organizations that the address asks for. */
export const useOrganizations = (search: z.output<typeof OrganizationsQuery>) =>
  useList(read(organizations.listOrganizations, { query: pageOf(search) }))
