import { type InvitesQuery, invites } from '@hikmah/contract/invites/endpoints'
import type { z } from 'zod'
import { read } from '../kit/api/data.ts'
import { mailWait } from '../kit/api/mail-wait.ts'
import { pageOf } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'

/** The page of invites that the address asks for, polled while one of their e-mails is queued. */
export const useInvites = (search: z.output<typeof InvitesQuery>) =>
  useList({
    ...read(invites.listInvites, { query: pageOf(search) }),
    refetchInterval: ({ state }) => mailWait(state.data?.data),
  })
