import { disputes, OPEN_AT_PROVIDER } from '@hikmah/contract/disputes'
import { formatMoney } from '@hikmah/contract/money'
import { type DisputeMovement, describeFee } from '@hikmah/contract/money-account'
import { describeDisputeReason } from '@hikmah/contract/money-words'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { call } from '../kit/api/api.ts'
import { useMay } from '../kit/api/data.ts'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { openInNewTab, useAction } from '../kit/form/action.ts'
import { daysSince, plural } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Glyph } from '../kit/icons/glyphs.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './disputes.module.css'

interface Step {
  name: string
  text: ReactNode
  state: 'done' | 'current' | 'ahead' | 'lost'
}

interface Props {
  dispute: DisputeMovement
  currency: string
  /** What is disputed, where a page shows several payments. */
  about?: ReactNode
}

/** The course of a dispute: four steps, the current one amber. */
export function DisputePanel({ dispute, currency, about }: Props) {
  const mayOpen = useMay('billing.manage')
  const open = useAction(async () => {
    const { data } = await call(disputes.readDisputeLink, { params: { id: dispute.id } })
    openInNewTab(data.url)
  })
  const name = dispute.outcome === 'inquiry' ? 'Inquiry' : 'Dispute'
  return (
    <section aria-label={name}>
      <SectionHead title={`${name} over ${formatMoney(dispute.amount, currency)}`}>
        {mayOpen && (
          <Button variant="default" size="xs" loading={open.isRunning} onClick={() => void open.run(undefined)}>
            {OPEN_AT_PROVIDER}
          </Button>
        )}
      </SectionHead>
      {open.error && <Banner tone="danger" text={open.error.message.trim()} onDismiss={open.clear} />}
      <p className={classes.reason}>
        {describeDisputeReason(dispute.reason)}
        {about && <>. {about}</>}
      </p>
      <ol className={classes.course}>
        {stepsOf(dispute, currency).map(({ name, text, state }) => (
          <li key={name} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <Glyph name={glyphs[state]} size={15} />
            <b>{name}</b>
            {text}
          </li>
        ))}
      </ol>
    </section>
  )
}

const glyphs = { done: 'check', current: 'half', ahead: 'dashed', lost: 'cross' } as const

function stepsOf(dispute: DisputeMovement, currency: string): Step[] {
  const { at, outcome, evidenceDueAt, hasEvidence } = dispute
  const isDecided = outcome === 'won' || outcome === 'lost'
  const isDropped = outcome === 'inquiry' && !evidenceDueAt && !hasEvidence
  const isOver = isDecided || isDropped
  const isSent = hasEvidence || isOver
  return [
    { name: 'Opened', text: <When at={at} as="moment" />, state: 'done' },
    { name: 'Evidence due', text: evidenceText(dispute, isOver), state: isSent ? 'done' : 'current' },
    {
      name: 'Bank decides',
      text: isOver ? 'Decided' : 'Up to 75 days',
      state: isOver ? 'done' : isSent ? 'current' : 'ahead',
    },
    outcome === 'inquiry' ? inquiryEnd(isDropped) : outcomeStep(dispute, currency),
  ]
}

const inquiryEnd = (isDropped: boolean): Step => ({
  name: isDropped ? 'Dropped' : 'Dropped or disputed',
  text: isDropped ? 'The bank did not go on.' : 'The bank holds no money while it inquires.',
  state: isDropped ? 'done' : 'ahead',
})

function evidenceText({ evidenceDueAt, hasEvidence }: DisputeMovement, isOver: boolean): ReactNode {
  if (hasEvidence) return 'Evidence sent'
  if (isOver) return 'None sent'
  if (!evidenceDueAt) return 'Time is over'
  const days = -daysSince(evidenceDueAt)
  return (
    <>
      <When at={evidenceDueAt} as="moment" />, {days > 0 ? `${plural(days, 'day')} left` : 'today'}. Nothing sent means
      lost.
    </>
  )
}

function outcomeStep(dispute: DisputeMovement, currency: string): Step {
  const { outcome, amount, fee } = dispute
  const money = formatMoney(amount, currency)
  const feeText = fee > 0 ? describeFee(dispute, currency) : ''
  if (outcome === 'lost') {
    const text = feeText ? `${money} and the ${feeText} fee are gone.` : `${money} is gone.`
    return { name: 'Lost', text, state: 'lost' }
  }
  const stays = feeText && (outcome === 'won' ? ` The ${feeText} fee stays.` : ` The ${feeText} fee does not.`)
  if (outcome === 'won') return { name: 'Won', text: `${money} came back.${stays}`, state: 'done' }
  return { name: 'Won or lost', text: `Won: ${money} comes back.${stays}`, state: 'ahead' }
}
