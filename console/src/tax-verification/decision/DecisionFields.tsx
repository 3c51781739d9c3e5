import { ReviewStatus } from '@hikmah/contract/common'
import { einAsTyped, paperNames, papers } from '@hikmah/contract/tax-verification/papers'
import { findEinProblem, reopens } from '@hikmah/contract/tax-verification/rules'
import { type Paper, reasonCodes, reasons } from '@hikmah/contract/tax-verification/schemas'
import {
  ASK_FOR_PAPERS,
  decisionFields,
  MAX_REASON,
  MESSAGE_TO_ADMIN,
  messageTitles,
  reviewTones,
} from '@hikmah/contract/tax-verification/words'
import { Button, Checkbox, Kbd, UnstyledButton } from '@mantine/core'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useShortcut } from '../../kit/feedback/shortcuts.ts'
import { StatusRadio } from '../../kit/field/StatusRadio.tsx'
import { TextArea, TextField } from '../../kit/field/TextField.tsx'
import { afterPress } from '../../kit/form/after-press.ts'
import { formatDate } from '../../kit/format/texts.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import { LOOKING_UP, type LookedUp } from '../facts/IrsFacts.tsx'
import { TaxStatusBadge } from '../ReviewBadges.tsx'
import classes from './decision.module.css'
import {
  asksReason,
  isExplained,
  needsReason,
  type Question,
  questionLabels,
  savedValues,
  withCode,
} from './tax-decision.ts'
import type { Decision } from './use-tax-decision.ts'

const statuses = ReviewStatus.options.map((value) => ({ value, label: value, tone: reviewTones[value] }))

interface Props {
  decision: Decision
  /** The question that the keys answer. */
  asked: Question | undefined
  onFocus: (question: Question | undefined) => void
  lookedUp: LookedUp
  einRef: Ref<HTMLInputElement>
  reasonRef: Ref<HTMLTextAreaElement>
  isTried: boolean
  /** The EIN in one line, where what follows needs the room. */
  isEinFolded: boolean
  onEditEin: () => void
  /** What stands under the choice of a question. */
  under: (question: Question) => ReactNode
  children: ReactNode
}

/** Both questions, and what belongs to their answers. */
export function DecisionFields(props: Props) {
  const { decision, asked, onFocus, reasonRef, isEinFolded, onEditEin, under, children } = props
  const { values, set, mayDecide } = decision
  const { base } = decision.state

  const status = (question: Question) => (
    <div data-question={question}>
      <StatusRadio
        label={questionLabels[question]}
        options={statuses}
        value={values[question]}
        onChange={(chosen) => set({ [question]: chosen })}
        onFocus={() => onFocus(question)}
        onBlur={() => onFocus(undefined)}
        disabled={!mayDecide}
        aside={mayDecide && asked === question && ['A', 'R'].map((key) => <Kbd key={key}>{key}</Kbd>)}
      />
      {reopens(savedValues(base)[question], values[question]) && (
        <p className={classes.hint} role="status">
          This reopens the review. The decision stays in the history.
        </p>
      )}
    </div>
  )

  return (
    <>
      {isEinFolded ? (
        <p className={classes.folded}>
          <span className="quiet">EIN</span>
          <span>{values.ein}</span>
          <TaxStatusBadge kind="ein" status={values.einStatus} bare />
          <UnstyledButton onClick={onEditEin}>
            Edit
            <Kbd size="xs" aria-hidden="true">
              E
            </Kbd>
          </UnstyledButton>
        </p>
      ) : (
        <>
          {status('einStatus')}
          <EinField {...props} />
          {under('einStatus')}
        </>
      )}
      {status('exemptStatus')}
      {under('exemptStatus')}
      {asksReason(base, values) && <Reason decision={decision} inputRef={reasonRef} />}
      {children}
    </>
  )
}

function EinField({ decision, lookedUp, einRef, isTried }: Props) {
  const { values, set, mayDecide } = decision
  const [isLeft, setLeft] = useState(false)
  return (
    <TextField
      ref={einRef}
      label={decisionFields.ein}
      max={mayDecide ? 10 : undefined}
      isExact
      inputMode="numeric"
      placeholder="12-3456789"
      readOnly={!mayDecide}
      value={values.ein}
      onChange={({ currentTarget }) => set({ ein: einAsTyped(currentTarget.value, values.ein) })}
      onBlur={() => afterPress(() => setLeft(true))}
      error={mayDecide && (isLeft || isTried) ? findEinProblem(values.ein) : undefined}
      rightSection={<InFile lookedUp={lookedUp} ein={values.ein} />}
      rightSectionWidth={116}
      rightSectionPointerEvents="none"
    />
  )
}

function InFile({ lookedUp: { evidence, isChecking }, ein }: { lookedUp: LookedUp; ein: string }) {
  if (isChecking) return <span className={classes.inFile}>{LOOKING_UP}</span>
  if (!evidence || findEinProblem(ein)) return null
  const isThere = evidence.row !== null || evidence.deductible !== null || evidence.revocations.length > 0
  return (
    <span className={classes.inFile} data-there={isThere || undefined}>
      {isThere && <Icon name="check" size={14} />}
      {isThere ? 'In IRS file' : 'Not in IRS file'}
    </span>
  )
}

interface ReasonProps {
  decision: Decision
  inputRef: Ref<HTMLTextAreaElement>
}

const WHY_REOPENED = 'Why it is reopened'

function Reason({ decision, inputRef }: ReasonProps) {
  const { values, state, set } = decision
  const { isAsking, reason, reasonCode } = values
  const errors = state.failure?.fields
  const isRequired = needsReason(state.base, values)
  const isReopened = !isExplained(state.base, values)
  const box = useRef<HTMLDivElement>(null)
  const isAlone = decision.contradictions.length === 0 && !isAsking
  // A click on Rejected leaves the focus where it is, and this may lie below what can be seen.
  useEffect(() => {
    if (isAlone) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isAlone])
  const title = isReopened ? WHY_REOPENED : messageTitles.rejectionReason
  return (
    <>
      <div ref={box}>
        <TextArea
          ref={inputRef}
          label={isAsking ? decisionFields.reason : isRequired ? title : `${title} (optional)`}
          placeholder="Sent as written"
          max={MAX_REASON}
          value={reason}
          onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
          error={errors?.reason ?? errors?.reasonCode}
        />
        {!isAsking && !isRequired && reason.trim() === '' && (
          <p className={classes.hint}>
            Without a reason, the email only{' '}
            {isReopened ? 'says that it is reviewed again' : 'asks for corrected documents'}.
          </p>
        )}
        {!isReopened && (
          <fieldset className={classes.chips} aria-label={decisionFields.reasonCode}>
            {reasonCodes.map((code) => (
              <Button
                key={code}
                variant="default"
                size="xs"
                className={classes.chip}
                aria-pressed={reasonCode === code}
                onClick={() => set(withCode(values, code))}
              >
                {reasons[code].label}
              </Button>
            ))}
          </fieldset>
        )}
      </div>
      {!isAsking && !isReopened && <MissingPapers decision={decision} />}
    </>
  )
}

interface MissingProps {
  decision: Decision
  /** A digit ticks each. */
  hasKeys?: boolean
}

function MissingPapers({ decision: { values, state, set }, hasKeys }: MissingProps) {
  const { missing } = values
  const tick = (paper: Paper) =>
    set({ missing: missing.includes(paper) ? missing.filter((ticked) => ticked !== paper) : [...missing, paper] })
  return (
    <Checkbox.Group
      className={classes.missing}
      label={hasKeys ? 'What is missing' : decisionFields.missing}
      value={missing}
      onChange={(chosen) => set({ missing: chosen as Paper[] })}
      error={state.failure?.fields.missing}
    >
      {papers.map((paper) => (
        <Checkbox key={paper} value={paper} label={paperNames[paper]} />
      ))}
      {hasKeys &&
        papers.map((paper, place) => (
          <TickKey key={paper} digit={place + 1} paper={paper} onTick={() => tick(paper)} />
        ))}
    </Checkbox.Group>
  )
}

function TickKey({ digit, paper, onTick }: { digit: number; paper: Paper; onTick: () => void }) {
  useShortcut(String(digit), paperNames[paper], onTick)
  return null
}

interface AskProps extends ReasonProps {
  onBack: () => void
  messageRef: Ref<HTMLTextAreaElement>
}

/** In place of the questions: which papers are asked for. Saving leaves what waits Pending. */
export function AskForPapers({ decision, inputRef, onBack, messageRef }: AskProps) {
  const { missing } = decision.values
  const { askedAt } = decision.state.base
  return (
    <section className={classes.asking} aria-label={ASK_FOR_PAPERS}>
      <div className={classes.askHead}>
        <h3>{ASK_FOR_PAPERS}</h3>
        <UnstyledButton onClick={onBack}>
          Back
          <Kbd size="xs" aria-hidden="true">
            Esc
          </Kbd>
        </UnstyledButton>
      </div>
      {askedAt && (
        <p className={classes.hint}>Asked on {formatDate(askedAt, 'll')}. Nothing has been received since.</p>
      )}
      <span className={classes.chosen} aria-hidden="true">
        {`${missing.length} of ${papers.length}`}
      </span>
      <MissingPapers decision={decision} hasKeys />
      <Reason decision={decision} inputRef={inputRef} />
      <MessageField decision={decision} messageRef={messageRef} />
    </section>
  )
}

export function MessageField({ decision, messageRef }: { decision: Decision; messageRef: Ref<HTMLTextAreaElement> }) {
  const { values, state, set } = decision
  return (
    <TextArea
      ref={messageRef}
      label={MESSAGE_TO_ADMIN}
      placeholder="Optional, added to the letter"
      max={MAX_REASON}
      value={values.message}
      onChange={({ currentTarget }) => set({ message: currentTarget.value })}
      error={state.failure?.fields.message}
    />
  )
}
