import { Button } from '@mantine/core'
import type { Ref } from 'react'
import { Icon } from '../../kit/icons/icons.tsx'
import { TaxStatusBadge } from '../TaxStatusBadge.tsx'
import classes from './DecisionBar.module.css'
import { type DecisionValues, type Question, questionLabels } from './tax-decision.ts'

const shortLabels = { einStatus: 'EIN', exemptStatus: 'Exemption' }

interface Props {
  values: DecisionValues
  /** The question for the two buttons; undefined when nothing is left to answer. */
  asked: Question | undefined
  isUnsaved: boolean
  mayDecide: boolean
  isOpen: boolean
  openerRef: Ref<HTMLButtonElement>
  onOpen: () => void
  onAnswer: (status: 'Approved' | 'Rejected') => void
  onAsk: () => void
}

/** The decision as a bar at the foot of a small screen; the full form opens over the papers. */
export function DecisionBar({
  values,
  asked,
  isUnsaved,
  mayDecide,
  isOpen,
  openerRef,
  onOpen,
  onAnswer,
  onAsk,
}: Props) {
  const isDecided = [values.einStatus, values.exemptStatus].some((it) => it === 'Approved' || it === 'Rejected')
  const other = asked === 'einStatus' ? 'exemptStatus' : 'einStatus'
  return (
    <div className={classes.bar} data-away={isOpen || undefined}>
      <div className={classes.asked}>
        {isUnsaved ? 'Not saved' : asked && 'Deciding'}
        <button ref={openerRef} type="button" aria-expanded={isOpen} onClick={onOpen}>
          {asked ? questionLabels[asked] : 'EIN and tax exemption'}
          <Icon name="up" size={14} />
        </button>
        {asked && (
          <>
            {shortLabels[other]}
            <TaxStatusBadge kind={other === 'einStatus' ? 'ein' : 'exemption'} status={values[other]} bare />
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
          {isUnsaved ? 'Review and save' : isDecided ? 'Change the decision' : 'Decide'}
        </Button>
      )}
    </div>
  )
}
