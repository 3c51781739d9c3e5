import type { ReviewStatus } from '@hikmah/contract/common'
import { describeVerdict } from '@hikmah/contract/irs-registry/words'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { againstTexts, codesOf } from '@hikmah/contract/tax-verification/against-record'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { ASK_FOR_PAPERS } from '@hikmah/contract/tax-verification/words'
import { Button, Kbd } from '@mantine/core'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCurrentUser } from '../../kit/api/data.ts'
import { SAVE_AND_NEXT } from '../../kit/desk/DeskFoot.tsx'
import { Banner, FormAlert } from '../../kit/feedback/FormAlert.tsx'
import { useShortcut } from '../../kit/feedback/shortcuts.ts'
import { applyChoices } from '../../kit/form/conflicts.ts'
import { ConflictDialog } from '../../kit/form/useEditForm.tsx'
import type { LookedUp } from '../facts/IrsFacts.tsx'
import { AskForPapers, DecisionFields, MessageField } from './DecisionFields.tsx'
import { DecisionFoot } from './DecisionFoot.tsx'
import { DecisionHead } from './DecisionHead.tsx'
import classes from './decision.module.css'
import { conflictsIn, contradictionKey, describeSave, isUnsaved } from './decision-state.ts'
import { Known } from './Known.tsx'
import type { Desk } from './last-act.ts'
import { NameHint } from './NameHint.tsx'
import { Caution, Resistance } from './Resistance.tsx'
import {
  asking,
  describeEffect,
  findMissingText,
  firstPending,
  onTopOf,
  type Question,
  questions,
  savedValues,
  suggestedRejection,
} from './tax-decision.ts'
import type { Decision } from './use-tax-decision.ts'

// With the paper, beside which the link stands.
const AwaitedPapersPanel = lazy(() =>
  import('../../papers-link/AwaitedPapersPanel.tsx').then((it) => ({ default: it.AwaitedPapersPanel })),
)

const DOES_NOT_DECIDE = 'Only owners and admins can decide. You see the review as it stands.'

interface Props {
  decision: Decision
  org: Organization | undefined
  /** As it stands now; the decision may still be about an older version. */
  taxStatus: TaxStatus
  changed: string[]
  lookedUp: LookedUp
  /** The organization's in the record, where that is nearly the same. */
  irsName: string | undefined
  desk: Desk
  /** "2 of 31" in the queue. */
  place: string | undefined
  onRead: () => void
  onSaved: () => unknown
  openNext: () => unknown
}

export function TaxDecisionForm(props: Props) {
  const { decision, org, taxStatus, changed, lookedUp, irsName, desk, place, onRead, onSaved, openNext } = props
  const { mayDecide, state, values, suggested, contradictions, isPaperUnseen, set } = decision
  const { base, chosen, failure, theirs, voidedBy, meanwhile } = state
  const { _id: myId } = useCurrentUser()
  const [focused, setFocused] = useState<Question>()
  const [isEinOpen, setEinOpen] = useState(false)
  const [isMessageOpen, setMessageOpen] = useState(false)
  const [isTried, setTried] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const reason = useRef<HTMLTextAreaElement>(null)
  const why = useRef<HTMLTextAreaElement>(null)
  const message = useRef<HTMLTextAreaElement>(null)
  const ein = useRef<HTMLInputElement>(null)

  /** The question that the keys answer: the focused one, else the first unanswered. */
  const asked = focused ?? firstPending(chosen)
  const isDirty = isUnsaved(state)
  const isSuggested = Object.keys(suggested).length > 0
  const { claim } = taxStatus
  const mayReject = mayDecide && savedValues(base).exemptStatus === 'Pending' && chosen.exemptStatus === 'Pending'
  const suggestedReason = mayReject ? suggestedRejection(lookedUp) : undefined
  const mayAsk = mayDecide && !base.isBlocked
  const isAwaited = mayAsk && taxStatus.linkEndsAt !== null
  const isMessaging = isMessageOpen || values.message !== ''

  // What a choice contradicts stands under it: under the exemption, where that was chosen.
  const isAboutExemption = values.exemptStatus !== savedValues(base).exemptStatus && values.exemptStatus !== 'Pending'
  const placeOfBlock: Question = isAboutExemption ? 'exemptStatus' : 'einStatus'
  const approvesUnchecked =
    mayDecide &&
    contradictions.length === 0 &&
    !lookedUp.isChecking &&
    describeVerdict(lookedUp.evidence?.outcome ?? null).group === 'not-checked' &&
    questions.some((question) => values[question] === 'Approved' && savedValues(base)[question] !== 'Approved')
  const hasBlock = contradictions.length > 0 || approvesUnchecked
  const needsRoom = (hasBlock || values.exemptStatus === 'Rejected') && isAboutExemption
  const isEinFolded = needsRoom && !isEinOpen && focused !== 'einStatus' && values.ein !== ''

  function save(after: () => unknown) {
    if (!mayDecide) return
    const missing = findMissingText(base, values, contradictions)
    flushSync(() => {
      setTried(true)
      if (missing) setOpen(true)
    })
    if (missing) return (missing === 'reason' ? reason : why).current?.focus()
    decision.save(after)
  }
  const focusOn = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus()
  const focusQuestion = (question: Question) => focusOn(`[data-question=${question}] input:checked`)
  function open() {
    flushSync(() => setOpen(true))
    form.current?.scrollIntoView({ block: 'start' })
  }

  /** To the reasons that an answer wants, the one that is kept first; else to the next question, else to saving. */
  function moveOn(next: Question | undefined) {
    const to = why.current ?? (next ? undefined : reason.current)
    if (to) to.focus()
    else if (next) focusQuestion(next)
    else focusOn('[data-save]')
  }
  function answer(status: ReviewStatus) {
    if (!asked) return
    if (status === 'Rejected' && asked === 'exemptStatus' && suggestedReason && chosen.reason.trim() === '')
      return reject(suggestedReason)
    const next = firstPending({ ...chosen, [asked]: status })
    // The next element to focus exists only after this.
    flushSync(() => {
      set({ [asked]: status, isAsking: false })
      setOpen(true)
    })
    moveOn(status === 'Rejected' ? undefined : next)
  }
  /** Fills in what is still asked, and saves nothing. */
  function approveAll() {
    const open = questions.filter((question) => chosen[question] === 'Pending')
    flushSync(() => {
      set({ ...Object.fromEntries(open.map((question) => [question, 'Approved'])), isAsking: false })
      setOpen(true)
    })
    moveOn(undefined)
  }
  /** Keeps the answer and goes to the next question, or to saving after the last one. */
  function confirm() {
    const next = asked && questions[questions.indexOf(asked) + 1]
    flushSync(() => {
      if (asked) set({ [asked]: values[asked] })
      setOpen(true)
    })
    moveOn(next)
  }
  function editEin() {
    flushSync(() => {
      if (values.isAsking) set({ isAsking: false })
      setEinOpen(true)
      setOpen(true)
    })
    ein.current?.select()
    ein.current?.focus()
  }
  /** In place of the one that the record speaks against; it is looked up, and decided on then. */
  function replaceEin(other: string) {
    const { einStatus, exemptStatus } = savedValues(base)
    flushSync(() => set({ ein: other, einStatus, exemptStatus, againstReason: '' }))
    focusQuestion(firstPending({ ...chosen, einStatus, exemptStatus }) ?? 'einStatus')
  }
  function reject(text: string) {
    flushSync(() => {
      // Of the verdicts only a revocation suggests one.
      set({ exemptStatus: 'Rejected', reason: text, reasonCode: 'exemption-revoked', isAsking: false })
      setOpen(true)
    })
    // Typing replaces the suggestion.
    reason.current?.focus()
    reason.current?.select()
  }
  /** What would settle the contradiction is ticked already. */
  function ask() {
    const [gravest] = codesOf(contradictions)
    const wanted = gravest ? againstTexts[gravest].ask.papers : []
    const { einStatus, exemptStatus } = savedValues(base)
    // In place of what is against the record.
    const takenBack = gravest && { einStatus, exemptStatus }
    const asks = asking(base, { ...values, ...takenBack })
    flushSync(() => {
      set({ ...takenBack, ...asks, missing: [...new Set([...values.missing, ...wanted])] })
      setOpen(true)
    })
    focusOn('[type=checkbox]')
  }
  function stopAsking() {
    flushSync(() => set({ isAsking: false }))
    focusQuestion(firstPending(chosen) ?? 'einStatus')
  }
  function writeMessage() {
    flushSync(() => {
      setMessageOpen(true)
      setOpen(true)
    })
    message.current?.focus()
  }
  function pressed(event: KeyboardEvent) {
    if (event.key === 'Enter' && event.target === ein.current) focusQuestion(firstPending(chosen) ?? 'einStatus')
    // Holding Enter after confirming an answer must not save.
    if (event.key === 'Enter' && event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault()
  }
  const off = { disabled: !mayDecide }
  const asks = { disabled: !values.isAsking }
  useShortcut('A', 'Approve and go to the next question', () => answer('Approved'), off)
  useShortcut('R', 'Reject and give a reason', () => answer('Rejected'), off)
  useShortcut('Shift+A', 'Approve both, without saving', approveAll, off)
  useShortcut('S', ASK_FOR_PAPERS, ask, { disabled: !mayAsk || isAwaited })
  useShortcut('M', 'Write a message to the admin', writeMessage, off)
  useShortcut('E', 'Edit the EIN', editEin, off)
  useShortcut('Enter', 'Keep the selection and continue', confirm, off)
  useShortcut('Ctrl+Enter', SAVE_AND_NEXT, () => save(openNext), { ...off, whileTyping: true })
  useShortcut('Escape', 'Back to the questions', stopAsking, { ...asks, whileTyping: true })
  useFocusOnOpening(mayDecide, () => focusQuestion(firstPending(chosen) ?? 'einStatus'))

  const under = (question: Question) =>
    question !== placeOfBlock ? null : contradictions.length > 0 ? (
      <Resistance
        decision={decision}
        reasonRef={why}
        onAsk={mayAsk ? ask : undefined}
        otherEin={lookedUp.evidence?.suggestion.ein}
        onUseEin={replaceEin}
        choice={contradictionKey(values, contradictions)}
        error={isTried && findMissingText(base, values, contradictions) === 'againstReason' ? decision.why : undefined}
      />
    ) : approvesUnchecked ? (
      <Caution lookedUp={lookedUp} />
    ) : null

  return (
    // Enter in the EIN field must not submit.
    <form
      ref={form}
      className={classes.form}
      data-open={isOpen || undefined}
      aria-label="Decision"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={pressed}
    >
      <DecisionHead says={isDirty ? 'Not saved' : isSuggested ? 'Suggested, not saved' : ''} place={place} />
      <div className={classes.fields}>
        {(voidedBy ?? meanwhile) && <Banner tone="warning" text={voidedBy ?? meanwhile ?? ''} />}
        {!theirs && <FormAlert error={failure} />}
        {!mayDecide && <p className={classes.hint}>{DOES_NOT_DECIDE}</p>}
        <Known
          taxStatus={taxStatus}
          changed={changed}
          holders={contradictions.length > 0 || lookedUp.isTyped ? [] : taxStatus.holders}
          suggestedReason={values.isAsking ? undefined : suggestedReason}
          onReject={reject}
        />
        {values.isAsking ? (
          <AskForPapers decision={decision} inputRef={reason} messageRef={message} onBack={stopAsking} />
        ) : (
          <DecisionFields
            decision={decision}
            lookedUp={lookedUp}
            asked={asked}
            onFocus={(question) => {
              setFocused(question)
              if (question === 'exemptStatus') setEinOpen(false)
            }}
            einRef={ein}
            reasonRef={reason}
            isTried={isTried}
            isEinFolded={isEinFolded}
            onEditEin={editEin}
            under={under}
          >
            {org && irsName && values.einStatus === 'Approved' && (
              <NameHint org={org} irsName={irsName} desk={desk} onRenamed={decision.followRename} />
            )}
            {isAwaited && org && (
              <Suspense>
                <AwaitedPapersPanel organization={org} />
              </Suspense>
            )}
            {mayDecide && isMessaging && <MessageField decision={decision} messageRef={message} />}
            {mayDecide && (
              <div className={classes.links}>
                {mayAsk && (
                  <Button variant="subtle" size="xs" onClick={ask} rightSection={!isAwaited && <Key>S</Key>}>
                    {isAwaited ? 'Ask for other papers' : ASK_FOR_PAPERS}
                  </Button>
                )}
                {!isMessaging && (
                  <Button variant="subtle" size="xs" onClick={writeMessage} rightSection={<Key>M</Key>}>
                    Add a message
                  </Button>
                )}
              </div>
            )}
          </DecisionFields>
        )}
      </div>
      <DecisionFoot
        decision={decision}
        lookedUp={lookedUp}
        desk={desk}
        effect={describeEffect(
          base,
          values,
          {
            admin: org?.orgAdmin ?? '',
            isMailed: decision.letter.data === undefined ? undefined : decision.letter.data !== null,
          },
          { contradictions, isPaperUnseen },
        )}
        claimedBy={claim && claim.byId !== myId ? claim.by : undefined}
        isOpen={isOpen}
        onOpen={open}
        onBack={() => setOpen(false)}
        onAnswer={answer}
        onApproveAll={approveAll}
        onRead={onRead}
        onSave={() => save(onSaved)}
        onSaveAndNext={() => save(openNext)}
      />
      {theirs && <Conflict decision={decision} theirs={theirs} onSaved={onSaved} />}
    </form>
  )
}

const Key = ({ children }: { children: string }) => (
  <Kbd size="xs" aria-hidden="true">
    {children}
  </Kbd>
)

/** The keys answer it from anywhere; the focus shows which question that is. */
function useFocusOnOpening(mayDecide: boolean, focus: () => void) {
  const first = useRef(focus)
  useEffect(() => {
    const isFree = document.activeElement === document.body || document.activeElement?.matches('h1')
    if (mayDecide && isFree && matchMedia('(min-width: 900px)').matches) first.current()
  }, [mayDecide])
}

/** The dialog of every form; what is settled there is reviewed again where it cannot be saved together. */
function Conflict({ decision, theirs, onSaved }: Pick<Props, 'decision' | 'onSaved'> & { theirs: TaxStatus }) {
  const { state, values, resolve, dismiss } = decision
  const mine = onTopOf(theirs, state.base, values)
  const newer = savedValues(theirs)
  return (
    <ConflictDialog
      conflicts={conflictsIn(state, theirs)}
      summary={`${describeSave(theirs, state.base)} Choose what to keep.`}
      onCancel={dismiss}
      onKeepTheirs={() => resolve(theirs, { ...newer, message: values.message })}
      onSave={(choices) => resolve(theirs, applyChoices(mine, newer, choices), onSaved)}
    />
  )
}
