import type { ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react'
import { FormAlert } from '../feedback/FormAlert.tsx'
import { useShortcut } from '../feedback/shortcuts.ts'
import { AnchorButton } from '../page/Page.tsx'
import classes from './Form.module.css'

export const EMAIL_PREVIEW = 'The email that will be sent'

interface Props {
  label: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  /** Of a desk: it lays itself out, says what Ctrl+Enter does, and leaves the focus where it is. */
  desk?: { className: string; saves: string }
  /** Many short fields stand in pairs where there is room. */
  isLong?: boolean
  children: ReactNode
}

const FIELD =
  ':is(input, select, textarea):not([readonly], [disabled], [aria-disabled="true"], [type="file"], [type="hidden"])'

/** Focuses the first field once the page is there; Ctrl+Enter saves from every field. */
export function Form({ label, onSubmit, desk, isLong, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const save = () => form.current?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
  useShortcut('Ctrl+Enter', desk?.saves ?? 'Save', save, { whileTyping: true })
  const isDesk = desk !== undefined

  useEffect(() => {
    if (isDesk) return
    // Not if the person is already elsewhere.
    const { activeElement } = document
    const isElsewhere = activeElement?.closest('main, [role="dialog"]') && !activeElement.matches('main, h1')
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>(FIELD) ?? [])]
    const [first] = fields
    // For radio buttons the chosen one gets the focus.
    const chosen = first?.type === 'radio' && fields.find(({ name, checked }) => checked && name === first.name)
    if (!isElsewhere) (chosen || first)?.focus({ preventScroll: true })
  }, [isDesk])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // The rich text editor would insert a line break.
    event.preventDefault()
    event.stopPropagation()
    // Blurs the field as a click would: the form waits for what the field does then, such as looking up a price.
    const { target } = event
    if (target instanceof HTMLInputElement) {
      target.blur()
      target.focus({ preventScroll: true })
    }
    setTimeout(save)
  }

  /** Marks the required fields that are empty, and leads to the first, when the button that waits for them is pressed. */
  function showMissing({ target }: MouseEvent<HTMLFormElement>) {
    if (!(target as Element).closest('[type="submit"][aria-disabled="true"]')) return
    form.current?.setAttribute('data-tried', '')
    form.current?.querySelector<HTMLElement>(`${FIELD}:required:invalid`)?.focus()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button that is pressed by a key is clicked too
    <form
      ref={form}
      onClick={showMissing}
      className={desk?.className ?? classes.form}
      data-long={isLong || undefined}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event)
      }}
      onKeyDownCapture={onKeyDown}
    >
      {children}
    </form>
  )
}

export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={classes.section}>
    <legend>
      <h2>{title}</h2>
    </legend>
    {children}
  </fieldset>
)

interface ActionsProps {
  /** Only what no field shows. */
  failure?: Error | null | false | undefined
  children: ReactNode
}

export const FormActions = ({ failure, children }: ActionsProps) => (
  <div className={classes.foot} data-form-foot>
    <FormAlert error={failure} />
    <div className={classes.actions}>{children}</div>
  </div>
)

export const CancelLink = createLink((props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) => (
  <AnchorButton {...props} role="button" variant="default">
    Cancel
  </AnchorButton>
))
