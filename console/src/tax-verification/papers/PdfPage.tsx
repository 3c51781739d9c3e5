import { useIntersection } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './papers.module.css'
import type { Draw, PdfPage as Page, Pdf } from './pdf.ts'

interface Props {
  pdf: Pdf
  draw: Draw
  number: number
  width: number
  /** Height over width of the first page, until this one says its own. */
  shape: number
}

/** One page, drawn only while in or near the viewport, so that a long paper takes no more memory than a short one. */
export function PdfPage({ pdf, draw, number, width, shape }: Props) {
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
