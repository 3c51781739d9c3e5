import { type ReactNode, useId } from 'react'
import { Glyph, type GlyphName, glyphOfTone, type Tone } from '../icons/glyphs.tsx'
import classes from './StatusRadio.module.css'

interface Props<Value extends string> {
  label: string
  options: readonly { value: Value; label: string; tone: Tone; glyph?: GlyphName | undefined }[]
  /** Null without a choice. */
  value: Value | null
  onChange: (value: Value) => void
  disabled?: boolean
  /** To the right of the label, such as its shortcut keys. */
  aside?: ReactNode
  /** What the choice means. */
  note?: string | undefined
  onFocus?: () => void
  onBlur?: () => void
}

/** A radio group in one frame. */
export function StatusRadio<Value extends string>(props: Props<Value>) {
  const { label, options, value, onChange, disabled, aside, note, onFocus, onBlur } = props
  const name = useId()
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML lets a fieldset be a radio group
    <fieldset role="radiogroup" className={classes.group} disabled={disabled} onFocus={onFocus} onBlur={onBlur}>
      <legend>{label}</legend>
      {aside && (
        <span className={classes.aside} aria-hidden="true">
          {aside}
        </span>
      )}
      <div className={classes.options}>
        {options.map((option) => (
          <label key={option.value} data-tone={option.value === value ? option.tone : undefined}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <Glyph name={option.glyph ?? glyphOfTone[option.tone]} />
            {option.label}
          </label>
        ))}
      </div>
      {note && (
        <p className="fine" role="status">
          {note}
        </p>
      )}
    </fieldset>
  )
}
