import {
  againstAction,
  againstTexts,
  codesOf,
  MAX_AGAINST_REASON,
  NOT_AGAINST,
  whyNotAgainst,
} from '@hikmah/contract/tax-verification/against-record'
import { isDecided } from '@hikmah/contract/tax-verification/rules'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { decisionFields } from '@hikmah/contract/tax-verification/words'
import { Button, CloseButton, Kbd, UnstyledButton } from '@mantine/core'
import { type Ref, useState } from 'react'
import { Dialog, DialogActions } from '../../kit/feedback/messages.tsx'
import { TextArea } from '../../kit/field/TextField.tsx'
import { applyChoices, CHANGED_MEANWHILE, conflictsBetween, differing } from '../../kit/form/conflicts.ts'
import { GuardedButton, SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { ConflictDialog } from '../../kit/form/useEditForm.tsx'
import { formatDate } from '../../kit/format/texts.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import { LoadingLines } from '../../kit/page/Outlines.tsx'
import desk from '../desk.module.css'
import { TaxStatusBadge } from '../ReviewBadges.tsx'
import classes from './decision.module.css'
import { isBusy } from './decision-state.ts'
import { firstPending, onTopOf, questionLabels, savedValues } from './tax-decision.ts'
import type { Contradicted, Decision } from './use-tax-decision.ts'

const BOTH_REVIEWS = 'EIN and tax exemption'

interface HeadProps {
  says?: string
  titleRef?: Ref<HTMLHeadingElement>
  /** Closes the decision on a small screen, where it covers the papers. */
  onClose?: () => void
}

export function DecisionHead({ says, titleRef, onClose }: HeadProps) {
  return (
    <div className={desk.band}>
      <h2 ref={titleRef} tabIndex={-1}>
        Decision
      </h2>
      <p className={desk.sub}>
        <span>{BOTH_REVIEWS}</span>
        <span role="status">{says}</span>
      </p>
      {onClose && (
        <CloseButton
          className={classes.close}
          size={40}
          icon={<Icon name="cross" />}
          aria-label="Close the decision"
          onClick={onClose}
        />
      )}
    </div>
  )
}

export function DecisionWaiting({ isComing }: { isComing: boolean }) {
  return (
    <div className={desk.waiting}>
      <DecisionHead />
      {isComing && <LoadingLines name="the decision" />}
    </div>
  )
}

const shortLabels = { einStatus: 'EIN', exemptStatus: 'Exemption' }

interface BarProps {
  decision: Decision
  isUnsaved: boolean
  isOpen: boolean
  openerRef: Ref<HTMLButtonElement>
  onOpen: () => void
  onAnswer: (status: 'Approved' | 'Rejected') => void
  onAsk: () => void
}

export function DecisionBar({ decision, isUnsaved, isOpen, openerRef, onOpen, onAnswer, onAsk }: BarProps) {
  const { values, mayDecide } = decision
  const hasDecision = isDecided(values.einStatus) || isDecided(values.exemptStatus)
  const asked = firstPending(values)
  const beside = asked === 'einStatus' ? 'exemptStatus' : 'einStatus'
  return (
    <div className={classes.bar} data-away={isOpen || undefined}>
      <div className={classes.asked}>
        {isUnsaved ? 'Not saved' : asked && 'Deciding'}
        <UnstyledButton ref={openerRef} aria-expanded={isOpen} onClick={onOpen}>
          {asked ? questionLabels[asked] : BOTH_REVIEWS}
          <Icon name="up" size={14} />
        </UnstyledButton>
        {asked && (
          <>
            {shortLabels[beside]}
            <TaxStatusBadge kind={beside === 'einStatus' ? 'ein' : 'exemption'} status={values[beside]} bare />
          </>
        )}
      </div>
      {mayDecide && asked && (
        <div className={classes.answers}>
          <Button variant="danger-outline" size="lg" onClick={() => onAnswer('Rejected')}>
            Reject
          </Button>
          <Button variant="default" size="lg" onClick={onAsk}>
            Ask again
          </Button>
          <Button size="lg" onClick={() => onAnswer('Approved')}>
            Approve
          </Button>
        </div>
      )}
      {mayDecide && !asked && (
        <Button size="lg" variant={isUnsaved ? 'filled' : 'default'} fullWidth onClick={onOpen}>
          {isUnsaved ? 'Review and save' : hasDecision ? 'Change the decision' : 'Decide'}
        </Button>
      )}
    </div>
  )
}

export const SAVE_AND_NEXT = 'Save and open next'

interface SaveProps {
  decision: Decision
  effect: string
  onSave: () => void
  onSaveAndNext: () => void
}

export function DecisionSave({ decision: { state, why }, effect, onSave, onSaveAndNext }: SaveProps) {
  const isSaving = isBusy(state)
  return (
    <div className={classes.save}>
      {!why && <p className={classes.effect}>{effect}</p>}
      <SubmitButton type="button" fullWidth data-save loading={isSaving} reason={why} onClick={onSaveAndNext}>
        {SAVE_AND_NEXT}
        <span className={classes.press} aria-hidden="true">
          <Kbd>Ctrl</Kbd>
          <Kbd>↵</Kbd>
        </span>
      </SubmitButton>
      <GuardedButton variant="default" fullWidth loading={isSaving} reason={why} onClick={onSave}>
        Save
      </GuardedButton>
      <DecisionKeys mayDecide />
    </div>
  )
}

const decisionKeys = { A: 'approve', R: 'reject', E: 'EIN' }

/** The shortcut keys of the desk that no button shows, at the foot of the decision. */
export function DecisionKeys({ mayDecide }: { mayDecide: boolean }) {
  return (
    <p className={classes.keys}>
      {mayDecide &&
        Object.entries(decisionKeys).map(([key, action]) => (
          <span key={key}>
            <Kbd>{key}</Kbd> {action}
          </span>
        ))}
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> next, back
      </span>
    </p>
  )
}

/** What the decision contradicts, and the question why it is made all the same. */
export function AgainstQuestion({ contradictions, saveFor, onClose }: Contradicted & { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [first] = codesOf(contradictions)
  const why = whyNotAgainst(contradictions, reason)
  return (
    <Dialog title={first ? againstTexts[first].head : NOT_AGAINST} onClose={onClose} isGrowing>
      {contradictions.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
      <TextArea
        data-autofocus
        label="Why decide so anyway?"
        description="Kept here, not sent"
        max={MAX_AGAINST_REASON}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
        <GuardedButton variant="danger-outline" reason={why} onClick={() => saveFor(reason)}>
          {againstAction(contradictions)}
        </GuardedButton>
      </DialogActions>
    </Dialog>
  )
}

const labels = { ein: decisionFields.ein, ...questionLabels }

interface ConflictProps {
  decision: Decision
  theirs: TaxStatus
  onSaved: () => unknown
}

/** The dialog of useEditForm does not fit: it saves what does not conflict, while a reviewer must look at it again. */
export function DecisionConflict({ decision: { state, values, resolve, dismiss }, theirs, onSaved }: ConflictProps) {
  const mine = onTopOf(theirs, state.base, values)
  const newer = savedValues(theirs)
  const older = savedValues(state.base)
  // Where they did not change a field, ours stays.
  const changed = differing(older, newer, labels)
  const conflicts = conflictsBetween(mine, older, newer, labels).filter(({ field }) => changed.includes(field))
  const text = describeChange(theirs)

  if (conflicts.length === 0) {
    return (
      <Dialog title={CHANGED_MEANWHILE} onClose={dismiss}>
        {text} Look at it again before you save.
        <DialogActions>
          <Button data-autofocus onClick={() => resolve(theirs, mine)}>
            Look again
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <ConflictDialog
      conflicts={conflicts}
      summary={`${text} Choose what to keep.`}
      onCancel={dismiss}
      onKeepTheirs={() => resolve(theirs, { ...newer, message: values.message })}
      onSave={(choices) => resolve(theirs, applyChoices(mine, newer, choices), onSaved)}
    />
  )
}

function describeChange({ events, requests }: TaxStatus): string {
  const event = events.at(-1)
  const request = requests.at(-1)
  if (request?.status === 'Asked' && request.at > (event?.submittedAt ?? 0)) {
    return `${request.by} asked for a new submission at ${formatDate(request.at, 'moment')}.`
  }
  if (!event) return 'Somebody else saved this review.'
  const at = formatDate(event.submittedAt, 'moment')
  if (event.status === 'Changed') return `The IRS record changed at ${at}.`
  return event.snapshot ? `${event.by} submitted new documents at ${at}.` : `${event.by} saved this review at ${at}.`
}
