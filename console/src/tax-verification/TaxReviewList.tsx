import { irsRegistry } from '@hikmah/contract/irs-registry/endpoints'
import { type VerdictGroup, verdictGroupNames, verdictGroups } from '@hikmah/contract/irs-registry/words'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import {
  decisionFields,
  IRS_RECORD,
  LONG_WAIT,
  MINE,
  NO_PAPER,
  RECORD_CHANGED_SINCE,
  TIME_PER_DECISION,
  waitingKindNames,
} from '@hikmah/contract/tax-verification/words'
import { Button, Kbd } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { download, saveAs } from '../kit/api/api.ts'
import { read, useMay } from '../kit/api/data.ts'
import { notifyFailure } from '../kit/feedback/messages.tsx'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { useAction } from '../kit/form/action.ts'
import { SEARCH_ORGANIZATIONS } from '../kit/format/texts.ts'
import { Glyph } from '../kit/icons/glyphs.tsx'
import { ListTable, tabCount, titleCount, useList } from '../kit/list/ListTable.tsx'
import { choiceFilter, ListToolbar, Toggle } from '../kit/list/ListToolbar.tsx'
import { LinkTo, Page } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import {
  openReviewAt,
  queueOf,
  type ReviewsSearch,
  type ReviewView,
  readQueue,
  reviewsQuery,
  waitingListKinds,
} from './queue-search.ts'
import classes from './review.module.css'
import { reviewColumns } from './review-columns.tsx'

const { listTaxReviews, exportTaxReviews } = taxVerification
const route = getRouteApi('/console/reviews')

interface View {
  label: string
  sortedBy: string
  empty: { title: string; text: string }
}

const views: Record<ReviewView, View> = {
  waiting: {
    label: 'WAITING',
    sortedBy: 'waitingSince',
    empty: {
      title: 'No reviews waiting',
      text: 'Organizations appear here when they submit their EIN or exemption.',
    },
  },
  decided: {
    label: 'DECIDED',
    sortedBy: '-decidedAt',
    empty: { title: 'No reviews decided yet', text: 'Decisions appear here, latest first.' },
  },
  papers: {
    label: 'WAITING FOR PAPERS',
    sortedBy: 'linkEndsAt',
    empty: {
      title: 'No papers awaited',
      text: 'A review that is asked for papers waits here until they arrive or the link ends.',
    },
  },
}

const records = verdictGroups.map((value) => ({ value, label: verdictGroupNames[value] }))

export function TaxReviewList() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const view = search.view ?? 'waiting'
  const { sortedBy, empty } = views[view]
  const reviews = useList(read(listTaxReviews, { query: reviewsQuery(search) }))
  const mayDecide = useMay('tax-verification.decide')
  const meta = reviews.data?.meta
  return (
    <Page
      title="Reviews"
      count={titleCount(meta)}
      action={
        mayDecide && (
          <>
            <LinkTo to="/review-times">{TIME_PER_DECISION}</LinkTo>
            <ExportReviews search={search} />
            {view === 'waiting' && <OpenOldest search={search} />}
          </>
        )
      }
    >
      <NoRegistryNotice />
      <PageTabs
        label="Reviews"
        value={view}
        onChange={(to) =>
          void navigate({
            search: ({ q, record }) => ({ q, record, view: to === 'waiting' ? undefined : to }),
            resetScroll: false,
          })
        }
        tabs={(['waiting', 'decided', 'papers'] as const).map((value) => ({
          value,
          label: views[value].label,
          // The other lists drop the toggles, which leave nothing of them.
          count: (search.mine || search.longWait) && value !== view ? undefined : tabCount(meta, value),
        }))}
      >
        <ListToolbar
          searchLabel={mayDecide ? 'Search name, EIN, city' : SEARCH_ORGANIZATIONS}
          statuses={records}
          param="record"
          paramLabel={IRS_RECORD}
          countOf={(group) => recordCount(search, group as VerdictGroup | undefined)}
          meta={meta}
          filters={
            view === 'waiting'
              ? [
                  choiceFilter(
                    'status',
                    'Waiting',
                    search.status,
                    waitingListKinds.map((value) => ({
                      value,
                      label: [waitingKindNames[value], tabCount(meta, value)].filter(Boolean).join(', '),
                      chip: `${waitingKindNames[value]} only`,
                    })),
                  ),
                ]
              : []
          }
        >
          {view === 'waiting' && (
            <div className={classes.toggles}>
              {mayDecide && (
                <Toggle name="mine" count={tabCount(meta, 'mine')}>
                  {MINE}
                </Toggle>
              )}
              <Toggle name="noPaper" count={tabCount(meta, 'noPaper')}>
                {NO_PAPER}
              </Toggle>
              <Toggle name="longWait" count={tabCount(meta, 'longWait')}>
                {LONG_WAIT}
              </Toggle>
            </div>
          )}
          {view === 'decided' && (
            <div className={classes.toggles}>
              {mayDecide && (
                <Toggle name="mine" count={tabCount(meta, 'mine')}>
                  Decided by me
                </Toggle>
              )}
              <Toggle name="changed" count={tabCount(meta, 'changed')}>
                {RECORD_CHANGED_SINCE}
              </Toggle>
              <Toggle name="against" glyph="unequal" count={tabCount(meta, 'against')}>
                {decisionFields.against}
              </Toggle>
            </div>
          )}
        </ListToolbar>
        <div className={classes.reviews}>
          <ListTable
            name="Reviews"
            one="review"
            query={reviews}
            columns={reviewColumns[view]}
            rowKey={({ organizationId }) => organizationId}
            sortedBy={sortedBy}
            isWide
            empty={empty}
          />
        </div>
      </PageTabs>
    </Page>
  )
}

/** The name of a record among the counts: those of what waits have it alone. */
function recordCount({ view, changed }: ReviewsSearch, group: VerdictGroup | undefined) {
  const list = changed ? 'changed' : view
  if (!list) return group ?? 'waiting'
  return group ? `${list}-${group}` : list
}

/** Without the files of the IRS no review has a verdict. */
function NoRegistryNotice() {
  const mayRead = useMay('irs-registry.read')
  const { data } = useQuery({ ...read(irsRegistry.listRegistrySources, {}), enabled: mayRead })
  if (data?.data.length !== 0) return null
  return (
    <p className={classes.noRegistry} role="status">
      <Glyph name="slash" size={14} /> No IRS files are in place: every EIN reads “Not checked”.{' '}
      <LinkTo to="/irs-registry">Open the IRS registry</LinkTo>
    </p>
  )
}

function OpenOldest({ search }: { search: ReviewsSearch }) {
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const queue = { ...queueOf(search), sort: undefined }

  async function open() {
    const { data } = await client.fetchQuery(readQueue(queue))
    if (data[0]) await navigate(openReviewAt(data[0].organizationId, queue))
  }
  const start = () => void open().catch(tellFailure)
  useShortcut('G R', OPEN_OLDEST, start)
  return (
    <Button onClick={start}>
      {OPEN_OLDEST}
      <span className={classes.keys} aria-hidden="true">
        <Kbd size="xs">G</Kbd>
        <Kbd size="xs">R</Kbd>
      </span>
    </Button>
  )
}

const tellFailure = ({ message }: Error) => notifyFailure(message)

const OPEN_OLDEST = 'Open oldest'

/** What the list shows, on all its pages. */
function ExportReviews({
  search: { view, sort: _sort, page: _page, limit: _limit, ...filter },
}: {
  search: ReviewsSearch
}) {
  const save = useAction(async () => {
    const query = { ...filter, status: view ?? filter.status }
    await download(exportTaxReviews, { query }).then((file) => saveAs(file, 'reviews.csv'), tellFailure)
  })
  return (
    <Button
      className={classes.export}
      variant="default"
      loading={save.isRunning}
      onClick={() => void save.run(undefined)}
    >
      Export CSV
    </Button>
  )
}
