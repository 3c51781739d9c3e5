import type { ReactNode } from 'react'
import type { ApiError } from '../api/api.ts'
import { Banner } from '../feedback/FormAlert.tsx'
import { EmptyState, LoadFailure } from './ListStates.tsx'
import { DetailOutline, FormOutline, LoadingLines } from './Outlines.tsx'
import { LinkTo, Page } from './Page.tsx'

export const REMOVED_OR_INCOMPLETE = 'It may have been removed, or the link is incomplete.'

interface Props<Data> {
  /** Such as "Organization". */
  name: string
  query: { data: { data: Data } | undefined; error: ApiError | null; refetch: () => unknown }
  /** While it loads. */
  shape?: keyof typeof outlines | undefined
  trail?: ReactNode[]
  /** Where the thing does not exist. */
  wayBack: ReactNode
  children: (data: Data) => ReactNode
}

const outlines = { detail: DetailOutline, form: FormOutline, lines: LoadingLines }

const DELETED_MEANWHILE = 'Somebody may have deleted it. Your input stays here so you can copy it.'

/** A page about one thing. A form stays when the thing is deleted, as it may hold input. */
export function LoadedPage<Data>({ name, query, shape = 'lines', trail, wayBack, children }: Props<Data>) {
  const { data, error, refetch } = query
  const Outline = outlines[shape]
  const isGone = error?.status === 404
  if (data && (!isGone || shape === 'form')) {
    return (
      <>
        {isGone && <Banner tone="danger" text={`This ${name.toLowerCase()} no longer exists. ${DELETED_MEANWHILE}`} />}
        {children(data.data)}
      </>
    )
  }
  // The server answers 400 to a malformed id.
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

/** For people whose role may not see `what`, such as "Finance". */
export const ClosedPage = ({ title, what }: { title: string; what: string }) => (
  <Page title={title}>
    <EmptyState
      title={`${what} is for owners and admins`}
      text="Your role does not have access to it."
      action={<DashboardLink />}
    />
  </Page>
)
