import { type Activity, audit } from '@hikmah/contract/audit'
import { consolePaths } from '@hikmah/contract/console-paths'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../kit/api/api.ts'
import { read, useMay } from '../kit/api/data.ts'
import { ShowOlder, Timeline, type TimelineItem } from '../kit/display/Timeline.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { HrefLink, LinkTo, SectionHead } from '../kit/page/Page.tsx'
import classes from './audit.module.css'
import { actorText, entrySentence, entrySign, entryTitle } from './entry-words.tsx'

const LATEST = 12

/** The latest of an organization's activity, beside its facts. Only for those who may read the audit trail. */
export function ActivityPanel({ orgId }: { orgId: string }) {
  const { data, error, refetch } = useQuery(read(audit.listAudit, { query: { organization: orgId, limit: LATEST } }))
  return (
    <Panel
      title="Activity"
      link={
        <LinkTo className={classes.all} to="/organization-activity-{$id}" params={{ id: orgId }}>
          All logs
        </LinkTo>
      }
      failure={error && <LoadFailure what="The activity" error={error} onRetry={refetch} />}
      outline={<LoadingLines name="the activity" />}
      nothing="Nothing has been recorded yet."
      items={data?.data.map((entry) => ({
        key: String(entry.seq),
        ...entrySign(entry),
        title: entryTitle(entry, { isWhole: false }),
        at: entry.at,
        by: entry.actor.name,
      }))}
    />
  )
}

/** Recent events on the platform, newest first. The full audit trail is only for those who may read it. */
export function ActivitiesPanel() {
  const mayRead = useMay('audit.read')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [audit.listActivities.path],
    queryFn: ({ pageParam, signal }) => call(audit.listActivities, { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ meta }) => meta.cursor,
  })
  return (
    <Panel
      title="Activities"
      link={
        mayRead && (
          <LinkTo className={classes.all} to="/audit">
            All activities
          </LinkTo>
        )
      }
      failure={error && <LoadFailure what="The activities" error={error} onRetry={refetch} />}
      outline={<LoadingLines name="activities" lines={12} />}
      nothing="Nothing has happened yet."
      items={data && activityItems(data.pages.flatMap((page) => page.data))}
    >
      {hasNextPage && (
        <ShowOlder
          className={classes.more}
          size="xs"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        />
      )}
    </Panel>
  )
}

interface Props {
  title: string
  link: ReactNode
  failure: ReactNode
  outline: ReactNode
  nothing: string
  items: TimelineItem[] | undefined
  children?: ReactNode
}

const Panel = ({ title, link, failure, outline, nothing, items, children }: Props) => (
  <aside aria-label={title}>
    <SectionHead title={title}>{link}</SectionHead>
    {failure}
    {!items && !failure && outline}
    {items?.length === 0 && <p className="nothing">{nothing}</p>}
    {items && items.length > 0 && (
      <div className={classes.told}>
        <Timeline byDay items={items} />
      </div>
    )}
    {children}
  </aside>
)

const GONE = /\.(deleted|purged|erased)$/

/** The newest entry about something deleted says so, and was read before all others about it. */
function activityItems(entries: Activity[]) {
  const deleted = new Set(entries.filter(({ action }) => GONE.test(action)).map(({ entityId }) => entityId))
  return entries.map((entry) => ({
    key: String(entry.seq),
    ...entrySign(entry),
    title: <ActivityTitle entry={entry} isGone={deleted.has(entry.entityId)} />,
    at: entry.at,
    by: actorText(entry),
  }))
}

/** Its name leads to what it names where that has a page. */
function ActivityTitle({ entry, isGone }: { entry: Activity; isGone: boolean }) {
  const { action, entity, entityId } = entry
  const { before, name, after } = entrySentence(entry)
  const hasPage = entityId && !isGone && !GONE.test(action) && !action.endsWith('.removed')
  const path = hasPage && pages[entity]?.(entry)
  return (
    <>
      {before}
      <bdi>{path ? <HrefLink href={path}>{name}</HrefLink> : name}</bdi>
      {after}
    </>
  )
}

const pages: Partial<Record<string, (entry: Activity) => string | null>> = {
  application: ({ entityId }) => consolePaths.application(entityId),
  'contact-inquiry': ({ entityId }) => consolePaths.contactInquiry(entityId),
  'demo-request': ({ entityId }) => consolePaths.demoRequest(entityId),
  device: ({ entityId }) => `/hardware-details/${entityId}`,
  integration: ({ entityId }) => consolePaths.integration(entityId),
  invite: ({ entityId }) => `/invite-organization-${entityId}`,
  member: ({ organizationId }) => organizationId && `${consolePaths.organization(organizationId)}?tab=1`,
  order: ({ entityId }) => `/order/order-details?id=${entityId}`,
  organization: ({ entityId }) => consolePaths.organization(entityId),
  'tax-review': ({ organizationId }) => organizationId && consolePaths.taxReview(organizationId),
}
