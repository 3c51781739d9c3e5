import type { ReactNode } from 'react'
import { Glyph, type GlyphName, glyphOfTone, type Tone } from '../icons/glyphs.tsx'
import classes from './display.module.css'

interface Props {
  tone: Tone
  children: ReactNode
  /** Where two states share a tone. */
  glyph?: GlyphName | undefined
  /** Without background and padding, for dense rows. */
  bare?: boolean | undefined
  note?: ReactNode
}

/** A state as text, color and shape. */
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

interface SandboxMarkProps {
  kind: 'Sandbox' | 'Test mode'
  text?: string
  /** On phones the header has room for the icon only. */
  isInHeader?: boolean
}

const WHY = {
  Sandbox: 'Payments run in the sandbox. No money moves.',
  'Test mode': 'Payments run in the test mode of the payment provider. No money moves.',
}

/** Dashed, unlike any status: payments are not real. */
export const SandboxMark = ({ kind, text = kind, isInHeader }: SandboxMarkProps) => (
  <span className={classes.mark} data-in-header={isInHeader || undefined} title={WHY[kind]}>
    <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden="true">
      <path d="M4.3 1.2h3.4M5 1.2v3.3L1.9 9.6a.8.8 0 0 0 .7 1.2h6.8a.8.8 0 0 0 .7-1.2L7 4.5V1.2M3.4 7.4h5.2" />
    </svg>
    <span>{text}</span>
  </span>
)
