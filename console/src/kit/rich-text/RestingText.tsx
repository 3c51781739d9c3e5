import { useEffect, useEffectEvent, useRef } from 'react'
import { withTextAtEnd } from './at-end.ts'
import { RichText } from './RichText.tsx'
import classes from './RichTextField.module.css'

interface Props extends React.AriaAttributes {
  value: string
  onChange: (value: string) => void
  onFocus: () => void
}

/** The text before the editor is there. It takes what is typed meanwhile and puts it at the end. */
export function RestingText({ value, onChange, onFocus, ...aria }: Props) {
  const element = useRef<HTMLDivElement>(null)
  // Two letters may come before the form has rendered the first.
  const latest = useRef(value)
  latest.current = value

  const type = useEffectEvent((event: InputEvent) => {
    event.preventDefault()
    const typed =
      event.inputType === 'insertParagraph' ? '\n' : (event.data ?? event.dataTransfer?.getData('text/plain'))
    if (!typed) return
    const isReplacing = getSelection()?.isCollapsed === false
    latest.current = withTextAtEnd(isReplacing ? '' : latest.current, typed)
    onChange(latest.current)
  })
  useEffect(() => {
    const { current } = element
    // React's own onBeforeInput is another event, without the kind of input.
    current?.addEventListener('beforeinput', type)
    return () => current?.removeEventListener('beforeinput', type)
  }, [])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a text area shows no bold, no lists and no links
    <div
      {...aria}
      ref={element}
      role="textbox"
      aria-multiline="true"
      tabIndex={0}
      contentEditable
      suppressContentEditableWarning
      className={classes.text}
      onFocus={onFocus}
    >
      <RichText value={value} />
    </div>
  )
}
