import type { ReactNode } from 'react'
import { Glyph, type GlyphName, glyphOfTone, type Tone } from '../icons/glyphs.tsx'
import classes from './StatusBadge.module.css'

interface Props {
  tone: Tone
  children: ReactNode
  /** A different shape from the tone's own, where two states share a tone. */
  glyph?: GlyphName
  /** Without background and padding, for dense rows. */
  bare?: boolean
  /** Quiet words beside it. */
  note?: ReactNode
}

/** A state as text, colour and shape. */
export function StatusBadge({ tone, children, glyph = glyphOfTone[tone], bare = false, note }: Props) {
  const badge = (
    <span className={classes.badge} data-tone={tone} data-bare={bare || undefined}>
      <Glyph name={glyph} />
      {children}
    </span>
  )
  if (!note) return badge
  return (
    <span className={classes.noted}>
      {badge}
      <small>{note}</small>
    </span>
  )
}
