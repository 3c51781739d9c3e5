import { useElementSize, useIntersection } from '@mantine/hooks'
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react'
import { plural } from '../../kit/format/texts.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import { LoadingLines } from '../../kit/page/Outlines.tsx'
import { type Crop, cropPage, type Zoom } from './crop-page.ts'
import { markLine, type PaperClaims } from './mark-paper.ts'
import classes from './papers.module.css'

/** A file of a megabyte can claim a million pages. */
const MAX_PAGES = 200

type Opened = Awaited<ReturnType<typeof open>>
type Page = Opened['first']

interface Props {
  file: Blob
  name: string
  zoom: Zoom
  /** What is found again on it is marked. */
  claims: PaperClaims | undefined
  /** Which marks are on a page that was drawn; undefined of a page without text. */
  onMarked: (marks: ('agrees' | 'differs')[] | undefined) => void
  /** How many pages it has. */
  onOpened: (pages: number) => void
  onFailed: () => void
}

/** A PDF read in place, its pages one below the other and each drawn when it comes near. */
export function PdfPaper({ file, onOpened, onFailed, ...shown }: Props) {
  const [opened, setOpened] = useState<Opened>()
  const [failure, setFailure] = useState<string>()
  const told = useEffectEvent((pages: number | undefined) => (pages === undefined ? onFailed() : onOpened(pages)))

  useEffect(() => {
    const closed = new AbortController()
    open(file, closed.signal).then(
      (it) => {
        if (closed.signal.aborted) return
        setOpened(it)
        told(it.pdf.numPages)
      },
      (error: Error) => {
        if (closed.signal.aborted) return
        setFailure(error.message)
        told(undefined)
      },
    )
    return () => closed.abort()
  }, [file])

  if (failure) return <Unreadable text={`${failure} Download it to read it.`} />
  if (!opened) return <LoadingLines name={shown.name} />
  return <PdfPages {...shown} {...opened} />
}

export const Unreadable = ({ text }: { text: string }) => (
  <p className={classes.failure} role="alert">
    <Icon name="alert" /> {text}
  </p>
)

async function open(file: Blob, closed: AbortSignal) {
  const bytes = await file.arrayBuffer()
  const { openPdf, drawPage, findInk } = await import('./pdf.ts').catch(() => {
    throw new Error('The PDF viewer could not be loaded.')
  })
  return { ...(await openPdf(bytes, closed)), draw: drawPage, findInk }
}

function PdfPages({
  name,
  pdf,
  first,
  draw,
  findInk,
  ...shown
}: Opened & Omit<Props, 'file' | 'onOpened' | 'onFailed'>) {
  const { ref, width } = useElementSize()
  const pages = Math.min(pdf.numPages, MAX_PAGES)
  const size = first.getViewport({ scale: 1 })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the pages can be scrolled by keyboard
    <section className={classes.pages} tabIndex={0} aria-label={`Pages of ${name}`} data-paper>
      <div ref={ref} />
      {width > 0 &&
        Array.from({ length: pages }, (_, i) => (
          <PdfPage
            // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a paper stay where they are
            key={i}
            pdf={pdf}
            draw={draw}
            findInk={findInk}
            number={i + 1}
            room={width}
            {...shown}
            shape={size.height / size.width}
          />
        ))}
      {pages < pdf.numPages && (
        <p className={classes.rest}>
          These are the first {pages} of {plural(pdf.numPages, 'page')}. Download it to read all of them.
        </p>
      )}
    </section>
  )
}

interface PdfPageProps extends Pick<Opened, 'pdf' | 'draw' | 'findInk'>, Pick<Props, 'zoom' | 'claims' | 'onMarked'> {
  number: number
  /** Of the column, in pixels. */
  room: number
  /** Height over width of the first page, until this one says its own. */
  shape: number
}

interface Read {
  page: Page
  ink: Awaited<ReturnType<Opened['findInk']>>
}

/** One page, drawn only while in or near the viewport, so that a long paper takes no more memory than a short one. */
function PdfPage({ pdf, draw, findInk, number, room, zoom, shape, ...marked }: PdfPageProps) {
  const { ref, entry } = useIntersection({ rootMargin: '100% 0px' })
  const [read, setRead] = useState<Read>()
  const [isBroken, setBroken] = useState(false)
  const isNear = entry?.isIntersecting ?? false

  useEffect(() => {
    if (!isNear || read) return
    let isGone = false
    pdf
      .getPage(number)
      .then(async (page) => ({ page, ink: await findInk(page) }))
      .then(
        (it) => isGone || setRead(it),
        () => isGone || setBroken(true),
      )
    return () => {
      isGone = true
    }
  }, [pdf, findInk, number, isNear, read])

  const size = read?.page.getViewport({ scale: 1 })
  const crop: Crop =
    size && read
      ? cropPage(size, read.ink, room, zoom)
      : { width: room, height: Math.round(room * shape), left: 0, top: 0, scale: 1 }
  const { width, height, left, top, scale } = crop
  return (
    <div ref={ref} className={classes.page} style={{ width, height }}>
      {isBroken && <p className={classes.rest}>Page {number} cannot be drawn. Download the paper to read it.</p>}
      {isNear && read && size && !isBroken && (
        <div
          className={classes.sheet}
          style={{ width: size.width * scale, height: size.height * scale, left: -left, top: -top }}
        >
          <Drawn key={scale} draw={draw} page={read.page} scale={scale} onFailure={() => setBroken(true)} {...marked} />
        </div>
      )}
    </div>
  )
}

interface DrawnProps extends Pick<Opened, 'draw'>, Pick<Props, 'claims' | 'onMarked'> {
  page: Page
  scale: number
  onFailure: () => void
}

interface Mark {
  agrees: boolean
  box: CSSProperties
}

/** Over the pieces of text of a page, where they stand. */
function findMarks(text: HTMLElement, claims: PaperClaims): Mark[] {
  const sheet = text.getBoundingClientRect()
  return [...text.querySelectorAll('span')].flatMap((piece) => {
    const letters = piece.firstChild
    if (!(letters instanceof Text)) return []
    return markLine(letters.data, claims).map(({ start, end, agrees }) => {
      const range = document.createRange()
      range.setStart(letters, start)
      range.setEnd(letters, end)
      const { left, top, width, height } = range.getBoundingClientRect()
      return { agrees, box: { left: left - sheet.left, top: top - sheet.top, width, height } }
    })
  })
}

function Drawn({ draw, page, scale, claims, onMarked, onFailure }: DrawnProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [marks, setMarks] = useState<Mark[]>([])
  const fail = useEffectEvent(onFailure)
  const mark = useEffectEvent((layer: HTMLElement) => {
    const found = claims ? findMarks(layer, claims) : []
    setMarks(found)
    onMarked(layer.textContent === '' ? undefined : found.map(({ agrees }) => (agrees ? 'agrees' : 'differs')))
  })
  useEffect(() => {
    if (!canvas.current || !text.current) return
    let isStopped = false
    const layer = text.current
    const { done, stop } = draw(page, scale, canvas.current, layer)
    done.then(
      () => isStopped || mark(layer),
      () => isStopped || fail(),
    )
    return () => {
      isStopped = true
      stop()
    }
  }, [draw, page, scale])
  return (
    <>
      <canvas ref={canvas} />
      <div ref={text} className={classes.text} style={{ '--total-scale-factor': scale } as CSSProperties} />
      {marks.map(({ agrees, box }) => (
        <span key={`${box.left} ${box.top}`} className={classes.mark} data-agrees={agrees} style={box} />
      ))}
    </>
  )
}
