import type { ReviewStatus } from '@hikmah/contract/common'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCurrentUser } from '../../kit/api/current-user.ts'
import { useShortcut } from '../../kit/feedback/shortcuts.ts'
import { Banner, FormAlert } from '../../kit/form/FormAlert.tsx'
import type { LookedUp } from '../facts/use-evidence.ts'
import { claimedAgo } from '../ReviewClaim.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { DecisionConflict } from './DecisionConflict.tsx'
import { DecisionFields } from './DecisionFields.tsx'
import { DecisionHead } from './DecisionHead.tsx'
import { DecisionKeys } from './DecisionKeys.tsx'
import { DecisionSave } from './DecisionSave.tsx'
import classes from './decision.module.css'
import { rejectionSuggested } from './suggestion.ts'
import { effectOf, pendingOf, type Question, questions, valuesOf } from './tax-decision.ts'
import type { Decision } from './use-tax-decision.ts'
import { WhatIsKnown } from './WhatIsKnown.tsx'
import { asking } from './written-reason.ts'

const DOES_NOT_DECIDE = 'Only owners and admins can decide. You see the review as it stands.'

interface Props {
  orgId: string
  decision: Decision
  /** The reader of the letter. */
  admin: string
  /** As it stands now; the decision may still be about an older version. */
  taxStatus: TaxStatus
  /** The facts that have changed since the submission. */
  changed: string[]
  /** What the IRS files say about the EIN in the field. */
  lookedUp: LookedUp
  mayDecide: boolean
  onSaved: () => unknown
  openNext: () => unknown
}

/** The decision on the EIN and on the exemption; read-only for people who may not decide. */
export function TaxDecisionForm(props: Props) {
  const { orgId, decision, admin, taxStatus, changed, lookedUp, mayDecide, onSaved, openNext } = props
  const { base, values, chosen, suggested, set, why, isDirty, failure, theirs, voidedBy } = decision
  const { _id: myId } = useCurrentUser()
  const [focused, setFocused] = useState<Question>()
  const [isTried, setTried] = useState(false)
  /** On a small screen, where it lies over the papers. */
  const [isOpen, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const reason = useRef<HTMLTextAreaElement>(null)
  const ein = useRef<HTMLInputElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  /** The question that the keys answer: the focused one, else the first unanswered. */
  const asked = focused ?? pendingOf(chosen)
  const isSuggested = Object.keys(suggested).length > 0
  const { claim } = taxStatus
  const mayReject = mayDecide && valuesOf(base).exemptStatus === 'Pending' && chosen.exemptStatus === 'Pending'
  const suggestedReason = mayReject ? rejectionSuggested(lookedUp) : undefined

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
  const focusOn = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus()
  const focusQuestion = (question: Question) => focusOn(`[data-question=${question}] input:checked`)

  function answer(status: ReviewStatus) {
    if (!asked) return
    if (status === 'Rejected' && asked === 'exemptStatus' && suggestedReason && chosen.reason.trim() === '') {
      reject(suggestedReason)
      return
    }
    const next = pendingOf({ ...chosen, [asked]: status })
    // The next element to focus exists only after this.
    flushSync(() => {
      set({ [asked]: status })
      // On a small screen: to write why, or to save.
      if (status === 'Rejected' || !next) setOpen(true)
    })
    if (status === 'Rejected') reason.current?.focus()
    else focusQuestion(next ?? asked)
  }
  /** Keeps the answer and goes to the next question, or to saving after the last one. */
  function confirm() {
    const next = asked && questions[questions.indexOf(asked) + 1]
    flushSync(() => {
      if (asked) set({ [asked]: values[asked] })
      setOpen(true)
    })
    if (next) focusQuestion(next)
    else focusOn('[data-save]')
  }
  function editEin() {
    flushSync(() => setOpen(true))
    ein.current?.select()
    ein.current?.focus()
  }
  function reject(why: string) {
    flushSync(() => {
      // Of the verdicts only a revocation suggests one.
      set({ exemptStatus: 'Rejected', reason: why, reasonCode: 'exemption-revoked', isAsking: false })
      setOpen(true)
    })
    // Typing replaces the suggestion.
    reason.current?.focus()
    reason.current?.select()
  }
  function pressed(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen) close()
    if (event.key === 'Enter' && event.target === ein.current) focusQuestion(pendingOf(chosen) ?? 'einStatus')
    // Holding Enter after confirming an answer must not save.
    if (event.key === 'Enter' && event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault()
  }
  function ask() {
    flushSync(() => {
      set(asking(base, values))
      setOpen(true)
    })
    reason.current?.focus()
  }
  const off = { disabled: !mayDecide }
  useShortcut('A', 'Approve, and go to the next question', () => answer('Approved'), off)
  useShortcut('R', 'Reject, and write why', () => answer('Rejected'), off)
  useShortcut('S', 'Ask for a new submission, and write why', ask, off)
  useShortcut('E', 'Edit the EIN', editEin, off)
  useShortcut('Enter', 'Confirm what is chosen, and go on', confirm, off)
  useShortcut('Ctrl+Enter', 'Save and open next', () => start(openNext), { ...off, whileTyping: true })

  return (
    <>
      <DecisionBar
        values={values}
        asked={pendingOf(values)}
        isUnsaved={isDirty || isSuggested}
        mayDecide={mayDecide}
        isOpen={isOpen}
        openerRef={opener}
        onOpen={open}
        onAnswer={answer}
        onAsk={ask}
      />
      {/* Enter in the EIN field must not submit. */}
      <form
        ref={form}
        className={classes.form}
        data-open={isOpen || undefined}
        aria-label="Decision"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={pressed}
      >
        <DecisionHead
          says={isDirty ? 'Not saved' : isSuggested ? 'Suggested, not saved' : ''}
          titleRef={title}
          onClose={close}
        />
        <div className={classes.fields}>
          {voidedBy && <Banner tone="warning" text={voidedBy} />}
          {!theirs && <FormAlert error={failure} />}
          {!mayDecide && <p className={classes.hint}>{DOES_NOT_DECIDE}</p>}
          {mayDecide && claim && claim.byId !== myId && (
            <Banner
              tone="warning"
              text={`${claim.by} claimed this review ${claimedAgo(claim.at)}. You can decide anyway.`}
            />
          )}
          <WhatIsKnown
            taxStatus={taxStatus}
            changed={changed}
            lookedUp={lookedUp}
            suggestedReason={suggestedReason}
            onReject={reject}
          />
          <hr />
          <DecisionFields
            orgId={orgId}
            decision={decision}
            lookedUp={lookedUp}
            mayDecide={mayDecide}
            asked={asked}
            onFocus={setFocused}
            onAsk={ask}
            einRef={ein}
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
            onTake={(settled) => decision.goOnWith(theirs, settled)}
            onSave={(settled) => decision.saveOnTop(theirs, settled, onSaved)}
          />
        )}
      </form>
    </>
  )
}
