import { Button } from '@mantine/core'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Banner, FormAlert } from '../feedback/FormAlert.tsx'
import { Dialog, DialogActions } from '../feedback/messages.tsx'
import { SubmitButton, useFetching } from '../form/SubmitButton.tsx'
import { formatDate, NO_CHANGES } from '../format/texts.ts'
import { Icon } from '../icons/icons.tsx'
import { Page } from '../page/Page.tsx'
import type { DraftState } from './draft-keeper.ts'
import classes from './Wizard.module.css'

interface Props {
  title: string
  sub?: ReactNode
  trail?: ReactNode[]
  steps: readonly WizardStep[]
  step: number
  /** The last step that the rail leads to. */
  reach: number
  onStep: (step: number) => void
  aside?: ReactNode
  note?: string | undefined
  count?: number | undefined
  tools?: ReactNode
  footer: ReactNode
  children: ReactNode
}

export function WizardFrame(props: Props) {
  const { title, sub, trail, steps, step, reach, onStep, aside, note, count, tools, footer, children } = props
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [step])

  return (
    <Page
      title={title}
      sub={sub}
      trail={trail}
      badge={<span className={classes.place}>{`Step ${step + 1} of ${steps.length}`}</span>}
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

/** `path` is the `data-path` of an input, or of an element with inputs in it. */
export function focusField(path: string) {
  const element = document.querySelector<HTMLElement>(`main [data-path="${CSS.escape(path)}"]`)
  // The tools of an editor come before its text.
  const text = element?.querySelector<HTMLElement>('[contenteditable="true"]')
  const field = element?.matches(FOCUSABLE) ? element : (text ?? element?.querySelector<HTMLElement>(FOCUSABLE))
  field?.focus()
  return Boolean(field)
}

/** For a step that opens now: its heading takes the focus first, and the code of some fields comes late. */
export function focusFieldOnceDrawn(path: string, tries = 40) {
  setTimeout(() => {
    if (!focusField(path) && tries > 1) focusFieldOnceDrawn(path, tries - 1)
  }, 50)
}

function StepRail({ steps, step, reach, onStep }: Pick<Props, 'steps' | 'step' | 'reach' | 'onStep'>) {
  return (
    <nav aria-label="Steps">
      <ol className={classes.rail}>
        {steps.map(({ name, fact, isDone }, i) => {
          const isCurrent = i === step
          const narrowClass = isCurrent ? '' : 'spoken-narrow'
          const isTicked = isDone && !isCurrent && i <= reach
          const cell = (
            <>
              <span className={classes.circle} aria-hidden="true">
                {isTicked ? <Icon name="check" size={12} /> : i + 1}
              </span>
              <span className={`${classes.name} ${narrowClass}`}>{name}</span>
              <span className={`${classes.fact} ${narrowClass}`}>{fact}</span>
            </>
          )
          return (
            <li
              key={name}
              data-state={isCurrent ? 'current' : isTicked ? 'done' : 'later'}
              data-needs={(isCurrent && !isDone) || undefined}
              aria-current={isCurrent ? 'step' : undefined}
            >
              {isCurrent || i > reach ? (
                <span className={classes.cell}>{cell}</span>
              ) : (
                <button type="button" className={classes.cell} onClick={() => onStep(i)}>
                  {cell}
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

interface WizardFooterProps {
  action: string
  onAction: () => unknown
  busy?: string | false
  /** Why the action is disabled. Its button stays focusable and leads to what is missing. */
  reason?: string | undefined
  onBlocked?: () => void
  onBack?: (() => unknown) | undefined
  children?: ReactNode
  failure?: Error | null | undefined | false
}

export function WizardFooter(props: WizardFooterProps) {
  const { action, onAction, busy = false, reason, onBlocked, onBack, children, failure } = props
  const id = useId()
  const fetching = useFetching()
  const why = reason ?? fetching
  const isOff = Boolean(why || busy)

  function press() {
    if (busy) return
    if (reason) onBlocked?.()
    else if (!fetching) onAction()
  }

  return (
    <div className={classes.footer}>
      <FormAlert error={failure} />
      <div className={classes.buttons}>
        {onBack && (
          <Button
            variant="default"
            leftSection={<Icon name="back" />}
            aria-disabled={Boolean(busy) || undefined}
            data-disabled={Boolean(busy) || undefined}
            onClick={() => !busy && onBack()}
          >
            Back
          </Button>
        )}
        {why && (
          <span id={id} className={classes.why} data-quiet={why === NO_CHANGES || undefined}>
            <Icon name={why === NO_CHANGES ? 'info' : 'alert'} size={14} />
            {why}
          </span>
        )}
        <span className={classes.ways}>
          {children}
          <Button
            aria-disabled={isOff || undefined}
            data-disabled={isOff || undefined}
            aria-busy={Boolean(busy) || undefined}
            aria-describedby={why ? id : undefined}
            onClick={press}
          >
            {busy || action}
          </Button>
        </span>
      </div>
    </div>
  )
}

export function DraftStatus({ savedAt, isSaving, failure, discard }: DraftState & { discard: () => unknown }) {
  return (
    <>
      <span className={classes.saved} role="status" data-failed={Boolean(failure) || undefined}>
        {failure ? (
          <>
            <Icon name="alert" size={14} />
            Draft not saved: {failure} Trying again.
          </>
        ) : isSaving ? (
          'Saving draft'
        ) : (
          savedAt && (
            <>
              <Icon name="check" size={14} />
              Draft saved at {formatDate(savedAt, 'h:mm A')}
            </>
          )
        )}
      </span>
      {savedAt && (
        <Button variant="subtle" onClick={() => void discard()}>
          Discard draft
        </Button>
      )}
    </>
  )
}

export interface WizardStep {
  name: string
  /** Such as "9 features, 3 Paid". */
  fact: string
  isDone: boolean
}

export interface WizardFields {
  steps: readonly string[]
  findStep: (field: string) => number
  /** By the first part of the path. */
  labels: Readonly<Record<string, string>>
  isShown: (field: string) => boolean
}

export function problemElsewhere(
  errors: Record<string, unknown>,
  open: number,
  { steps, findStep, labels, isShown }: WizardFields,
) {
  const isElsewhere = (field: string) => !isShown(field) || findStep(field) !== open
  const [field, error] = Object.entries(errors).find(([name, problem]) => problem && isElsewhere(name)) ?? []
  if (field === undefined) return undefined
  const label = labels[field.split('.')[0]!] ?? field
  return `${[...new Set([steps[findStep(field)], label])].join(', ')}: ${String(error)}`
}

interface UnsavedChangesProps {
  isDirty: () => boolean
  changed?: string
  /** Whether the page at this path keeps the changes. */
  keepsChanges?: (path: string) => boolean
  onDiscard?: () => void
  onSave: (then: () => void) => void
}

/** Asks, in the customer's words, before a wizard with unsaved changes is left. */
export function UnsavedChanges({ isDirty, changed, keepsChanges, onDiscard, onSave }: UnsavedChangesProps) {
  const { history, options } = useRouter()
  const { status, next, proceed, reset } = useBlocker({
    enableBeforeUnload: isDirty,
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && !keepsChanges?.(next.pathname) && isDirty(),
    withResolver: true,
  })
  const fetching = useFetching()
  if (status !== 'blocked') return null
  return (
    <Dialog title="You have unsaved changes!" onClose={reset}>
      {changed ?? 'Save them before you leave this page?'}
      <DialogActions>
        <Button
          variant="danger-outline"
          onClick={() => {
            onDiscard?.()
            proceed()
          }}
        >
          Discard Changes
        </Button>
        <SubmitButton
          data-autofocus
          type="button"
          reason={fetching}
          onClick={() => {
            const href = next.pathname + options.stringifySearch(next.search)
            reset()
            onSave(() => history.push(href))
          }}
        >
          SAVE Changes
        </SubmitButton>
      </DialogActions>
    </Dialog>
  )
}
