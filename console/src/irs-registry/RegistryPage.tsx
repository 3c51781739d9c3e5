import { irsRegistry, type KeptSource, type RegistryImport } from '@hikmah/contract/irs-registry/endpoints'
import {
  describeImportStatus,
  IRS_REGISTRY,
  isImportOver,
  listFileNames,
  type RegistryKind,
  registryKindNames,
  registryKinds,
  STALE_DAYS,
} from '@hikmah/contract/irs-registry/words'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { confirm, notifyFailure } from '../kit/feedback/messages.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { countText, formatDate, plural } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable, useList } from '../kit/list/ListTable.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { ClosedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { ColumnHeads, Page, SectionHead } from '../kit/page/Page.tsx'
import classes from './irs-registry.module.css'

const SourcesTable = ({ sources }: { sources: KeptSource[] }) => (
  <table className={classes.table} aria-label="Files in place">
    <ColumnHeads names={['File', 'Published', 'Age', 'Rows', 'Imported', 'SHA-256']} />
    <tbody>
      {registryKinds.map((kind) => (
        <SourceRow key={kind} kind={kind} source={sources.find((file) => file.kind === kind)} />
      ))}
    </tbody>
  </table>
)

function SourceRow({ kind, source }: { kind: RegistryKind; source: KeptSource | undefined }) {
  if (!source)
    return (
      <tr>
        <th scope="row">{registryKindNames[kind]}</th>
        <td colSpan={5}>Not imported yet</td>
      </tr>
    )
  return (
    <tr>
      <th scope="row">
        {registryKindNames[kind]}
        <small title={source.fileNames.join(', ')}>{listFileNames(source.fileNames)}</small>
      </th>
      <td>
        <time dateTime={source.snapshotOn}>{formatDay(source.snapshotOn)}</time>
      </td>
      <td>
        {source.isStale ? (
          <StatusBadge tone="warning" bare>{`${plural(source.age, 'day')}, over ${STALE_DAYS}`}</StatusBadge>
        ) : (
          plural(source.age, 'day')
        )}
      </td>
      <td>
        {countText(source.rows)} <span className={classes.unit}>{source.rows === 1 ? 'row' : 'rows'}</span>
      </td>
      <td>
        <When at={source.importedAt} />
        <small>by {source.importedBy}</small>
      </td>
      <td>
        <code translate="no" title={source.sha256}>
          {source.sha256.slice(0, 16)}…
        </code>
      </td>
    </tr>
  )
}

// Files are imported once a month.
const ImportDialog = lazy(() => import('./ImportDialog.tsx').then((it) => ({ default: it.ImportDialog })))

const route = getRouteApi('/console/irs-registry')

export function RegistryPage() {
  const mayRead = useMay('irs-registry.read')
  return mayRead ? <Registry /> : <ClosedPage title={IRS_REGISTRY} what="The registry" />
}

export const readSources = read(irsRegistry.listRegistrySources, {})

function Registry() {
  const [isChoosing, setChoosing] = useState(false)
  const mayImport = useMay('irs-registry.import')
  const { data, error, refetch } = useQuery(readSources)
  const sources = data?.data
  return (
    <Page
      title={IRS_REGISTRY}
      sub={<Verdict sources={sources ?? []} />}
      action={
        <GuardedButton reason={!mayImport && 'Only owners can import IRS files'} onClick={() => setChoosing(true)}>
          Import files
        </GuardedButton>
      }
    >
      <UnderWay />
      {error && <LoadFailure what="The files in place" error={error} onRetry={refetch} />}
      {!sources && !error && <LoadingLines name="the files in place" />}
      {sources && <SourcesTable sources={sources} />}
      <History />
      {isChoosing && (
        <Suspense>
          <ImportDialog onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/** Whether reviews can rely on what is here, and otherwise what to do. */
function Verdict({ sources }: { sources: KeptSource[] }) {
  const [oldest] = sources.map(({ snapshotOn }) => snapshotOn).toSorted()
  if (!oldest) return ABOUT
  const missing = registryKinds.filter((kind) => !sources.some((source) => source.kind === kind))
  const problem = sources.some(({ isStale }) => isStale)
    ? `A file is over ${STALE_DAYS} days old. The IRS publishes new ones every month: import them before you rely on what is here.`
    : missing.length > 0 && `Import what is missing: ${missing.map((kind) => registryKindNames[kind]).join(', ')}.`
  if (problem)
    return (
      <span className={classes.warning} role="note">
        {problem}
      </span>
    )
  return `Up to date. IRS files of ${formatDay(oldest)}.`
}

const ABOUT = 'What the IRS publishes about exempt organizations. Reviews are checked against it by EIN and name.'

/** A day without a time zone, read as noon so that it is the same day everywhere. */
const formatDay = (day: string) => formatDate(`${day}T12:00:00`, 'll')

const SOON_MS = 1000
const LATER_MS = 10_000

/** Polls a running import every second; everything else is read again when it ends. */
function UnderWay() {
  const client = useQueryClient()
  const { data } = useQuery({
    ...read(irsRegistry.listRegistryImports, { query: { limit: 5 } }),
    refetchInterval: ({ state }) => (findOpen(state.data?.data) ? SOON_MS : LATER_MS),
  })
  const open = findOpen(data?.data)
  const id = open?._id
  useEffect(() => {
    if (id === undefined) return
    return () => void client.invalidateQueries()
  }, [id, client])
  return open ? <RunningImport it={open} /> : null
}

const findOpen = (imports: RegistryImport[] | undefined) => imports?.find(({ status }) => !isImportOver(status))

const columns: Column<RegistryImport>[] = [
  { header: 'Started', width: 168, narrow: 'end', cell: ({ createdAt }) => <When at={createdAt} age /> },
  {
    header: 'Files',
    width: '24%',
    narrow: 'title',
    cell: ({ files }) => (
      <span title={files.map(({ name }) => name).join(', ')}>
        {files.length === 1 ? files[0]!.name : plural(files.length, 'file')}
      </span>
    ),
  },
  { header: 'By', width: '16%', wideOnly: true, cell: ({ requestedBy }) => requestedBy },
  {
    header: 'Status',
    width: 116,
    narrow: 'badge',
    cell: ({ status }) => (
      <StatusBadge tone={describeImportStatus(status).tone} bare>
        {describeImportStatus(status).label}
      </StatusBadge>
    ),
  },
  {
    header: 'Result',
    narrow: 'sub',
    cell: (it) => <span className={classes.outcome}>{describeOutcome(it) || '–'}</span>,
  },
]

function History() {
  const search = route.useSearch()
  const list = useList(read(irsRegistry.listRegistryImports, { query: pageOf(search) }))
  return (
    <section className={classes.history}>
      <SectionHead title="Imports" />
      <ListTable
        name="Imports"
        one="import"
        query={list}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={{
          title: 'Nothing has been imported yet',
          text: 'An owner can import the files here, or with npm run irs:import on the server.',
        }}
      />
    </section>
  )
}

function RunningImport({ it }: { it: RegistryImport }) {
  const mayImport = useMay('irs-registry.import')
  const cancel = useWrite(irsRegistry.cancelRegistryImport, { error: ({ message }) => notifyFailure(message) })
  const names = listFileNames(it.files.map(({ name }) => name))
  const askAndCancel = async () => {
    const isSure = await confirm({
      title: `Cancel the import of ${names}?`,
      body: `${it.requestedBy} started it. The previous data is kept.`,
      action: 'Cancel import',
      cancel: 'Keep importing',
    })
    if (isSure) cancel.mutate({ params: { id: it._id } })
  }
  const percent = it.totalBytes > 0 ? Math.min(100, Math.floor((100 * it.bytes) / it.totalBytes)) : 0
  const progress = describeProgress(it)
  return (
    <section className={classes.running} aria-label="Import under way">
      <div className={classes.progress}>
        <span>
          <strong>{names}</strong>
          {` by ${it.requestedBy}`}
        </span>
        <progress max={100} value={percent} aria-label={progress} />
        <span role="status">{progress}</span>
      </div>
      <span className={classes.percent}>{`${percent}%`}</span>
      {mayImport && (
        <Button variant="default" loading={cancel.isPending} onClick={askAndCancel}>
          Cancel import
        </Button>
      )}
    </section>
  )
}

function describeProgress(it: RegistryImport): string {
  if (it.status === 'uploading') return 'The files are being sent'
  if (it.status === 'waiting') return 'It starts in a moment'
  const kind = it.kind ? registryKindNames[it.kind] : 'The files'
  if (it.totalBytes === 0) return 'The files are being checked'
  if (it.bytes < it.totalBytes) return `${kind}: ${plural(it.rows, 'row')} read`
  return `${kind}: all rows read, building the indexes`
}

const whatRowsAre: Record<RegistryKind, string> = { 'eo-bmf': 'exempt', pub78: 'deductible', revocations: 'revoked' }

/** 68 exempt, 66 deductible, 4 revoked. */
function describeOutcome({ problem, made, rows, status }: RegistryImport): string {
  const imported = made
    .filter((source) => !source.isUnchanged)
    .map((source) => `${countText(source.rows)} ${whatRowsAre[source.kind]}`)
    .join(', ')
  if (problem || imported) return [imported, problem].filter(Boolean).join('. ')
  if (status === 'unchanged') return 'These files are already in place'
  if (made.length > 0) return 'No changes'
  return status === 'cancelled' && rows > 0 ? `After ${plural(rows, 'row')}; the previous data was kept` : ''
}
