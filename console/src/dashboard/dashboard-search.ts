import { InvitesQuery, OrganizationsQuery } from '@hikmah/contract/list-queries'
import { z } from 'zod'
import { searchOf } from '../kit/list/list-search.ts'

const organizationsTab = searchOf(OrganizationsQuery.extend({ tab: z.literal('0').optional() }))
const invitesTab = searchOf(InvitesQuery.extend({ tab: z.literal('1') }))

/** The tab decides whose list the rest of the address is about. */
export const dashboardSearch = (raw: Record<string, unknown>) =>
  String(raw.tab) === '1'
    ? invitesTab({ ...raw, tab: '1' })
    : organizationsTab({ ...raw, tab: raw.tab === undefined ? undefined : '0' })
