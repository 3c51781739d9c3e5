import { describeVerdict, STALE_DAYS } from '@hikmah/contract/irs-registry/words'
import { APPROVE_ORGANIZATION, nameInText } from '@hikmah/contract/organizations/words'
import { againstAction, againstStrip } from '@hikmah/contract/tax-verification/against-record'
import { isDecided } from '@hikmah/contract/tax-verification/rules'
import { Button, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { DeskKeys, DeskSave, LastActLine, SAVE_AND_NEXT, SEND_AND_NEXT } from '../../kit/desk/DeskFoot.tsx'
import foot from '../../kit/desk/foot.module.css'
import { StatusBadge } from '../../kit/display/StatusBadge.tsx'
import { plural } from '../../kit/format/texts.ts'
import { Glyph } from '../../kit/icons/glyphs.tsx'
import { MenuItem } from '../../kit/popup/Menu.tsx'
import { LOOKING_UP, type LookedUp } from '../facts/IrsFacts.tsx'
import { VerdictBadge } from '../ReviewBadges.tsx'
import { isBusy } from './decision-state.ts'
import classes from './foot.module.css'
import type { Desk } from './last-act.ts'
import { type Consequence, firstPending } from './tax-decision.ts'
import type { Decision } from './use-tax-decision.ts'

interface Props {
  decision: Decision
  lookedUp: LookedUp
  desk: Desk
  effect: Consequence[]
  /** Of a colleague who has claimed the review. */
  claimedBy: string | undefined
  /** On a small screen: the decision stands under the facts. */
  isOpen: boolean
  onOpen: () => void
  onBack: () => void
  onAnswer: (status: 'Approved' | 'Rejected') => void
  onApproveAll: () => void
  onRead: () => void
  onSave: () => void
  onSaveAndNext: () => void
}

/** The verdict, what saving does, the button that does it, and what was done last: always in view. */
export function DecisionFoot(props: Props) {
  const { decision, lookedUp, desk, effect, isOpen, onRead } = props
  const { contradictions, state, why, mayDecide } = decision
  const isAgainst = contradictions.length > 0
  // Also the one that waits for an organization to be unblocked.
  const hasLetter = Boolean(decision.letter.data)
  return (
    <div className={foot.foot} data-open={isOpen || undefined}>
      {isAgainst ? (
        <p className={classes.strip}>
          <Glyph name="unequal" />
          {againstStrip(contradictions, state.record.verdict?.outcome ?? null)}
        </p>
      ) : (
        <VerdictLine lookedUp={lookedUp} />
      )}
      {mayDecide && !why && (
        <p className={foot.effect}>
          {effect.map(({ does, text }) => (
            <span key={does}>
              <b>{does}</b> {text}{' '}
              {hasLetter && (does === 'Emails' || does === 'Nobody') && (
                <UnstyledButton className={foot.read} onClick={onRead}>
                  Read it
                </UnstyledButton>
              )}{' '}
            </span>
          ))}
        </p>
      )}
      {mayDecide && <Buttons {...props} />}
      <LastDecision desk={desk} />
      <DecisionKeys mayDecide={mayDecide} isAsking={decision.values.isAsking} />
    </div>
  )
}

/** The first reasons, and all of them on demand: the questions above need the room. */
function VerdictLine({ lookedUp: { evidence, isTyped, isChecking, failure } }: { lookedUp: LookedUp }) {
  const [isWhole, setWhole] = useState(false)
  const reasons = evidence?.reasons ?? []
  const { group } = describeVerdict(evidence?.outcome ?? null)
  return (
    <div className={classes.verdict}>
      <div className={classes.badges}>
        {isChecking ? (
          <StatusBadge tone="pending">{LOOKING_UP}</StatusBadge>
        ) : (
          <VerdictBadge outcome={evidence?.outcome ?? null} />
        )}
        {evidence && evidence.score !== null && group === 'differs' && (
          <span className={classes.likeness}>{Math.floor(evidence.score * 100)}% alike</span>
        )}
        {evidence?.stale && <StatusBadge tone="warning">Over {STALE_DAYS} days old</StatusBadge>}
        {reasons.length > 1 && !isChecking && (
          <UnstyledButton className={foot.read} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Fewer reasons' : plural(reasons.length, 'reason')}
          </UnstyledButton>
        )}
      </div>
      {isTyped && <p>This is about the EIN as typed. Decide for yourself what follows from it.</p>}
      {failure && <p role="alert">The EIN could not be looked up: {failure.message}</p>}
      {evidence && !isChecking && (
        <ul className={classes.reasons} data-whole={isWhole || undefined} aria-label="Reasons for the verdict">
          {reasons.map((reason) => (
            <li key={reason}>{reason} </li>
          ))}
        </ul>
      )}
      {!evidence && !isChecking && <p>There is no IRS record to compare with.</p>}
    </div>
  )
}

function Buttons(props: Props) {
  const { decision, claimedBy, onOpen, onBack, onAnswer, onApproveAll, onSave, onSaveAndNext } = props
  const { contradictions, state, values, why } = decision
  const isAgainst = contradictions.length > 0
  const isSaving = isBusy(state)
  const asked = firstPending(state.chosen)
  const both = state.chosen.einStatus === 'Pending' && state.chosen.exemptStatus === 'Pending'
  const hasDecision = isDecided(values.einStatus) || isDecided(values.exemptStatus)
  const label = isAgainst
    ? againstAction(contradictions)
    : values.isAsking
      ? SEND_AND_NEXT
      : claimedBy
        ? `Save, claimed by ${claimedBy}`
        : SAVE_AND_NEXT
  return (
    <>
      <div className={classes.answers}>
        {asked ? (
          <>
            <Button variant="danger-outline" size="lg" onClick={() => onAnswer('Rejected')}>
              Reject
            </Button>
            <Button size="lg" onClick={onApproveAll}>
              {both ? 'Approve both' : 'Approve'}
            </Button>
          </>
        ) : (
          <Button size="lg" variant="default" onClick={onOpen}>
            {why ? (hasDecision ? 'Change the decision' : 'Decide') : 'Review and save'}
          </Button>
        )}
      </div>
      <div className={classes.save}>
        <Button className={classes.back} variant="default" size="lg" onClick={onBack}>
          Back
        </Button>
        <DeskSave label={label} reason={why} loading={isSaving} onClick={onSaveAndNext} isAgainst={isAgainst}>
          {!isAgainst && <MenuItem onClick={onSave}>Save</MenuItem>}
        </DeskSave>
      </div>
    </>
  )
}

function LastDecision({ desk: { act, undo, approve, isUndoing, isChanging } }: { desk: Desk }) {
  const name = act && nameInText(act.orgName)
  return (
    <LastActLine
      key={act?.orgId}
      text={act ? (act.state === 'saved' ? `${act.text}: ${name}` : `${name}: ${act.text}`) : undefined}
      isFailed={act?.state === 'failed'}
      undoUntil={act?.undo?.until}
      undoName="Undo the last decision"
      isUndoing={isUndoing || isChanging}
      onUndo={undo}
    >
      {act?.mayApprove && (
        <Button variant="default" size="xs" loading={isChanging} onClick={approve}>
          {APPROVE_ORGANIZATION}
        </Button>
      )}
    </LastActLine>
  )
}

const answerKeys = { A: 'approve', R: 'reject', '⇧A': 'both' }
const askKeys = { '1–8': 'tick a paper', Esc: 'back' }

const DecisionKeys = ({ mayDecide, isAsking }: { mayDecide: boolean; isAsking: boolean }) => (
  <DeskKeys keys={mayDecide ? (isAsking ? askKeys : answerKeys) : {}} />
)
