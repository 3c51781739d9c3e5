import type { contactInquiries } from '@hikmah/contract/contact-inquiries/calls'
import type { demoRequests } from '@hikmah/contract/demo-requests/calls'
import type { ArrivalKind } from '@hikmah/contract/navigation/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { navigationCounts } from '../sitemap/navigation-counts.ts'

type Demo = typeof demoRequests
type Inquiries = typeof contactInquiries

/** How many of these wait as New; undefined until it is known, and for who may not see them. */
export function useWaiting(of: readonly ArrivalKind[]): number | undefined {
  const { data } = useQuery(navigationCounts)
  const waiting = of.map((kind) => data?.data[kind]?.waiting)
  return waiting.reduce((sum, count) => (sum === undefined || count === undefined ? undefined : sum + count), 0)
}

/** What is read again when something of a kind has changed. */
const pathsOf: Record<ArrivalKind, unknown[]> = {
  demoRequests: ['/dc-website/demoRequest', '/dc-website/demoRequest/:id'] satisfies Demo[keyof Demo]['path'][],
  contactInquiries: ['/dc-contact-us', '/dc-contact-us/:id'] satisfies Inquiries[keyof Inquiries]['path'][],
}

/** Has whatever shows things of a kind read again when some arrived or changed. */
export function useArrivals(kind: ArrivalKind) {
  const client = useQueryClient()
  const { data: mark } = useQuery({ ...navigationCounts, select: ({ data }) => data[kind]?.mark })
  const seen = useRef(mark)

  useEffect(() => {
    if (seen.current !== undefined && seen.current !== mark) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => pathsOf[kind].includes(queryKey[0]) })
    }
    seen.current = mark
  }, [client, kind, mark])
}
