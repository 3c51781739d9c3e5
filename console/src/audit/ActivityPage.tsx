import { type AuditEntry, audit } from '@hikmah/contract/audit'
import { organizations } from '@hikmah/contract/organizations'
import { TextInput } from '@mantine/core'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../kit/current-user.ts'
import { read } from '../kit/data.ts'
import { ButtonLink } from '../kit/LinkTo.tsx'
import { EmptyState, LoadFailure, NothingFound } from '../kit/ListStates.tsx'
import { LoadingLines } from '../kit/LoadingLines.tsx'
import { Page } from '../kit/Page.tsx'
import { Timeline } from '../kit/Timeline.tsx'
import { OrganizationLink, OrganizationsLink } from '../organization-detail/OrganizationLink.tsx'
import { ActorField } from './ActorField.tsx'
import classes from './audit.module.css'
import { entrySign, entryTitle } from './audit-words.ts'
import { ChangeList } from './ChangeList.tsx'
import { useVerifyTrail } from './verify-trail.tsx'

const route = getRouteApi('/console/organization-activity-{$id}')

/** A day of the address in the reader's own zone. */
const startOf = (day: string) => new Date(`${day}T00:00`).toISOString()
const endOf = (day: string) => new Date(`${day}T23:59:59.999`).toISOString()

/** Everything that happened to one organization, newest first. */
export function ActivityPage() {
  const { id } = route.useParams()
  const mayRead = useMay('audit.read')
  const { data } = useQuery(read(organizations.readOrganization, { params: { id } }))
  const name = data?.data.orgName || 'Organization'
  const verify = useVerifyTrail()
  return (
    <Page
      title="Activity"
      action={mayRead && verify.button}
      sub={data && `Everything that happened to ${name}, newest first.`}
      trail={[
        <OrganizationsLink key="all" />,
        <OrganizationLink key="one" id={id}>
          {name}
        </OrganizationLink>,
      ]}
    >
      {mayRead ? (
        <>
          {verify.verdict}
          <Activity id={id} />
        </>
      ) : (
        <EmptyState
          title="The activity is for owners and admins"
          text="Your role may not read the audit trail."
          action={<OrganizationLink id={id}>Go to the organization</OrganizationLink>}
        />
      )}
    </Page>
  )
}

function Activity({ id }: { id: string }) {
  const { actor, from, to, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (to: Record<string, string | undefined>) =>
    navigate({ search: (search) => ({ ...search, cursor: undefined, ...to }), resetScroll: false })
  const entries = useQuery({
    ...read(audit.listAudit, {
      query: { organization: id, actor, from: from && startOf(from), to: to && endOf(to), cursor },
    }),
    placeholderData: keepPreviousData,
  })
  const day = (name: 'from' | 'to', label: string, value = '') => (
    <TextInput
      type="date"
      size="xs"
      label={label}
      value={value}
      onChange={({ currentTarget }) => void change({ [name]: currentTarget.value || undefined })}
    />
  )
  return (
    <>
      <div className={classes.filters}>
        <ActorField
          value={actor}
          known={[...new Set(entries.data?.data.map((entry) => entry.actor.name))]}
          onChange={(name) => change({ actor: name })}
        />
        {day('from', 'From', from)}
        {day('to', 'To', to)}
      </div>
      <Entries
        query={entries}
        isNarrowed={Boolean(actor || from || to || cursor)}
        onClear={() => change({ actor: undefined, from: undefined, to: undefined })}
      />
    </>
  )
}

interface EntriesProps {
  query: UseQueryResult<{ data: AuditEntry[]; meta: { cursor?: number } }>
  isNarrowed: boolean
  onClear: () => unknown
}

function Entries({ query: { data, error, refetch, isPlaceholderData }, isNarrowed, onClear }: EntriesProps) {
  const { cursor } = route.useSearch()
  if (error) return <LoadFailure what="The activity" error={error} onRetry={refetch} />
  if (!data) return <LoadingLines name="The activity" lines={12} />
  if (data.data.length === 0) {
    if (isNarrowed) return <NothingFound onClear={onClear} />
    return <EmptyState title="Nothing yet" text="What changes about this organization is written down here." />
  }
  const older = data.meta.cursor
  return (
    <div className={classes.timeline} aria-busy={isPlaceholderData}>
      <Timeline byDay items={data.data.map(itemOf)} />
      {(older || cursor) && (
        <nav className={classes.turn} aria-label="Pages">
          {cursor && (
            <ButtonLink variant="default" to="." search={(search) => ({ ...search, cursor: undefined })}>
              Newest
            </ButtonLink>
          )}
          {older && (
            <ButtonLink variant="default" to="." search={(search) => ({ ...search, cursor: older })}>
              Older
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  )
}

const itemOf = (entry: AuditEntry) => ({
  key: String(entry.seq),
  ...entrySign(entry),
  title: entryTitle(entry),
  at: entry.at,
  by: entry.actor.kind === 'staff' ? entry.actor.name : `${entry.actor.name} (${entry.actor.kind})`,
  text: (
    <>
      <ChangeList changes={entry.changes} />
      <details className={classes.request}>
        <summary>Request</summary>
        Entry {entry.seq}, request <code>{entry.requestId || 'unknown'}</code>, from {entry.ip || 'unknown'}
      </details>
    </>
  ),
})
