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
}

/** A state as text, colour and shape. */
export function StatusBadge({ tone, children, glyph = glyphOfTone[tone], bare = false }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} data-bare={bare || undefined}>
      <Glyph name={glyph} />
      {children}
    </span>
  )
}
