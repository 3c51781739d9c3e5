import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxDocument, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { ActionIcon, Button } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ApiError, download, saveAs } from '../../kit/api/api.ts'
import { useMay } from '../../kit/api/current-user.ts'
import { useAction } from '../../kit/form/action.ts'
import { SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { fileSize, plural } from '../../kit/format/texts.ts'
import { When } from '../../kit/format/When.tsx'
import { Icon } from '../../kit/icons/icons.tsx'
import { LoadFailure } from '../../kit/page/ListStates.tsx'
import { LoadingLines } from '../../kit/page/Outlines.tsx'
import { SectionHead } from '../../kit/page/Page.tsx'
import { PdfPaper } from './PdfPaper.tsx'
import classes from './papers.module.css'

const { readTaxDocument } = taxVerification
const TITLE = 'Submitted documents'

interface Props {
  orgId: string
  taxStatus: Pick<TaxStatus, 'documents' | 'events' | 'earlier'>
}

/** Those of the latest submission first, each in the order in which they were sent. */
const newestFirst = (documents: TaxDocument[]) =>
  [...new Set(documents.map(({ eventId }) => eventId))]
    .toReversed()
    .flatMap((submission) => documents.filter(({ eventId }) => eventId === submission))

/** The submitted papers. The first of the latest submission is open. */
export function ReviewDocuments({ orgId, taxStatus: { documents, events, earlier } }: Props) {
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
                  {fileSize(document.size)}, <SubmittedAt events={events} document={document} />
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
                <SubmitButton
                  type="button"
                  variant="default"
                  size="xs"
                  isQuiet
                  reason="Only owners and admins can open submitted documents"
                >
                  Open
                </SubmitButton>
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

function SubmittedAt({ events, document }: { events: TaxStatus['events']; document: TaxDocument }) {
  const event = events.find(({ _id }) => _id === document.eventId)
  return event ? (
    <>
      submitted <When at={event.submittedAt} />
    </>
  ) : (
    'submitted'
  )
}

interface PaperProps {
  orgId: string
  document: TaxDocument
}

/** Opens a paper in place, or downloads it. */
function Openers({ orgId, document, isOpen, onToggle }: PaperProps & { isOpen: boolean; onToggle: () => void }) {
  const save = useAction(async () => {
    const blob = await download(readTaxDocument, { params: { orgId, documentId: document._id } })
    saveAs(blob, document.name)
  })
  return (
    <span className={classes.openers}>
      {save.error && <span role="alert">{save.error.message}</span>}
      <ActionIcon
        variant="default"
        size={28}
        aria-label={`Download ${document.name}`}
        title="Download"
        loading={save.isRunning}
        onClick={() => void save.run(undefined)}
      >
        <Icon name="download" size={14} />
      </ActionIcon>
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
function Paper(props: PaperProps) {
  const { ref, entry } = useIntersection({ rootMargin: '100% 0px' })
  const [isRead, setRead] = useState(false)
  if (entry?.isIntersecting && !isRead) setRead(true)
  return isRead ? <ReadPaper {...props} /> : <div ref={ref} className={classes.unread} />
}

function ReadPaper({ orgId, document }: PaperProps) {
  const { data, error, refetch } = usePaper(orgId, document._id)
  if (error) return <LoadFailure what={document.name} error={error} onRetry={refetch} />
  if (!data) return <LoadingLines name={document.name} />
  const Read = document.contentType.startsWith('image/') ? ImagePaper : PdfPaper
  return <Read file={data} name={document.name} />
}

/** The bytes of a submitted paper, which never change. */
function usePaper(orgId: string, documentId: string) {
  const input = { params: { orgId, documentId } }
  return useQuery<Blob, ApiError>({
    queryKey: [readTaxDocument.path, input],
    queryFn: ({ signal }) => download(readTaxDocument, input, { signal }),
    // Not reloaded with the rest of the page: the reader would lose their place.
    staleTime: 'static',
  })
}

/** A scan or a photograph, from the bytes that were read with the session. */
function ImagePaper({ file, name }: { file: Blob; name: string }) {
  const [url, setUrl] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  // A blob URL holds memory until it is revoked.
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  if (isBroken) {
    return (
      <p className={classes.failure} role="alert">
        <Icon name="alert" /> This image is damaged and cannot be shown here. Download it to look at it.
      </p>
    )
  }
  return (
    <div className={classes.paper}>
      {url && (
        // An image zooms with the page of the browser; it is as wide as its column.
        <img src={url} alt={name} onError={() => setBroken(true)} />
      )}
    </div>
  )
}
