import { taxVerification } from '@hikmah/contract/tax-verification/calls'
import type { TaxDocument, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ApiError, download } from '../kit/api/api.ts'
import { useMay } from '../kit/api/current-user.ts'
import { useAction } from '../kit/form/action.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { saveAs } from '../kit/format/save-as.ts'
import { fileSize, plural } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import desk from './desk.module.css'
import classes from './documents.module.css'

const { readTaxDocument } = taxVerification
const isImage = ({ contentType }: TaxDocument) => contentType.startsWith('image/')

interface Props {
  orgId: string
  taxStatus: Pick<TaxStatus, 'documents' | 'events'>
}

/** The submitted papers, the latest first. The newest image lies open. */
export function ReviewDocuments({ orgId, taxStatus: { documents, events } }: Props) {
  const mayOpen = useMay('tax-verification.decide')
  const newestFirst = documents.toReversed()
  const firstOpen = mayOpen ? newestFirst.find(isImage)?._id : undefined
  const [opened, setOpened] = useState<Record<string, boolean>>({})
  const isOpen = ({ _id }: TaxDocument) => opened[_id] ?? _id === firstOpen

  return (
    <section aria-label="Submitted documents">
      <SectionHead title="Submitted documents">
        <span className={desk.quiet}>{plural(documents.length, 'document')}</span>
      </SectionHead>
      {documents.length === 0 && <p className={desk.nothing}>No documents were submitted.</p>}
      <ul className={classes.documents}>
        {newestFirst.map((document) => (
          <li key={document._id}>
            <div className={classes.document}>
              <span>
                <b>{document.name}</b>
                <span className={desk.quiet}>
                  {fileSize(document.size)}, <SubmittedAt events={events} document={document} />
                </span>
              </span>
              <Opener
                orgId={orgId}
                document={document}
                isOpen={isOpen(document)}
                onToggle={() => setOpened({ ...opened, [document._id]: !isOpen(document) })}
              />
            </div>
            {isImage(document) && isOpen(document) && <DocumentImage orgId={orgId} document={document} />}
          </li>
        ))}
      </ul>
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

interface OpenerProps {
  orgId: string
  document: TaxDocument
  isOpen: boolean
  onToggle: () => void
}

/** An image opens in place; any other paper is saved to the reader's own machine. */
function Opener({ orgId, document, isOpen, onToggle }: OpenerProps) {
  const mayOpen = useMay('tax-verification.decide')
  const save = useAction(async () => {
    const blob = await download(readTaxDocument, { params: { orgId, documentId: document._id } })
    saveAs(blob, document.name)
  })
  if (!mayOpen) {
    return (
      <SubmitButton
        type="button"
        variant="default"
        size="xs"
        isQuiet
        reason="Only owners and admins open submitted documents"
      >
        Open
      </SubmitButton>
    )
  }
  if (isImage(document)) {
    return (
      <Button
        variant="default"
        size="xs"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Close' : 'Open'} ${document.name}`}
        onClick={onToggle}
      >
        {isOpen ? 'Close' : 'Open'}
      </Button>
    )
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Download ${document.name}`}
        loading={save.isRunning}
        rightSection={<Icon name="download" size={14} />}
        onClick={() => void save.run(undefined)}
      >
        Download
      </Button>
      {save.error && <span role="alert">{save.error.message}</span>}
    </>
  )
}

function DocumentImage({ orgId, document }: { orgId: string; document: TaxDocument }) {
  const input = { params: { orgId, documentId: document._id } }
  const { data, error, refetch } = useQuery<Blob, ApiError>({
    queryKey: [readTaxDocument.path, input],
    queryFn: ({ signal }) => download(readTaxDocument, input, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [url, setUrl] = useState<string>()
  // The address of a blob holds memory until it is given back.
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])

  if (error) return <LoadFailure what={document.name} error={error} onRetry={refetch} />
  return <div className={classes.paper}>{url && <img src={url} alt={document.name} />}</div>
}
