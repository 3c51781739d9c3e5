import { ActionIcon } from '@mantine/core'
import { useElementSize, useIntersection } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { plural } from '../../kit/format/texts.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import { LoadingLines } from '../../kit/page/Outlines.tsx'
import classes from './papers.module.css'
import type { Draw, PdfPage as Page, Pdf } from './pdf.ts'

const ZOOMS = [1, 1.25, 1.5, 2, 3, 4]
/** A file of a megabyte can claim a million pages. */
const MAX_PAGES = 200

interface Opened {
  pdf: Pdf
  first: Page
  draw: Draw
}

/** A PDF read in place, its pages one below the other and each drawn when it comes near. */
export function PdfPaper({ file, name }: { file: Blob; name: string }) {
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

  if (failure) {
    return (
      <p className={classes.failure} role="alert">
        <Icon name="alert" /> {failure} Download it to read it.
      </p>
    )
  }
  if (!opened) return <LoadingLines name={name} />
  return <PdfPages name={name} {...opened} />
}

async function open(file: Blob, closed: AbortSignal): Promise<Opened> {
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
        <ActionIcon
          variant="default"
          size={28}
          aria-label="Zoom out"
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          <Icon name="minus" size={14} />
        </ActionIcon>
        <output aria-label="Zoom">{Math.round(times * 100)}%</output>
        <ActionIcon
          variant="default"
          size={28}
          aria-label="Zoom in"
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <Icon name="plus" size={14} />
        </ActionIcon>
      </div>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
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

interface Props {
  pdf: Pdf
  draw: Draw
  number: number
  width: number
  /** Height over width of the first page, until this one says its own. */
  shape: number
}

/** One page, drawn only while in or near the viewport, so that a long paper takes no more memory than a short one. */
function PdfPage({ pdf, draw, number, width, shape }: Props) {
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

interface DrawnProps {
  draw: Draw
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
