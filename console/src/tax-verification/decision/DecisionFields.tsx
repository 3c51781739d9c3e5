import { ReviewStatus } from '@hikmah/contract/common'
import { findEinProblem, reopens } from '@hikmah/contract/tax-verification/rules'
import { directionOf, type LetterPart } from '@hikmah/contract/tax-verification/schemas'
import {
  decisionFields,
  einAsTyped,
  MAX_REASON,
  MESSAGE_TO_ADMIN,
  reviewTones,
  UNDO_S,
} from '@hikmah/contract/tax-verification/words'
import { Kbd } from '@mantine/core'
import { type Ref, useState } from 'react'
import { Facts } from '../../kit/display/Facts.tsx'
import { StatusRadio } from '../../kit/field/StatusRadio.tsx'
import { TextArea, TextField } from '../../kit/field/TextField.tsx'
import { afterPress } from '../../kit/form/after-press.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import { LOOKING_UP, type LookedUp } from '../facts/IrsFacts.tsx'
import { LetterLanguageChoice } from '../ReviewLetter.tsx'
import classes from './decision.module.css'
import { AskForPapers, RejectionReason } from './RejectionReason.tsx'
import { asksReason, needsReason, type Question, questionLabels, savedValues } from './tax-decision.ts'
import type { Decision } from './use-tax-decision.ts'

const statuses = ReviewStatus.options.map((value) => ({ value, label: value, tone: reviewTones[value] }))

interface Props {
  orgId: string
  decision: Decision
  mayDecide: boolean
  /** The question that the keys answer. */
  asked: Question | undefined
  onFocus: (question: Question | undefined) => void
  /** What the IRS files say about the EIN in the field. */
  lookedUp: LookedUp
  einRef: Ref<HTMLInputElement>
  onAsk: () => void
  reasonRef: Ref<HTMLTextAreaElement>
  /** Saving was tried, so problems are shown. */
  isTried: boolean
}

/** The two questions, the reason for a rejection, and the message to the organization. */
export function DecisionFields(props: Props) {
  const { orgId, decision, lookedUp, mayDecide, asked, onFocus, onAsk, einRef, reasonRef, isTried } = props
  const { values, suggested, set } = decision
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
        autoComplete="off"
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
      {mayDecide && (
        <AskForPapers
          isAsking={values.isAsking}
          askedAt={base.askedAt}
          onAsk={onAsk}
          onLeave={() => set({ isAsking: false })}
        />
      )}
      {asksReason(base, values) && (
        <RejectionReason
          inputRef={reasonRef}
          values={values}
          isRequired={needsReason(base, values)}
          errors={failure?.fields}
          onChange={set}
        />
      )}
      {mayDecide && (
        <>
          <TextArea
            label={MESSAGE_TO_ADMIN}
            max={MAX_REASON}
            value={values.message}
            onChange={({ currentTarget }) => set({ message: currentTarget.value })}
            error={failure?.fields.message}
          />
          <DecisionLetter orgId={orgId} letter={decision.letter} />
        </>
      )}
    </>
  )
}

/** Whether the IRS files contain the number in the field. */
function InFile({ lookedUp: { evidence, isChecking }, ein }: { lookedUp: LookedUp; ein: string }) {
  if (isChecking) return <span className={classes.inFile}>{LOOKING_UP}</span>
  if (!evidence || evidence.sources.length === 0 || findEinProblem(ein)) return null
  const isThere = evidence.row !== null || evidence.deductible !== null
  return (
    <span className={classes.inFile} data-there={isThere || undefined}>
      {isThere && <Icon name="check" size={14} />}
      {isThere ? 'In IRS file' : 'Not in IRS file'}
    </span>
  )
}

interface DecisionLetterProps {
  orgId: string
  letter: Decision['letter']
}

/** The e-mail exactly as it will be sent, below the form. */
function DecisionLetter({ orgId, letter: { data: letter, error } }: DecisionLetterProps) {
  // It stays open even while there is no letter.
  const [isOpen, setOpen] = useState(false)
  if (error) return <p className={classes.hint}>The e-mail cannot be shown: {error.message}</p>
  if (letter === undefined) return null
  if (letter === null) return <p className={classes.hint}>Saving sends no e-mail.</p>
  return (
    <details className={classes.mail} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The e-mail that will be sent</summary>
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

/** A letter as its reader sees it: each language in its own direction, one below the other. */
function LetterBody({ parts }: { parts: LetterPart[] }) {
  return (
    // Focusable, so that a long letter can be scrolled by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
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
