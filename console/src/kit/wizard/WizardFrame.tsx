import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Banner } from '../form/FormAlert.tsx'
import { Page } from '../page/Page.tsx'
import { StepRail, type WizardStep } from './StepRail.tsx'
import classes from './Wizard.module.css'

interface Props {
  title: string
  sub?: ReactNode
  trail?: ReactNode[]
  steps: readonly WizardStep[]
  /** From 0. */
  step: number
  /** The last one that the rail leads to. */
  reach: number
  onStep: (step: number) => void
  /** Next to the title, such as the state of the draft. */
  aside?: ReactNode
  /** Something to know about all of it, above the step. */
  note?: string | undefined
  /** How many there are, beside the heading of the step. */
  count?: number | undefined
  /** What can be done in the step, beside its heading. */
  tools?: ReactNode
  /** A `WizardFooter`. */
  footer: ReactNode
  /** The content of the step. */
  children: ReactNode
}

/** A wizard: its title, the rail of its steps, the step under its heading, and a footer that stays in sight. */
export function WizardFrame(props: Props) {
  const { title, sub, trail, steps, step, reach, onStep, aside, note, count, tools, footer, children } = props
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [step])

  return (
    <Page
      title={title}
      sub={sub}
      trail={trail}
      badge={
        <span className={classes.place}>
          Step {step + 1} of {steps.length}
        </span>
      }
      action={aside}
    >
      <StepRail steps={steps} step={step} reach={reach} onStep={onStep} />
      {note && (
        <div className={classes.note}>
          <Banner tone="warning" text={note} />
        </div>
      )}
      <section className={classes.step} aria-labelledby={id}>
        <div className={classes.head}>
          <h2 ref={heading} id={id} tabIndex={-1}>
            {steps[step]?.name}
          </h2>
          {count !== undefined && <span className={classes.count}>{count}</span>}
          {tools && <div className={classes.tools}>{tools}</div>}
        </div>
        {children}
      </section>
      {footer}
    </Page>
  )
}

const FOCUSABLE = 'input:not([type="file"]), select, textarea, button, a[href], [contenteditable="true"]'

/** Moves the focus to a field by its path: to the input itself, or to the first one in what carries the path. */
export function focusField(path: string) {
  const at = document.querySelector<HTMLElement>(`main [data-path="${CSS.escape(path)}"]`)
  // The tools of an editor stand before its text.
  const text = at?.querySelector<HTMLElement>('[contenteditable="true"]')
  const field = at?.matches(FOCUSABLE) ? at : (text ?? at?.querySelector<HTMLElement>(FOCUSABLE))
  field?.focus()
  return Boolean(field)
}

/** The same in a step that is opened for it: its heading takes the focus first, and the code of some fields comes late. */
export function focusFieldOnceDrawn(path: string, tries = 40) {
  setTimeout(() => {
    if (!focusField(path) && tries > 1) focusFieldOnceDrawn(path, tries - 1)
  }, 50)
}
