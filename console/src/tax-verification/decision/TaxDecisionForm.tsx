import type { ReviewStatus } from '@hikmah/contract/common'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useShortcut } from '../../kit/feedback/shortcuts.ts'
import { Banner, FormAlert } from '../../kit/form/FormAlert.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { DecisionConflict } from './DecisionConflict.tsx'
import { DecisionFields } from './DecisionFields.tsx'
import { DecisionHead, WhatIsKnown } from './DecisionHead.tsx'
import { DecisionKeys } from './DecisionKeys.tsx'
import { DecisionSave } from './DecisionSave.tsx'
import classes from './decision.module.css'
import { effectOf, pendingOf, type Question } from './tax-decision.ts'
import { useTaxDecision } from './use-tax-decision.ts'

const DOES_NOT_DECIDE = 'Only owners and admins decide. You see the review as it stands.'

interface Props {
  orgId: string
  orgName: string
  /** Who reads the letter. */
  admin: string
  taxStatus: TaxStatus
  /** The facts that are others by now than what was submitted. */
  changed: string[]
  mayDecide: boolean
  onSaved: () => unknown
  openNext: () => unknown
}

/** The decision on the EIN and on the exemption. Who may not decide sees it as it stands. */
export function TaxDecisionForm({ orgId, orgName, admin, taxStatus, changed, mayDecide, onSaved, openNext }: Props) {
  const decision = useTaxDecision({ orgId, orgName, taxStatus })
  const { base, values, set, why, isDirty, failure, theirs, voidedBy } = decision
  const [focused, setFocused] = useState<Question>()
  const [isTried, setTried] = useState(false)
  /** On a small screen, where it lies over the papers. */
  const [isOpen, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const reason = useRef<HTMLTextAreaElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  /** What the keys answer: the question that has the focus, else the first that is pending. */
  const asked = focused ?? pendingOf(values)

  function start(after: () => unknown) {
    setTried(true)
    if (mayDecide) decision.start(after)
  }
  function open() {
    flushSync(() => setOpen(true))
    title.current?.focus()
  }
  function close() {
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }
  function answer(status: ReviewStatus) {
    if (!asked) return
    const next = pendingOf({ ...values, [asked]: status })
    // What is focused next is there only then.
    flushSync(() => {
      set({ [asked]: status })
      // On a small screen: to write why, or to save.
      if (status === 'Rejected' || !next) setOpen(true)
    })
    if (status === 'Rejected') reason.current?.focus()
    else form.current?.querySelector<HTMLElement>(`[data-question=${next ?? asked}] input:checked`)?.focus()
  }
  const off = { disabled: !mayDecide }
  useShortcut('A', 'Approve, and go to the next question', () => answer('Approved'), off)
  useShortcut('R', 'Reject, and write why', () => answer('Rejected'), off)
  useShortcut('Ctrl+Enter', 'Save and open next', () => start(openNext), { ...off, whileTyping: true })

  return (
    <>
      <DecisionBar
        values={values}
        asked={pendingOf(values)}
        isUnsaved={isDirty}
        mayDecide={mayDecide}
        isOpen={isOpen}
        openerRef={opener}
        onOpen={open}
        onAnswer={answer}
      />
      {/* Enter in the number decides nothing. */}
      <form
        ref={form}
        className={classes.form}
        data-open={isOpen || undefined}
        aria-label="Decision"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={({ key }) => key === 'Escape' && isOpen && close()}
      >
        <DecisionHead isUnsaved={isDirty} titleRef={title} onClose={close} />
        <div className={classes.fields}>
          {voidedBy && (
            <Banner
              tone="warning"
              text={`${voidedBy}. What you chose was about the older ones and was not saved. Look at the new papers and decide again.`}
            />
          )}
          {!theirs && <FormAlert error={failure} />}
          {!mayDecide && <p className={classes.hint}>{DOES_NOT_DECIDE}</p>}
          <WhatIsKnown changed={changed} />
          <hr />
          <DecisionFields
            decision={decision}
            mayDecide={mayDecide}
            asked={asked}
            onFocus={setFocused}
            reasonRef={reason}
            isTried={isTried}
          />
        </div>
        {mayDecide ? (
          <DecisionSave
            effect={effectOf(base, values, admin)}
            why={why}
            isSaving={decision.isSaving}
            onSave={() => start(onSaved)}
            onSaveAndNext={() => start(openNext)}
          />
        ) : (
          <DecisionKeys mayDecide={false} />
        )}
        {theirs && (
          <DecisionConflict
            base={base}
            theirs={theirs}
            values={values}
            onCancel={decision.forgetFailure}
            onTake={(chosen) => decision.goOnWith(theirs, chosen)}
            onSave={(chosen) => decision.saveOnTop(theirs, chosen, onSaved)}
          />
        )}
      </form>
    </>
  )
}
