import type { ReactNode } from 'react'
import type { ApiError } from '../api/api.ts'
import { Banner } from '../feedback/FormAlert.tsx'
import { LinkTo } from './LinkTo.tsx'
import { EmptyState, LoadFailure } from './ListStates.tsx'
import { DetailOutline, FormOutline, LoadingLines } from './Outlines.tsx'
import { Page } from './Page.tsx'

export const REMOVED_OR_INCOMPLETE = 'It may have been removed, or the link is incomplete.'

interface Props<Data> {
  /** What the page is about, such as "Organization". */
  name: string
  /** The result of `useQuery(read(endpoint, …))`. */
  query: { data: { data: Data } | undefined; error: ApiError | null; refetch: () => unknown }
  /** The outline to show while it loads. */
  shape?: keyof typeof outlines | undefined
  trail?: ReactNode[]
  /** The way back when it does not exist. */
  wayBack: ReactNode
  children: (data: Data) => ReactNode
}

const outlines = { detail: DetailOutline, form: FormOutline, lines: LoadingLines }

const KEPT_TO_COPY = 'Somebody may have deleted it. Your input stays here so you can copy it.'

/**
 * A page about one thing: loading, failed, not found or loaded. A form stays when the thing is deleted, as it may hold
 * input.
 */
export function LoadedPage<Data>(props: Props<Data>) {
  const { name, query, shape = 'lines', trail, wayBack, children } = props
  const { data, error, refetch } = query
  const Outline = outlines[shape]
  const isGone = error?.status === 404
  if (data && (!isGone || shape === 'form')) {
    return (
      <>
        {isGone && <Banner tone="danger" text={`This ${name.toLowerCase()} no longer exists. ${KEPT_TO_COPY}`} />}
        {children(data.data)}
      </>
    )
  }
  // The server returns 400 if the id in the address is malformed.
  if (isGone || error?.status === 400) {
    return (
      <Page title={`${name} not found`} trail={trail}>
        <EmptyState title={`There is no such ${name.toLowerCase()}`} text={REMOVED_OR_INCOMPLETE} action={wayBack} />
      </Page>
    )
  }
  return (
    <Page title={name} trail={trail} isUnnamed={!error}>
      {error ? (
        <LoadFailure what={`The ${name.toLowerCase()}`} error={error} onRetry={refetch} />
      ) : (
        <Outline name={`the ${name.toLowerCase()}`} />
      )}
    </Page>
  )
}

export const DashboardLink = () => <LinkTo to="/dashboard">Go to the dashboard</LinkTo>

/** Shown instead of a page to people whose role may not see `what`, such as "Finance". */
export const ClosedPage = ({ title, what }: { title: string; what: string }) => (
  <Page title={title}>
    <EmptyState
      title={`${what} is for owners and admins`}
      text="Your role does not have access to it."
      action={<DashboardLink />}
    />
  </Page>
)
