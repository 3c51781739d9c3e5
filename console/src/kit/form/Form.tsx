import type { FormEvent, ReactNode } from 'react'
import classes from './Form.module.css'

interface Props {
  /** What the form does, for screen readers. */
  label: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** One column of fields. The fields speak for themselves, so the browser's own messages are off. */
export function Form({ label, onSubmit, children }: Props) {
  return (
    <form className={classes.form} aria-label={label} noValidate onSubmit={onSubmit}>
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

/** The buttons at the foot of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
