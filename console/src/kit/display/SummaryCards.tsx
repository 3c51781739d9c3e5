import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../icons/icons.tsx'
import classes from './SummaryCards.module.css'

export interface SummaryCard {
  label: string
  value: ReactNode
  /** Change from before, in whole percent. `rising` says whether an increase is good or bad. */
  change?: { percent: number; rising?: 'success' | 'warning' }
  /** The small line below, such as "vs last month, 20". */
  text: ReactNode
  /** The list of the rows that are counted; made with `linkOptions`, which checks the address. */
  link?: LinkProps
}

interface Props {
  label: string
  cards: SummaryCard[]
  small?: boolean
  /** The label is shown, in front: one of several strips. */
  isHeaded?: boolean
}

/** Stands for a figure while it loads. */
export const outlineOf = (label: string): SummaryCard => ({
  label,
  value: <i className={`placeholder ${classes.outline}`} />,
  text: <i className={`placeholder ${classes.outline}`} />,
})

/** Above this, a percentage only says that there was next to nothing before: neither good nor bad news. */
const MAX_TELLING = 200
/** Beyond this, how much exactly tells nobody anything; what it was before stands below. */
const MAX_SHOWN = 999

/** Figures in one strip between two lines. */
export function SummaryCards({ label, cards, small, isHeaded }: Props) {
  return (
    <ul
      className={classes.cards}
      data-small={small || undefined}
      data-headed={isHeaded || undefined}
      aria-label={label}
      style={{ '--cards': cards.length } as React.CSSProperties}
    >
      {isHeaded && (
        <li className={classes.heading}>
          <h2>{label}</h2>
        </li>
      )}
      {cards.map((card) => (
        <li key={card.label}>
          <div className={classes.label}>
            {card.link ? (
              <Link {...card.link} className={classes.link}>
                {card.label}
                {isHeaded && <Icon name="right" size={12} />}
              </Link>
            ) : (
              card.label
            )}
          </div>
          <div className={classes.value}>
            {card.value}
            {card.change && <Change {...card.change} />}
          </div>
          <small>{card.text}</small>
        </li>
      ))}
    </ul>
  )
}

function Change({ percent, rising }: NonNullable<SummaryCard['change']>) {
  const isTelling = percent > 0 && percent <= MAX_TELLING
  return (
    <span className={classes.change} data-tone={isTelling ? rising : undefined}>
      {percent !== 0 && <Icon name={percent > 0 ? 'arrowUp' : 'arrowDown'} size={12} />}
      <span className="spoken">{percent < 0 ? 'down' : percent > 0 ? 'up' : ''}</span>
      {percent > MAX_SHOWN ? `over ${MAX_SHOWN}` : Math.abs(percent)}%
    </span>
  )
}
