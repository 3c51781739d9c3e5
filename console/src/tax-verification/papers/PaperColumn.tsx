import type { Organization } from '@hikmah/contract/organizations/schemas'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxDocument, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { ActionIcon, type ActionIconProps, Button, Kbd } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ApiError, download, saveAs } from '../../kit/api/api.ts'
import { useMay } from '../../kit/api/data.ts'
import frame from '../../kit/desk/desk.module.css'
import { useShortcut } from '../../kit/feedback/shortcuts.ts'
import { useAction } from '../../kit/form/action.ts'
import { GuardedButton } from '../../kit/form/SubmitButton.tsx'
import { fileSize, formatDate, plural } from '../../kit/format/texts.ts'
import { Icon, type IconName } from '../../kit/icons/icons.tsx'
import { LoadFailure } from '../../kit/page/ListStates.tsx'
import { LoadingLines } from '../../kit/page/Outlines.tsx'
import { PapersLinkPanel } from '../../papers-link/PapersLinkPanel.tsx'
import type { Decision } from '../decision/use-tax-decision.ts'
import desk from '../desk.module.css'
import { type Zoom, zooms, zoomText } from './crop-page.ts'
import { LetterPreview } from './LetterPreview.tsx'
import type { PaperClaims } from './mark-paper.ts'
import { PdfPaper, Unreadable } from './PdfPaper.tsx'
import classes from './papers.module.css'

const { readTaxDocument } = taxVerification
const TITLE = 'Submitted documents'

/** Those of the latest submission first, each in the order in which they were sent. */
const newestFirst = (documents: TaxDocument[]) =>
  [...new Set(documents.map(({ eventId }) => eventId))]
    .toReversed()
    .flatMap((submission) => documents.filter(({ eventId }) => eventId === submission))

interface Props {
  orgId: string
  org: Organization | undefined
  taxStatus: TaxStatus
  decision: Decision
  /** The letter stands in its place. */
  isLetterShown: boolean
  onPaper: () => void
  /** Over the facts too. */
  isLarger: boolean
  onLarger: (isLarger: boolean) => void
}

/** Beside the facts: the paper, or the letter that saving would send. */
export function PaperColumn(props: Props) {
  const { taxStatus, decision, isLetterShown, onPaper } = props
  if (isLetterShown) {
    return (
      <section className={desk.paper} aria-label="The letter">
        <div className={`${frame.band} ${desk.band}`}>
          <div className={classes.bandRow}>
            <h2>{taxStatus.documents.length === 0 ? 'No paper was submitted' : 'The letter'}</h2>
            {!decision.values.isAsking && (
              <Button variant="default" size="xs" onClick={onPaper}>
                Back to the paper
              </Button>
            )}
          </div>
          <p className={`${frame.sub} ${desk.sub}`}>
            <span>This is what will be sent. It changes as you choose.</span>
          </p>
        </div>
        <div className={classes.ground}>
          <LetterPreview decision={decision} />
        </div>
      </section>
    )
  }
  return <Papers {...props} />
}

function Papers({ orgId, org, taxStatus, decision, isLarger, onLarger }: Props) {
  const mayOpen = useMay('tax-verification.decide')
  const { events, earlier, askedAt } = taxStatus
  const papers = newestFirst(taxStatus.documents)
  const [chosen, setChosen] = useState<string>()
  const [zoom, setZoom] = useState<Zoom>(1)
  const [pages, setPages] = useState<number>()
  const [marks, setMarks] = useState<PaperMarks>('none')
  const column = useRef<HTMLElement>(null)
  const before = useRef<Element>(null)
  const open = mayOpen ? (papers.find(({ _id }) => _id === chosen) ?? papers[0]) : undefined
  const isPdf = open && !open.contentType.startsWith('image/')
  const total = papers.length + earlier.documents

  // After the column has taken the room, or given it back.
  const followFocus = useEffectEvent(() => {
    const paper = column.current?.querySelector<HTMLElement>('[data-paper]')
    if (isLarger) {
      before.current = document.activeElement
      paper?.focus()
    } else if (before.current instanceof HTMLElement) before.current.focus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it says when to move the focus
  useEffect(() => followFocus(), [isLarger])
  useShortcut('P', 'Into the paper, larger, and back', () => onLarger(!isLarger), { disabled: !open })
  useShortcut('Escape', 'Back from the paper', () => onLarger(false), { disabled: !isLarger })

  const submittedOn = (document: TaxDocument) => {
    const at = events.find(({ _id }) => _id === document.eventId)?.submittedAt
    return at === undefined ? '' : `, submitted ${formatDate(at, 'MMM D')}`
  }
  return (
    <section ref={column} className={desk.paper} aria-label={TITLE}>
      <div className={`${frame.band} ${desk.band}`}>
        <div className={classes.bandRow}>
          <h2 title={open?.name}>{open?.name ?? (total === 0 ? 'No paper was submitted' : TITLE)}</h2>
          {isPdf && <ZoomTools zoom={zoom} onZoom={setZoom} />}
          {open && (
            <>
              <Download orgId={orgId} document={open} onSaved={() => decision.setPaperUnseen(false)} />
              <Button
                className={classes.larger}
                variant="default"
                size="xs"
                aria-pressed={isLarger}
                onClick={() => onLarger(!isLarger)}
                rightSection={
                  <Kbd size="xs" aria-hidden="true">
                    {isLarger ? 'Esc' : 'P'}
                  </Kbd>
                }
              >
                {isLarger ? 'Back' : 'Larger'}
              </Button>
            </>
          )}
        </div>
        <p className={`${frame.sub} ${desk.sub}`}>
          <span>
            {open
              ? `${isPdf ? (pages === undefined ? 'PDF' : plural(pages, 'page')) : 'Scan'}, ${fileSize(open.size)}${submittedOn(open)}`
              : total === 0
                ? 'Ask for papers, or decide without them.'
                : plural(total, 'document')}
          </span>
          {open && <Legend marks={marks} />}
        </p>
      </div>
      {askedAt && org && (
        <div className={classes.link}>
          <PapersLinkPanel
            organization={org}
            isAwaited={mayOpen && !taxStatus.isBlocked && taxStatus.linkEndsAt !== null}
          />
        </div>
      )}
      {(papers.length > 1 || (papers.length > 0 && !mayOpen)) && (
        <ul className={classes.documents} aria-label="Documents">
          {papers.map((document) => (
            <li key={document._id}>
              {mayOpen ? (
                <button
                  type="button"
                  aria-pressed={document === open}
                  aria-label={`Open ${document.name}`}
                  title={`${document.name}, ${fileSize(document.size)}${submittedOn(document)}`}
                  onClick={() => {
                    setChosen(document._id)
                    setPages(undefined)
                    setMarks('none')
                  }}
                >
                  {document.name}
                </button>
              ) : (
                <>
                  {document.name}{' '}
                  <GuardedButton
                    variant="default"
                    size="xs"
                    reason="Only owners and admins can open submitted documents"
                  >
                    Open
                  </GuardedButton>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {earlier.documents > 0 && (
        <p className={classes.more}>{plural(earlier.documents, 'earlier document')} not shown here.</p>
      )}
      <div className={classes.ground}>
        {open ? (
          <Paper
            key={open._id}
            orgId={orgId}
            document={open}
            zoom={zoom}
            claims={org && claimsOn(org, taxStatus)}
            onMarked={(found) => setMarks(joinMarks(marks, found))}
            onOpened={(count) => {
              setPages(count)
              if (count === undefined) setMarks('scan')
              decision.setPaperUnseen(false)
            }}
            onFailed={() => decision.setPaperUnseen(true)}
          />
        ) : (
          total === 0 && <p className={classes.none}>No documents were submitted.</p>
        )}
      </div>
    </section>
  )
}

const claimsOn = ({ orgName, orgAddress: { city, state, postalCode } }: Organization, { taxIdEin }: TaxStatus) => ({
  orgName,
  ein: taxIdEin,
  city,
  state,
  postalCode,
})

/** What is marked on the paper so far; `scan` has no text to compare. */
type PaperMarks = 'none' | 'scan' | 'agrees' | 'differs' | 'both'

function joinMarks(before: PaperMarks, found: ('agrees' | 'differs')[] | undefined): PaperMarks {
  const isMarked = before === 'agrees' || before === 'differs' || before === 'both'
  if (!found) return isMarked ? before : 'scan'
  const all = new Set([...found, ...(before === 'both' ? ['agrees', 'differs'] : [before])])
  const [agrees, differs] = [all.has('agrees'), all.has('differs')]
  return agrees && differs ? 'both' : agrees ? 'agrees' : differs ? 'differs' : 'none'
}

function Legend({ marks }: { marks: PaperMarks }) {
  if (marks === 'none') return null
  if (marks === 'scan') return <span>Scanned, not compared</span>
  return (
    <span className={classes.legend}>
      {marks !== 'differs' && <span data-agrees="true">agrees</span>}
      {marks !== 'agrees' && <span data-agrees="false">differs from the form</span>}
    </span>
  )
}

function ZoomTools({ zoom, onZoom }: { zoom: Zoom; onZoom: (zoom: Zoom) => void }) {
  const place = zooms.indexOf(zoom)
  const [smaller, larger] = [zooms[place - 1], zooms[place + 1]]
  return (
    <span className={classes.tools}>
      <Tool label="Zoom out" icon="minus" disabled={!smaller} onClick={() => smaller && onZoom(smaller)} />
      <output aria-label="Zoom">{zoomText(zoom)}</output>
      <Tool label="Zoom in" icon="plus" disabled={!larger} onClick={() => larger && onZoom(larger)} />
    </span>
  )
}

interface ToolProps extends ActionIconProps {
  label: string
  icon: IconName
  title?: string
  onClick: () => void
}

const Tool = ({ label, icon, ...props }: ToolProps) => (
  <ActionIcon size={26} aria-label={label} {...props}>
    <Icon name={icon} size={14} />
  </ActionIcon>
)

interface PaperProps {
  orgId: string
  document: TaxDocument
}

function Download({ orgId, document, onSaved }: PaperProps & { onSaved: () => void }) {
  const save = useAction(async () => {
    const blob = await download(readTaxDocument, { params: { orgId, documentId: document._id } })
    saveAs(blob, document.name)
    onSaved()
  })
  return (
    <>
      {save.error && <span role="alert">{save.error.message}</span>}
      <Tool
        label={`Download ${document.name}`}
        icon="download"
        title="Download"
        loading={save.isRunning}
        onClick={() => void save.run(undefined)}
      />
    </>
  )
}

interface ShownProps extends PaperProps {
  zoom: Zoom
  claims: PaperClaims | undefined
  onMarked: (marks: ('agrees' | 'differs')[] | undefined) => void
  onOpened: (pages: number | undefined) => void
  onFailed: () => void
}

function Paper({ orgId, document, onOpened, onFailed, ...shown }: ShownProps) {
  const input = { params: { orgId, documentId: document._id } }
  const { data, error, refetch } = useQuery<Blob, ApiError>({
    queryKey: [readTaxDocument.path, input],
    queryFn: ({ signal }) => download(readTaxDocument, input, { signal }),
    // A paper never changes. Were it reloaded with the rest of the page, the reader would lose their place.
    staleTime: 'static',
  })
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    if (error) fail()
  }, [error])

  if (error) {
    return (
      <>
        <LoadFailure what={document.name} error={error} onRetry={refetch} />
        <p className={classes.none}>You can decide all the same. It is kept that the paper was not seen.</p>
      </>
    )
  }
  if (!data) return <LoadingLines name={document.name} />
  if (document.contentType.startsWith('image/'))
    return <ImagePaper file={data} name={document.name} onOpened={onOpened} onFailed={onFailed} />
  return <PdfPaper file={data} name={document.name} onOpened={onOpened} onFailed={onFailed} {...shown} />
}

type ImageProps = Pick<ShownProps, 'onOpened' | 'onFailed'> & { file: Blob; name: string }

function ImagePaper({ file, name, onOpened, onFailed }: ImageProps) {
  const [url, setUrl] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  // A blob URL holds memory until it is revoked.
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  if (isBroken) return <Unreadable text="This image is damaged and cannot be shown here. Download it to look at it." />
  function refuse() {
    setBroken(true)
    onFailed()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a tall scan can be scrolled by keyboard
    <section className={classes.image} tabIndex={0} aria-label={`Scan of ${name}`} data-paper>
      {url && <img src={url} alt={name} onLoad={() => onOpened(undefined)} onError={refuse} />}
    </section>
  )
}
