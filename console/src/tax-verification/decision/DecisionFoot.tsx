import { describeVerdict, STALE_DAYS } from '@hikmah/contract/irs-registry/words'
import { APPROVE_ORGANIZATION, nameInText } from '@hikmah/contract/organizations/words'
import { againstAction, againstStrip } from '@hikmah/contract/tax-verification/against-record'
import { isDecided } from '@hikmah/contract/tax-verification/rules'
import { ActionIcon, Button, Kbd, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { StatusBadge } from '../../kit/display/StatusBadge.tsx'
import { useShortcut } from '../../kit/feedback/shortcuts.ts'
import { SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { plural } from '../../kit/format/texts.ts'
import { Glyph } from '../../kit/icons/glyphs.tsx'
import { Icon } from '../../kit/icons/icons.tsx'
import { Menu, MenuItem } from '../../kit/popup/Menu.tsx'
import { LOOKING_UP, type LookedUp } from '../facts/IrsFacts.tsx'
import { VerdictBadge } from '../ReviewBadges.tsx'
import { isBusy } from './decision-state.ts'
import classes from './foot.module.css'
import type { Desk } from './last-act.ts'
import { type Consequence, firstPending } from './tax-decision.ts'
import type { Decision } from './use-tax-decision.ts'

export const SAVE_AND_NEXT = 'Save and open next'
const SEND_AND_NEXT = 'Send and open next'

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
    <div className={classes.foot} data-open={isOpen || undefined}>
      {isAgainst ? (
        <p className={classes.strip}>
          <Glyph name="unequal" />
          {againstStrip(contradictions, state.record.verdict?.outcome ?? null)}
        </p>
      ) : (
        <VerdictLine lookedUp={lookedUp} />
      )}
      {mayDecide && !why && (
        <p className={classes.effect}>
          {effect.map(({ does, text }) => (
            <span key={does}>
              <b>{does}</b> {text}{' '}
              {hasLetter && (does === 'Emails' || does === 'Nobody') && (
                <UnstyledButton className={classes.read} onClick={onRead}>
                  Read it
                </UnstyledButton>
              )}{' '}
            </span>
          ))}
        </p>
      )}
      {mayDecide && <Buttons {...props} />}
      <LastActLine desk={desk} />
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
          <UnstyledButton className={classes.read} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
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

const press = (
  <span className={classes.press} aria-hidden="true">
    <Kbd>Ctrl</Kbd>
    <Kbd>↵</Kbd>
  </span>
)

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
        <div className={classes.split} data-against={isAgainst || undefined}>
          <SubmitButton
            type="button"
            fullWidth
            data-save
            variant={isAgainst ? 'danger-outline' : 'filled'}
            loading={isSaving}
            reason={why}
            onClick={onSaveAndNext}
          >
            {label}
            {press}
          </SubmitButton>
          {!isAgainst && (
            <Menu
              name="More ways to save"
              button={(button) => (
                <ActionIcon
                  {...button}
                  className={classes.more}
                  variant="filled"
                  data-disabled={Boolean(why) || undefined}
                  aria-label="More ways to save"
                >
                  <Icon name="down" size={14} />
                </ActionIcon>
              )}
            >
              <MenuItem onClick={onSave}>Save</MenuItem>
            </Menu>
          )}
        </div>
      </div>
    </>
  )
}

const UNDO = 'Undo the last decision'

/** What was done last; with Undo until the next save, or until its time is over. */
function LastActLine({ desk: { act, undo, approve, isUndoing, isChanging } }: { desk: Desk }) {
  const isLate = useIsOver(act?.undo?.until)
  const mayUndo = act?.undo !== undefined && !isLate
  useShortcut('U', UNDO, undo, { disabled: act === null })
  useShortcut('Ctrl+Z', UNDO, undo, { disabled: !mayUndo })
  if (!act) return null
  const isFailed = act.state === 'failed'
  return (
    <div className={classes.last} data-failed={isFailed || undefined}>
      <p role={isFailed ? 'alert' : 'status'} key={`${act.orgId} ${act.text}`}>
        <Icon name={isFailed ? 'alert' : 'check'} size={14} />
        <span>
          {act.state === 'saved'
            ? `${act.text}: ${nameInText(act.orgName)}`
            : `${nameInText(act.orgName)}: ${act.text}`}
        </span>
      </p>
      {act.mayApprove && (
        <Button variant="default" size="xs" loading={isChanging} onClick={approve}>
          {APPROVE_ORGANIZATION}
        </Button>
      )}
      {mayUndo && (
        <Button
          variant="subtle"
          size="xs"
          loading={isUndoing || isChanging}
          onClick={undo}
          rightSection={
            <Kbd size="xs" aria-hidden="true">
              U
            </Kbd>
          }
        >
          Undo
        </Button>
      )}
    </div>
  )
}

function useIsOver(until: number | undefined): boolean {
  const [over, setOver] = useState<number>()
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(() => setOver(until), Math.max(0, until - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return until !== undefined && (over === until || until <= Date.now())
}

const answerKeys = { A: 'approve', R: 'reject', '⇧A': 'both' }
const askKeys = { '1–8': 'tick a paper', Esc: 'back' }

function DecisionKeys({ mayDecide, isAsking }: { mayDecide: boolean; isAsking: boolean }) {
  return (
    <p className={classes.keys} aria-hidden="true">
      {mayDecide &&
        Object.entries(isAsking ? askKeys : answerKeys).map(([key, action]) => (
          <span key={key}>
            <Kbd size="xs">{key}</Kbd> {action}
          </span>
        ))}
      <span>
        <Kbd size="xs">?</Kbd> all
      </span>
    </p>
  )
}
