import type { Ink } from './pdf.ts'

/** The whole page, or so many times the size at which its text fills the column. */
export type Zoom = 'page' | number
export const zooms: readonly Zoom[] = ['page', 1, 1.25, 1.5, 2, 3, 4]
export const zoomText = (zoom: Zoom) =>
  zoom === 'page' ? 'Whole page' : zoom === 1 ? 'Fit text' : `${Math.round(zoom * 100)}%`

/** Around what is drawn, in pixels. */
const PAD = 30
/** A few words fill no column. */
const MAX_TEXT_SCALE = 1.5

/** The part of a page that is shown: its size, where it begins on the page, in pixels, and how large the page is drawn. */
export interface Crop {
  width: number
  height: number
  left: number
  top: number
  scale: number
}

export function cropPage(size: { width: number; height: number }, ink: Ink, room: number, zoom: Zoom): Crop {
  const fit = room / size.width
  if (zoom === 'page') return { width: room, height: Math.round(size.height * fit), left: 0, top: 0, scale: fit }
  const inkWidth = (ink.right - ink.left) * size.width
  const scale = Math.max(fit, Math.min((room - 2 * PAD) / inkWidth, MAX_TEXT_SCALE)) * zoom
  const page = { width: size.width * scale, height: size.height * scale }
  const width = Math.min(page.width, Math.max(room, inkWidth * scale + 2 * PAD))
  const left = Math.min(Math.max(0, ink.left * page.width - PAD), page.width - width)
  const top = Math.max(0, ink.top * page.height - PAD)
  const bottom = Math.min(page.height, ink.bottom * page.height + PAD)
  return { width: Math.floor(width), height: Math.round(bottom - top), left, top, scale }
}
