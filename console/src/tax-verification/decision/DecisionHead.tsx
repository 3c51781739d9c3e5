import { CloseButton } from '@mantine/core'
import type { Ref } from 'react'
import { StatusBadge } from '../../kit/display/StatusBadge.tsx'
import { plural } from '../../kit/format/texts.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import desk from '../desk.module.css'
import classes from './decision.module.css'

interface HeadProps {
  isUnsaved?: boolean
  titleRef?: Ref<HTMLHeadingElement>
  /** Puts the decision away on a small screen, where it lies over the papers. */
  onClose?: () => void
}

export function DecisionHead({ isUnsaved = false, titleRef, onClose }: HeadProps) {
  return (
    <div className={desk.band}>
      <h2 ref={titleRef} tabIndex={-1}>
        Decision
      </h2>
      <p className={desk.sub}>
        <span>EIN and tax exemption</span>
        <span role="status">{isUnsaved && 'Not saved'}</span>
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

/** What is known before anything is decided, and no more than that. `changed` are the facts that are others by now. */
export function WhatIsKnown({ changed }: { changed: string[] }) {
  return (
    <div className={classes.known}>
      <StatusBadge tone="pending">Not checked with the IRS</StatusBadge>
      {changed.length > 0 && <StatusBadge tone="warning">{plural(changed.length, 'change')} since</StatusBadge>}
      <p>
        {changed.length > 0
          ? `Changed after the papers came: ${changed.join(', ')}.`
          : 'No IRS record stands here to compare with. Read the papers.'}
      </p>
    </div>
  )
}
