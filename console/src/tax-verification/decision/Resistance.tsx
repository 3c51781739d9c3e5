import type { Contradiction } from '@hikmah/contract/common'
import { againstTexts, codesOf, proposeReasons } from '@hikmah/contract/tax-verification/against-record'
import { MAX_AGAINST_REASON } from '@hikmah/contract/tax-verification/words'
import { Button, Kbd } from '@mantine/core'
import type { Ref } from 'react'
import { TextArea } from '../../kit/field/TextField.tsx'
import { Glyph } from '../../kit/icons/glyphs.tsx'
import { LinkTo } from '../../kit/page/Page.tsx'
import type { LookedUp } from '../facts/IrsFacts.tsx'
import classes from './resistance.module.css'
import type { Decision } from './use-tax-decision.ts'

interface Props {
  decision: Decision
  reasonRef: Ref<HTMLTextAreaElement>
  /** Undefined where nothing would be accepted. */
  onAsk: (() => void) | undefined
  /** Under which the IRS lists the organization's name. */
  otherEin: string | undefined
  onUseEin: (ein: string) => void
  /** Of the choice, so that its alert is said once for each. */
  choice: string
  error: string | undefined
}

/** Under a choice that contradicts the record: what it contradicts, the better act first, then the reason. */
export function Resistance({ decision, reasonRef, onAsk, otherEin, onUseEin, choice, error }: Props) {
  const { contradictions, values, state, set } = decision
  const [gravest] = codesOf(contradictions)
  if (!gravest) return null
  const { head, ask } = againstTexts[gravest]
  const rejects = gravest === 'REJECTED_MATCH'
  const proposals = proposeReasons(contradictions, state.record.verdict?.outcome ?? null)
  return (
    <section className={classes.block} aria-label={head}>
      <p key={choice} role="alert" className={classes.head}>
        <Glyph name="unequal" />
        {head}
      </p>
      {contradictions.map((contradiction) => (
        <p key={contradiction.text}>
          <ContradictionText {...contradiction} />
        </p>
      ))}
      {otherEin && !rejects && (
        <Button variant="default" size="xs" className={classes.better} onClick={() => onUseEin(otherEin)}>
          Use EIN {otherEin}
        </Button>
      )}
      {onAsk && (
        <Button
          variant="default"
          size="xs"
          className={classes.better}
          onClick={onAsk}
          rightSection={
            <Kbd size="xs" aria-hidden="true">
              S
            </Kbd>
          }
        >
          {ask.label}
        </Button>
      )}
      <TextArea
        ref={reasonRef}
        label={rejects ? 'Why reject anyway?' : 'Why approve anyway?'}
        placeholder="Kept here, not sent"
        max={MAX_AGAINST_REASON}
        value={values.againstReason}
        onChange={({ currentTarget }) => set({ againstReason: currentTarget.value })}
        error={error}
      />
      <div className={classes.chips}>
        {proposals.map(({ label, text }) => (
          <Button
            key={label}
            variant="default"
            size="xs"
            aria-pressed={values.againstReason === text}
            onClick={() => set({ againstReason: text })}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  )
}

/** The other organization is a link to its page. */
function ContradictionText({ text, organization }: Contradiction) {
  if (!organization || !text.includes(organization.orgName)) return text
  const [before, ...after] = text.split(organization.orgName)
  return (
    <>
      {before}
      <LinkTo underline="always" to="/organization-detail-{$id}" params={{ id: organization._id }}>
        <bdi translate="no">{organization.orgName}</bdi>
      </LinkTo>
      {after.join(organization.orgName)}
    </>
  )
}

/** An approval of what was never looked up: checking comes first, and no reason is asked for. */
export function Caution({ lookedUp: { failure, isChecking, check } }: { lookedUp: LookedUp }) {
  return (
    <section className={classes.block} data-mild aria-label="Not checked with the IRS">
      <p role="alert" className={classes.head}>
        <Glyph name="dashed" />
        Not checked with the IRS
      </p>
      <p>{failure?.message ?? 'Nobody has compared this EIN with the IRS files yet.'}</p>
      <Button variant="default" size="xs" className={classes.better} loading={isChecking} onClick={check}>
        Check now
      </Button>
    </section>
  )
}
