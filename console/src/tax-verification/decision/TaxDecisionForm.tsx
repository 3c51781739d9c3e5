import type { ReviewStatus } from '@hikmah/contract/common'
import { describeVerdict, STALE_DAYS } from '@hikmah/contract/irs-registry/words'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { missingItemNames } from '@hikmah/contract/tax-verification/words'
import { Button } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCurrentUser } from '../../kit/api/data.ts'
import { StatusBadge } from '../../kit/display/StatusBadge.tsx'
import { Banner, FormAlert } from '../../kit/feedback/FormAlert.tsx'
import { useShortcut } from '../../kit/feedback/shortcuts.ts'
import { formatDate, plural } from '../../kit/format/texts.ts'
import { LOOKING_UP, type LookedUp } from '../facts/IrsFacts.tsx'
import { VerdictBadge } from '../ReviewBadges.tsx'
import { claimedAgo } from '../ReviewHead.tsx'
import { DecisionFields } from './DecisionFields.tsx'
import {
  AgainstQuestion,
  DecisionBar,
  DecisionConflict,
  DecisionHead,
  DecisionKeys,
  DecisionSave,
  SAVE_AND_NEXT,
} from './DecisionFrame.tsx'
import classes from './decision.module.css'
import { isUnsaved } from './decision-state.ts'
import {
  asking,
  describeEffect,
  firstPending,
  type Question,
  questions,
  savedValues,
  suggestedRejection,
} from './tax-decision.ts'
import type { Decision } from './use-tax-decision.ts'

const DOES_NOT_DECIDE = 'Only owners and admins can decide. You see the review as it stands.'

interface Props {
  decision: Decision
  admin: string
  /** As it stands now; the decision may still be about an older version. */
  taxStatus: TaxStatus
  changed: string[]
  lookedUp: LookedUp
  onSaved: () => unknown
  openNext: () => unknown
}

export function TaxDecisionForm({ decision, admin, taxStatus, changed, lookedUp, onSaved, openNext }: Props) {
  const { mayDecide, state, values, suggested, set } = decision
  const { base, chosen, failure, theirs, voidedBy } = state
  const { _id: myId } = useCurrentUser()
  const [focused, setFocused] = useState<Question>()
  const [isTried, setTried] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const reason = useRef<HTMLTextAreaElement>(null)
  const ein = useRef<HTMLInputElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  /** The question that the keys answer: the focused one, else the first unanswered. */
  const asked = focused ?? firstPending(chosen)
  const isDirty = isUnsaved(state)
  const isSuggested = Object.keys(suggested).length > 0
  const { claim } = taxStatus
  const mayReject = mayDecide && savedValues(base).exemptStatus === 'Pending' && chosen.exemptStatus === 'Pending'
  const suggestedReason = mayReject ? suggestedRejection(lookedUp) : undefined

  function save(after: () => unknown) {
    setTried(true)
    if (mayDecide) decision.save(after)
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
    if (status === 'Rejected' && asked === 'exemptStatus' && suggestedReason && chosen.reason.trim() === '')
      return reject(suggestedReason)
    const next = firstPending({ ...chosen, [asked]: status })
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
    if (event.key === 'Enter' && event.target === ein.current) focusQuestion(firstPending(chosen) ?? 'einStatus')
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
  useShortcut('Ctrl+Enter', SAVE_AND_NEXT, () => save(openNext), { ...off, whileTyping: true })

  return (
    <>
      <DecisionBar
        decision={decision}
        isUnsaved={isDirty || isSuggested}
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
            decision={decision}
            lookedUp={lookedUp}
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
            decision={decision}
            effect={describeEffect(base, values, admin)}
            onSave={() => save(onSaved)}
            onSaveAndNext={() => save(openNext)}
          />
        ) : (
          <DecisionKeys mayDecide={false} />
        )}
        {theirs && <DecisionConflict decision={decision} theirs={theirs} onSaved={onSaved} />}
        {decision.contradicted && <AgainstQuestion {...decision.contradicted} onClose={decision.dismissContradicted} />}
      </form>
    </>
  )
}

interface KnownProps extends Pick<Props, 'taxStatus' | 'changed' | 'lookedUp'> {
  suggestedReason: string | undefined
  onReject: (reason: string) => void
}

function WhatIsKnown({ taxStatus, changed, lookedUp, suggestedReason, onReject }: KnownProps) {
  const { irsChange, missing, documents } = taxStatus
  const { evidence, isTyped, isChecking, failure } = lookedUp
  return (
    <div className={classes.known}>
      {isChecking ? (
        <StatusBadge tone="pending">{LOOKING_UP}</StatusBadge>
      ) : evidence ? (
        <VerdictBadge outcome={evidence.outcome} />
      ) : (
        <StatusBadge tone="pending">Not checked with the IRS</StatusBadge>
      )}
      {evidence?.stale && <StatusBadge tone="warning">Over {STALE_DAYS} days old</StatusBadge>}
      {changed.length > 0 && <StatusBadge tone="warning">{plural(changed.length, 'change')} since</StatusBadge>}
      {irsChange && (
        <Banner
          tone="warning"
          text={`On ${formatDate(irsChange.at, 'll')}, after the decision, the IRS record changed from ${describeVerdict(irsChange.before).name} to ${describeVerdict(irsChange.after).name}. Decide again, or save as it is to keep the decision.`}
        />
      )}
      {isTyped && <p>This is about the EIN as typed. Decide for yourself what follows from it.</p>}
      {failure && <p role="alert">The EIN could not be looked up: {failure.message}</p>}
      {evidence && !isChecking && (
        <ul className={classes.reasons} aria-label="Reasons for the verdict">
          {evidence.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {!evidence && !isChecking && (
        <p>There is no IRS record to compare with.{documents.length > 0 && ' Read the documents.'}</p>
      )}
      {changed.length > 0 && <p>Changed after the documents were submitted: {changed.join(', ')}.</p>}
      {missing.length > 0 && (
        <p>
          <b>Missing:</b> {missing.map((item) => missingItemNames[item]).join(', ')}.
        </p>
      )}
      {suggestedReason && (
        <div className={classes.suggested}>
          <p>The verdict suggests rejecting the exemption: “{suggestedReason}” This is not chosen yet.</p>
          <Button variant="default" size="xs" onClick={() => onReject(suggestedReason)}>
            Reject with this reason
          </Button>
        </div>
      )}
    </div>
  )
}
