import { ReviewStatus } from '@hikmah/contract/common'
import { findEinProblem, reopens, UNDO_S } from '@hikmah/contract/tax-verification/rules'
import {
  directionOf,
  type LetterPart,
  type Paper,
  paperNames,
  papers,
  reasonCodes,
  reasons,
} from '@hikmah/contract/tax-verification/schemas'
import {
  decisionFields,
  einAsTyped,
  MAX_REASON,
  MESSAGE_TO_ADMIN,
  messageTitles,
  reviewTones,
} from '@hikmah/contract/tax-verification/words'
import { Button, Checkbox, Kbd } from '@mantine/core'
import { type Ref, useEffect, useRef, useState } from 'react'
import { Facts } from '../../kit/display/Facts.tsx'
import { StatusRadio } from '../../kit/field/StatusRadio.tsx'
import { TextArea, TextField } from '../../kit/field/TextField.tsx'
import { afterPress } from '../../kit/form/after-press.ts'
import { EMAIL_PREVIEW } from '../../kit/form/Form.tsx'
import { formatDate } from '../../kit/format/texts.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import { LOOKING_UP, type LookedUp } from '../facts/IrsFacts.tsx'
import { LetterLanguageChoice } from '../ReviewLetter.tsx'
import classes from './decision.module.css'
import { asksReason, needsReason, type Question, questionLabels, savedValues, withCode } from './tax-decision.ts'
import type { Decision } from './use-tax-decision.ts'

function AskForPapers({ decision: { values, state, set }, onAsk }: { decision: Decision; onAsk: () => void }) {
  const { isAsking } = values
  const { askedAt } = state.base
  return (
    <section className={classes.ask} data-on={isAsking || undefined} aria-label="New submission">
      {isAsking ? (
        <>
          <p>
            <strong>Asks for a new submission.</strong> Open reviews stay Pending.
          </p>
          <Button variant="default" size="xs" onClick={() => set({ isAsking: false })}>
            Cancel request
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          size="xs"
          onClick={onAsk}
          rightSection={
            <Kbd size="xs" aria-hidden="true">
              S
            </Kbd>
          }
        >
          Ask for a new submission
        </Button>
      )}
      {askedAt && (
        <p className={classes.hint}>Asked on {formatDate(askedAt, 'll')}. Nothing has been received since.</p>
      )}
    </section>
  )
}

function RejectionReason({ decision, inputRef }: { decision: Decision; inputRef: Ref<HTMLTextAreaElement> }) {
  const { values, state, set } = decision
  const { isAsking, reason, reasonCode, missing } = values
  const errors = state.failure?.fields
  const isRequired = needsReason(state.base, values)
  const box = useRef<HTMLDivElement>(null)
  // A click on Rejected leaves the focus where it is, and this may lie below what can be seen.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const title = messageTitles.rejectionReason
  return (
    <>
      <div ref={box}>
        <TextArea
          ref={inputRef}
          label={isAsking ? decisionFields.reason : isRequired ? title : `${title} (optional)`}
          max={MAX_REASON}
          value={reason}
          onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
          error={errors?.reason ?? errors?.reasonCode}
        />
        {!isAsking && !isRequired && reason.trim() === '' && (
          <p className={classes.hint}>Without a reason, the e-mail only asks for corrected documents.</p>
        )}
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
      </div>
      <Checkbox.Group
        className={classes.missing}
        label={decisionFields.missing}
        value={missing}
        onChange={(chosen) => set({ missing: chosen as Paper[] })}
        error={errors?.missing}
      >
        {papers.map((paper) => (
          <Checkbox key={paper} value={paper} label={paperNames[paper]} />
        ))}
      </Checkbox.Group>
    </>
  )
}

const statuses = ReviewStatus.options.map((value) => ({ value, label: value, tone: reviewTones[value] }))

interface Props {
  decision: Decision
  /** The question that the keys answer. */
  asked: Question | undefined
  onFocus: (question: Question | undefined) => void
  lookedUp: LookedUp
  einRef: Ref<HTMLInputElement>
  onAsk: () => void
  reasonRef: Ref<HTMLTextAreaElement>
  isTried: boolean
}

export function DecisionFields({ decision, lookedUp, asked, onFocus, onAsk, einRef, reasonRef, isTried }: Props) {
  const { values, suggested, set, mayDecide } = decision
  const { base, failure } = decision.state
  const [isEinLeft, setEinLeft] = useState(false)

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
      {suggested[question] && (
        <p className={classes.hint} role="status">
          Suggested by the IRS record
        </p>
      )}
      {reopens(savedValues(base)[question], values[question]) && (
        <p className={classes.hint} role="status">
          This reopens the review. The decision stays in the history.
        </p>
      )}
    </div>
  )

  return (
    <>
      {status('einStatus')}
      <TextField
        ref={einRef}
        label={decisionFields.ein}
        max={mayDecide ? 10 : undefined}
        inputMode="numeric"
        placeholder="12-3456789"
        readOnly={!mayDecide}
        value={values.ein}
        onChange={({ currentTarget }) => set({ ein: einAsTyped(currentTarget.value, values.ein) })}
        onBlur={() => afterPress(() => setEinLeft(true))}
        error={mayDecide && (isEinLeft || isTried) ? findEinProblem(values.ein) : undefined}
        rightSection={<InFile lookedUp={lookedUp} ein={values.ein} />}
        rightSectionWidth={116}
        rightSectionPointerEvents="none"
      />
      <hr />
      {status('exemptStatus')}
      {mayDecide && <AskForPapers decision={decision} onAsk={onAsk} />}
      {asksReason(base, values) && <RejectionReason decision={decision} inputRef={reasonRef} />}
      {mayDecide && (
        <>
          <TextArea
            label={MESSAGE_TO_ADMIN}
            max={MAX_REASON}
            value={values.message}
            onChange={({ currentTarget }) => set({ message: currentTarget.value })}
            error={failure?.fields.message}
          />
          <DecisionLetter {...decision} />
        </>
      )}
    </>
  )
}

function InFile({ lookedUp: { evidence, isChecking }, ein }: { lookedUp: LookedUp; ein: string }) {
  if (isChecking) return <span className={classes.inFile}>{LOOKING_UP}</span>
  if (!evidence || findEinProblem(ein)) return null
  const isThere = evidence.row !== null || evidence.deductible !== null
  return (
    <span className={classes.inFile} data-there={isThere || undefined}>
      {isThere && <Icon name="check" size={14} />}
      {isThere ? 'In IRS file' : 'Not in IRS file'}
    </span>
  )
}

function DecisionLetter({ orgId, letter: { data: letter, error } }: Pick<Decision, 'orgId' | 'letter'>) {
  // It stays open even while there is no letter.
  const [isOpen, setOpen] = useState(false)
  if (error) return <p className={classes.hint}>The e-mail cannot be shown: {error.message}</p>
  if (letter === undefined) return null
  if (letter === null) return <p className={classes.hint}>Saving sends no e-mail.</p>
  return (
    <details className={classes.mail} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{EMAIL_PREVIEW}</summary>
      <p className={classes.hint}>It is sent {UNDO_S} seconds after you save. Until then you can undo.</p>
      <LetterLanguageChoice orgId={orgId} language={letter.parts.at(-1)?.language ?? 'en'} />
      <Facts
        columns={1}
        facts={[
          ['To', letter.to],
          ['Subject', letter.subject],
        ]}
      />
      <LetterBody parts={letter.parts} />
    </details>
  )
}

function LetterBody({ parts }: { parts: LetterPart[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long letter can be scrolled by keyboard
    <section className={classes.letter} tabIndex={0} aria-label="Text of the e-mail">
      {parts.map(({ language, greeting, paragraphs, quotes, lists, closing }) => (
        <div key={language} lang={language} dir={directionOf(language)}>
          <p>{greeting}</p>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {quotes.map(({ title, text }) => (
            <div key={title}>
              <b>{title}</b>
              <blockquote>
                <div dir="auto">{text}</div>
              </blockquote>
            </div>
          ))}
          {lists.map(({ title, items }) => (
            <div key={title}>
              <b>{title}</b>
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </div>
          ))}
          <p>{closing}</p>
        </div>
      ))}
    </section>
  )
}
