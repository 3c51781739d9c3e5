import { applications } from '@hikmah/contract/applications'
import type { Integration } from '@hikmah/contract/integrations'
import { useQuery } from '@tanstack/react-query'
import { read } from '../kit/api/data.ts'

/** The names of the applications by their ids, which are sent beside each. An archived one is among the `known` alone. */
export function useApplicationNames(known: Integration['compatibleWith'] = []): ReadonlyMap<string, string> {
  const { data } = useQuery(read(applications.listApplications, { query: {} }))
  return new Map([
    ...known.map(({ application, applicationName }) => [application, applicationName] as const),
    ...(data?.data ?? []).map(({ _id, displayName }) => [_id, displayName] as const),
  ])
}
