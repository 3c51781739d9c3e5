import type { CallParts, Data, Input, Meta } from '@hikmah/contract/endpoint'
import type { MailStatus } from '@hikmah/contract/mails'
import type { Permission } from '@hikmah/contract/permissions'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import {
  MutationCache,
  QueryClient,
  queryOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { type Answer, ApiError, call, type Failure } from './api.ts'

/** The query of an endpoint: key, fetcher and types. Its data is `{ data, meta }`. */
export const read = <E extends CallParts>(endpoint: E, input: Input<E>, options?: { withoutToken: boolean }) =>
  queryOptions<{ data: Data<E>; meta: Meta<E> }, ApiError>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { ...options, signal }),
  })

/** A query that needs only a part of the response. */
export type PartQuery<Part> = UseQueryOptions<unknown, ApiError, Part>

export const readPart = <E extends CallParts, Part>(
  endpoint: E,
  input: Input<E>,
  part: (data: Data<E>, meta: Meta<E>) => Part,
): PartQuery<Part> =>
  ({
    ...read(endpoint, input),
    select: ({ data, meta }: { data: Data<E>; meta: Meta<E> }) => part(data, meta),
  }) as PartQuery<Part>

interface Outcome<E> {
  /** Leaves the page of what was deleted, before everything on screen is read again. */
  leave?: () => unknown
  success?: (data: Data<E>, message: string | undefined) => unknown
  error?: (failure: Failure<E>) => unknown
}

/** Sends no second call before the response: a button may be pressed twice before it shows as busy. */
export function useWrite<E extends CallParts>(endpoint: E, { leave, success, error }: Outcome<E> = {}) {
  const isRunning = useRef(false)
  const mutation = useMutation<Answer<E>, Failure<E>, Input<E>>({
    mutationFn: async (input) => {
      const answer = await call(endpoint, input)
      await leave?.()
      return answer
    },
    onSuccess: ({ data, message }) => success?.(data, message),
    onError: (failure) => error?.(failure),
    onSettled: () => {
      isRunning.current = false
    },
  })
  const mutate: typeof mutation.mutate = (...args) => {
    if (isRunning.current) return
    isRunning.current = true
    mutation.mutate(...args)
  }
  return { ...mutation, mutate }
}

/** `onSaved` runs after every write, before what is on screen is read again. */
export function createQueryClient(onSaved: () => void): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: () => {
        onSaved()
        void client.invalidateQueries()
      },
    }),
    defaultOptions: {
      queries: {
        // The console may well run beside its server on a machine that calls itself offline.
        networkMode: 'always',
        staleTime: 2_000,
        retry: (failures, error) =>
          failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** How often a screen that shows emails is read again, in milliseconds: not at all, once none of them is queued. */
export const mailWait = (mails: { mailStatus: MailStatus | null }[] | undefined) =>
  mails?.some(({ mailStatus }) => mailStatus === 'queued') ? 5000 : false

export const currentUser = read(signIn.getCurrentUser, {})

/** Loaded before any screen of the console shows. */
export const useCurrentUser = () => useSuspenseQuery(currentUser).data.data

/** For the frame, which renders before the user is loaded. */
export const useCurrentUserIfLoaded = () => useQuery(currentUser).data?.data

/** Whether the person may do this. It only hides and disables; the server enforces it. */
export const useMay = (permission: Permission) => useCurrentUser().permissions.includes(permission)
