import { type Activity, audit } from '@hikmah/contract/audit'
import { consolePaths } from '@hikmah/contract/console-paths'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ApiError, call } from '../kit/api/api.ts'
import { useMay } from '../kit/api/current-user.ts'
import { ShowOlder, Timeline } from '../kit/display/Timeline.tsx'
import { AddressTo, LinkTo } from '../kit/page/LinkTo.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './audit.module.css'
import { actorText, entrySign, entryVerb } from './entry-words.tsx'

/** Recent events on the platform, newest first. The full audit trail is only for those who may read it. */
export function ActivitiesPanel() {
  const mayRead = useMay('audit.read')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [audit.listActivities.path],
    queryFn: ({ pageParam, signal }) => call(audit.listActivities, { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ meta }) => meta.cursor,
  })
  const entries = data?.pages.flatMap((page) => page.data)
  return (
    <aside aria-label="Activities">
      <SectionHead title="Activities">
        {mayRead && (
          <LinkTo className={classes.all} to="/audit">
            All activities
          </LinkTo>
        )}
      </SectionHead>
      {error && <LoadFailure what="The activities" error={error as ApiError} onRetry={refetch} />}
      {!entries && !error && <LoadingLines name="activities" lines={12} />}
      {entries?.length === 0 && <p className="nothing">Nothing has happened yet.</p>}
      {entries && entries.length > 0 && (
        <div className={classes.told}>
          <Timeline byDay items={itemsOf(entries)} />
        </div>
      )}
      {hasNextPage && (
        <ShowOlder
          className={classes.more}
          size="xs"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        />
      )}
    </aside>
  )
}

/** What was deleted is known by its newest entry, which was read before all others about it. */
function itemsOf(entries: Activity[]) {
  const deleted = new Set(entries.filter(({ action }) => action.endsWith('.deleted')).map(({ entityId }) => entityId))
  return entries.map((entry) => ({
    key: String(entry.seq),
    ...entrySign(entry),
    title: <Told entry={entry} isGone={deleted.has(entry.entityId)} />,
    at: entry.at,
    by: actorText(entry),
  }))
}

/** `Invite sent: Masjid Quba`, the name leading to what it names where that has a page. */
function Told({ entry, isGone }: { entry: Activity; isGone: boolean }) {
  const { entityName } = entry
  const words = entryVerb(entry)
  const address = isGone ? null : addressOf(entry)
  if (entityName === '') return words
  return (
    <>
      {words}: {address ? <AddressTo href={address}>{entityName}</AddressTo> : entityName}
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

/** What was deleted no longer has a page. */
const addressOf = (entry: Activity) =>
  entry.entityId && !/\.(deleted|removed)$/.test(entry.action) ? (pages[entry.entity]?.(entry) ?? null) : null
