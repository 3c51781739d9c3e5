import { useMemo, useState } from 'react'
import { RichText } from './RichText.tsx'
import classes from './RichTextField.module.css'
import { writtenIn } from './written-in.ts'

interface Props extends React.AriaAttributes {
  value: string
  onChange: (value: string) => void
  onFocus: () => void
}

/** The text before the editor is loaded. The browser itself handles typing until then, so nothing is lost. */
export function RestingText({ value, onChange, onFocus, ...aria }: Props) {
  const [shown, setShown] = useState({ value, written: value, times: 0 })
  // Changed from outside, as by a reset of the form.
  if (value !== shown.written) setShown({ value, written: value, times: shown.times + 1 })
  // Always the same elements: React does not know what the browser has changed in them.
  const text = useMemo(() => <RichText value={shown.value} />, [shown.value])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a text area shows no bold, no lists and no links
    <div
      {...aria}
      key={shown.times}
      role="textbox"
      aria-multiline="true"
      tabIndex={0}
      contentEditable
      suppressContentEditableWarning
      className={classes.text}
      onFocus={onFocus}
      onInput={({ currentTarget }) => {
        const written = writtenIn(currentTarget)
        setShown({ ...shown, written })
        onChange(written)
      }}
    >
      {text}
    </div>
  )
}
