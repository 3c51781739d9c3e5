import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useShortcut } from '../feedback/shortcuts.ts'
import classes from './Form.module.css'
import { FormAlert } from './FormAlert.tsx'

interface Props {
  /** What the form does, for screen readers. */
  label: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

const FIELD = ':is(input, select, textarea):not([readonly], [disabled], [type="file"], [type="hidden"])'

/**
 * One column of fields. The fields speak for themselves, so the browser's own messages are off. The first one has the
 * focus as soon as the page is there; Ctrl+Enter saves from every field.
 */
export function Form({ label, onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const save = () => form.current?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
  useShortcut('Ctrl+Enter', 'Save', save, { whileTyping: true })

  useEffect(() => {
    // Who came by a tab, or is at work already, stays there.
    const { activeElement } = document
    const isElsewhere = activeElement?.closest('main, [role="dialog"]') && !activeElement.matches('main, h1')
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>(FIELD) ?? [])]
    const [first] = fields
    // Of radio buttons the chosen one takes the focus.
    const chosen = first?.type === 'radio' && fields.find(({ name, checked }) => checked && name === first.name)
    if (!isElsewhere) (chosen || first)?.focus({ preventScroll: true })
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // The editor of rich text would take it for a new line.
    event.preventDefault()
    event.stopPropagation()
    // As when it is left by the mouse: what a field does then, as looking up a price, the form waits for.
    const { target } = event
    if (target instanceof HTMLInputElement) {
      target.blur()
      target.focus({ preventScroll: true })
    }
    setTimeout(save)
  }

  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={label}
      noValidate
      onSubmit={onSubmit}
      onKeyDownCapture={onKeyDown}
    >
      {children}
    </form>
  )
}

/** Fields that belong together. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend>
        <h2>{title}</h2>
      </legend>
      {children}
    </fieldset>
  )
}

interface ActionsProps {
  /** Why it was not saved, unless that stands under a field; shown where the button was pressed. */
  failure?: Error | null | false | undefined
  children: ReactNode
}

/** The buttons at the foot of a form. */
export function FormActions({ failure, children }: ActionsProps) {
  return (
    <div className={classes.foot}>
      <FormAlert error={failure || null} />
      <div className={classes.actions}>{children}</div>
    </div>
  )
}
