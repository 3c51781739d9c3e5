import { audit } from '@hikmah/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { read } from '../kit/api/data.ts'
import { Timeline } from '../kit/display/Timeline.tsx'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './audit.module.css'
import { ChangeList, entrySign, entryTitle } from './entry-words.tsx'

const LATEST = 12
const FIELDS = 4

/** The latest of an organization's activity, beside its facts. Only for those who may read the audit trail. */
export function ActivityPanel({ orgId }: { orgId: string }) {
  const { data, error, refetch } = useQuery(read(audit.listAudit, { query: { organization: orgId, limit: LATEST } }))
  return (
    <aside aria-label="Activity">
      <SectionHead title="Activity">
        <LinkTo className={classes.all} to="/organization-activity-{$id}" params={{ id: orgId }}>
          All logs
        </LinkTo>
      </SectionHead>
      {error && <LoadFailure what="The activity" error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name="the activity" />}
      {data?.data.length === 0 && <p className="nothing">Nothing has been recorded yet.</p>}
      {data && data.data.length > 0 && (
        <div className={classes.timeline}>
          <Timeline
            byDay
            items={data.data.map((entry) => ({
              key: String(entry.seq),
              ...entrySign(entry),
              title: entryTitle(entry),
              at: entry.at,
              by: entry.actor.name,
              text: <ChangeList entry={entry} most={FIELDS} />,
            }))}
          />
        </div>
      )}
    </aside>
  )
}
