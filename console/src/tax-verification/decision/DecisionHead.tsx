import { CloseButton } from '@mantine/core'
import type { Ref } from 'react'
import { Icon } from '../../kit/icons/icons.tsx'
import { LoadingLines } from '../../kit/page/LoadingLines.tsx'
import desk from '../desk.module.css'
import classes from './decision.module.css'

interface HeadProps {
  /** "Not saved", or nothing. */
  says?: string
  titleRef?: Ref<HTMLHeadingElement>
  /** Closes the decision on a small screen, where it covers the papers. */
  onClose?: () => void
}

export function DecisionHead({ says = '', titleRef, onClose }: HeadProps) {
  return (
    <div className={desk.band}>
      <h2 ref={titleRef} tabIndex={-1}>
        Decision
      </h2>
      <p className={desk.sub}>
        <span>EIN and tax exemption</span>
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

/** Placeholder for the decision until it is loaded. */
export function DecisionWaiting({ isComing }: { isComing: boolean }) {
  return (
    <div className={desk.waiting}>
      <DecisionHead />
      {isComing && <LoadingLines name="the decision" />}
    </div>
  )
}
