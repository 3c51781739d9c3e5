import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxDocument, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { ActionIcon, type ActionIconProps, Button } from '@mantine/core'
import { useElementSize, useIntersection } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ApiError, download, saveAs } from '../../kit/api/api.ts'
import { useMay } from '../../kit/api/data.ts'
import { useAction } from '../../kit/form/action.ts'
import { GuardedButton } from '../../kit/form/SubmitButton.tsx'
import { fileSize, plural } from '../../kit/format/texts.ts'
import { When } from '../../kit/format/When.tsx'
import { Icon, type IconName } from '../../kit/icons/icons.tsx'
import { LoadFailure } from '../../kit/page/ListStates.tsx'
import { LoadingLines } from '../../kit/page/Outlines.tsx'
import { SectionHead } from '../../kit/page/Page.tsx'
import classes from './papers.module.css'

const ZOOMS = [1, 1.25, 1.5, 2, 3, 4]
/** A file of a megabyte can claim a million pages. */
const MAX_PAGES = 200

type Opened = Awaited<ReturnType<typeof open>>
type Page = Opened['first']

/** A PDF read in place, its pages one below the other and each drawn when it comes near. */
function PdfPaper({ file, name }: { file: Blob; name: string }) {
  const [opened, setOpened] = useState<Opened>()
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    const closed = new AbortController()
    open(file, closed.signal).then(
      (it) => closed.signal.aborted || setOpened(it),
      (error: Error) => closed.signal.aborted || setFailure(error.message),
    )
    return () => closed.abort()
  }, [file])

  if (failure) return <Unreadable text={`${failure} Download it to read it.`} />
  if (!opened) return <LoadingLines name={name} />
  return <PdfPages name={name} {...opened} />
}

const Unreadable = ({ text }: { text: string }) => (
  <p className={classes.failure} role="alert">
    <Icon name="alert" /> {text}
  </p>
)

async function open(file: Blob, closed: AbortSignal) {
  const bytes = await file.arrayBuffer()
  const { openPdf, drawPage } = await import('./pdf.ts').catch(() => {
    throw new Error('The PDF viewer could not be loaded.')
  })
  return { ...(await openPdf(bytes, closed)), draw: drawPage }
}

function PdfPages({ name, pdf, first, draw }: Opened & { name: string }) {
  const [zoom, setZoom] = useState(0)
  const { ref, width } = useElementSize()
  const shown = Math.min(pdf.numPages, MAX_PAGES)
  const size = first.getViewport({ scale: 1 })
  const times = ZOOMS[zoom] ?? 1
  return (
    <>
      <div className={classes.tools}>
        <span>{plural(pdf.numPages, 'page')}</span>
        <Tool label="Zoom out" icon="minus" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
        <output aria-label="Zoom">{Math.round(times * 100)}%</output>
        <Tool label="Zoom in" icon="plus" disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the pages can be scrolled by keyboard */}
      <section className={classes.pages} tabIndex={0} aria-label={`Pages of ${name}`}>
        <div ref={ref} />
        {width > 0 &&
          Array.from({ length: shown }, (_, i) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a paper stay where they are
              key={i}
              pdf={pdf}
              draw={draw}
              number={i + 1}
              width={Math.floor(width * times)}
              shape={size.height / size.width}
            />
          ))}
        {shown < pdf.numPages && (
          <p className={classes.rest}>
            These are the first {shown} of {plural(pdf.numPages, 'page')}. Download it to read all of them.
          </p>
        )}
      </section>
    </>
  )
}

interface ToolProps extends ActionIconProps {
  label: string
  icon: IconName
  title?: string
  onClick: () => void
}

const Tool = ({ label, icon, ...props }: ToolProps) => (
  <ActionIcon variant="default" size={28} aria-label={label} {...props}>
    <Icon name={icon} size={14} />
  </ActionIcon>
)

interface PdfPageProps extends Pick<Opened, 'pdf' | 'draw'> {
  number: number
  width: number
  /** Height over width of the first page, until this one says its own. */
  shape: number
}

/** One page, drawn only while in or near the viewport, so that a long paper takes no more memory than a short one. */
function PdfPage({ pdf, draw, number, width, shape }: PdfPageProps) {
  const { ref, entry } = useIntersection({ rootMargin: '100% 0px' })
  const [page, setPage] = useState<Page>()
  const [isBroken, setBroken] = useState(false)
  const isNear = entry?.isIntersecting ?? false

  useEffect(() => {
    if (!isNear || page) return
    let isGone = false
    pdf.getPage(number).then(
      (it) => isGone || setPage(it),
      () => isGone || setBroken(true),
    )
    return () => {
      isGone = true
    }
  }, [pdf, number, isNear, page])

  const size = page?.getViewport({ scale: 1 })
  const height = Math.round(width * (size ? size.height / size.width : shape))
  return (
    <div ref={ref} className={classes.page} style={{ width, height }}>
      {isBroken && <p className={classes.rest}>Page {number} cannot be drawn. Download the paper to read it.</p>}
      {isNear && page && size && !isBroken && (
        <Drawn key={width} draw={draw} page={page} scale={width / size.width} onFailure={() => setBroken(true)} />
      )}
    </div>
  )
}

interface DrawnProps extends Pick<Opened, 'draw'> {
  page: Page
  scale: number
  onFailure: () => void
}

function Drawn({ draw, page, scale, onFailure }: DrawnProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    if (!canvas.current || !text.current) return
    let isStopped = false
    const { done, stop } = draw(page, scale, canvas.current, text.current)
    done.catch(() => isStopped || fail())
    return () => {
      isStopped = true
      stop()
    }
  }, [draw, page, scale])
  return (
    <>
      <canvas ref={canvas} />
      <div ref={text} className={classes.text} style={{ '--total-scale-factor': scale } as React.CSSProperties} />
    </>
  )
}

const { readTaxDocument } = taxVerification
const TITLE = 'Submitted documents'

/** Those of the latest submission first, each in the order in which they were sent. */
const newestFirst = (documents: TaxDocument[]) =>
  [...new Set(documents.map(({ eventId }) => eventId))]
    .toReversed()
    .flatMap((submission) => documents.filter(({ eventId }) => eventId === submission))

export function ReviewDocuments({ orgId, taxStatus }: { orgId: string; taxStatus: TaxStatus }) {
  const { documents, events, earlier } = taxStatus
  const mayOpen = useMay('tax-verification.decide')
  const papers = newestFirst(documents)
  const newest = mayOpen ? papers[0]?._id : undefined
  const [opened, setOpened] = useState<Record<string, boolean>>({})
  const isOpen = ({ _id }: TaxDocument) => opened[_id] ?? _id === newest

  return (
    <section aria-label={TITLE}>
      <SectionHead title={TITLE}>
        <span className="fine">{plural(documents.length + earlier.documents, 'document')}</span>
      </SectionHead>
      {documents.length === 0 && <p className="nothing">No documents were submitted.</p>}
      <ul className={classes.documents}>
        {papers.map((document) => (
          <li key={document._id}>
            <div className={classes.document}>
              <span>
                <b>{document.name}</b>
                <span className="fine">
                  {fileSize(document.size)}, submitted{' '}
                  <When at={events.find(({ _id }) => _id === document.eventId)?.submittedAt} />
                </span>
              </span>
              {mayOpen ? (
                <Openers
                  orgId={orgId}
                  document={document}
                  isOpen={isOpen(document)}
                  onToggle={() => setOpened({ ...opened, [document._id]: !isOpen(document) })}
                />
              ) : (
                <GuardedButton variant="default" size="xs" reason="Only owners and admins can open submitted documents">
                  Open
                </GuardedButton>
              )}
            </div>
            {isOpen(document) && <Paper orgId={orgId} document={document} />}
          </li>
        ))}
      </ul>
      {earlier.documents > 0 && (
        <p className="nothing">{plural(earlier.documents, 'earlier document')} not shown here.</p>
      )}
    </section>
  )
}

interface PaperProps {
  orgId: string
  document: TaxDocument
}

function Openers({ orgId, document, isOpen, onToggle }: PaperProps & { isOpen: boolean; onToggle: () => void }) {
  const save = useAction(async () => {
    const blob = await download(readTaxDocument, { params: { orgId, documentId: document._id } })
    saveAs(blob, document.name)
  })
  return (
    <span className={classes.openers}>
      {save.error && <span role="alert">{save.error.message}</span>}
      <Tool
        label={`Download ${document.name}`}
        icon="download"
        title="Download"
        loading={save.isRunning}
        onClick={() => void save.run(undefined)}
      />
      <Button
        variant="default"
        size="xs"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Close' : 'Open'} ${document.name}`}
        onClick={onToggle}
      >
        {isOpen ? 'Close' : 'Open'}
      </Button>
    </span>
  )
}

/** Loaded once in or near the viewport: on a small screen the facts come first. */
function Paper({ orgId, document }: PaperProps) {
  const { ref, entry } = useIntersection({ rootMargin: '100% 0px' })
  const [isRead, setRead] = useState(false)
  if (entry?.isIntersecting && !isRead) setRead(true)
  const input = { params: { orgId, documentId: document._id } }
  const { data, error, refetch } = useQuery<Blob, ApiError>({
    queryKey: [readTaxDocument.path, input],
    queryFn: ({ signal }) => download(readTaxDocument, input, { signal }),
    // A paper never changes. Were it reloaded with the rest of the page, the reader would lose their place.
    staleTime: 'static',
    enabled: isRead,
  })
  if (!isRead) return <div ref={ref} className={classes.unread} />
  if (error) return <LoadFailure what={document.name} error={error} onRetry={refetch} />
  if (!data) return <LoadingLines name={document.name} />
  const Read = document.contentType.startsWith('image/') ? ImagePaper : PdfPaper
  return <Read file={data} name={document.name} />
}

function ImagePaper({ file, name }: { file: Blob; name: string }) {
  const [url, setUrl] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  // A blob URL holds memory until it is revoked.
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  if (isBroken) return <Unreadable text="This image is damaged and cannot be shown here. Download it to look at it." />
  return <div className={classes.paper}>{url && <img src={url} alt={name} onError={() => setBroken(true)} />}</div>
}
