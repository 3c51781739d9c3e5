import type { Compared } from '@hikmah/contract/dashboard-stats'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countText } from '../format/texts.ts'
import { Icon } from '../icons/icons.tsx'
import classes from './SummaryCards.module.css'

export interface SummaryCard {
  label: string
  /** An outline stands for it while it loads. */
  value?: ReactNode
  /**
   * Change from before, in whole percent; where next to nothing was before, the difference, signed. `rising` says whether
   * an increase is good or bad.
   */
  change?: { percent: number; difference?: string; rising?: 'success' | 'warning' }
  /** Such as "vs last month, 20". */
  text?: ReactNode
  /** Made with `linkOptions`, which checks the path. */
  link?: LinkProps
}

interface Props {
  label: string
  cards: SummaryCard[]
  small?: boolean
  /** The label is shown, in front: one of several strips. */
  isHeaded?: boolean
}

/** +24, −3 with U+2212, and 0 without a sign. */
const signed = (text: string, { data, previous }: Pick<Compared, 'data' | 'previous'>) =>
  `${data > previous ? '+' : data < previous ? '−' : ''}${text}`

const outline = <i className={`placeholder ${classes.outline}`} />

/** Percentages of fewer rows than this mislead: the difference is shown. */
export const SMALL_BASE = 20

/** A part of a whole: in percent, or of a small whole by its number. */
export const shareText = ({ data: whole, previous: part, percentage }: Compared): string =>
  whole < SMALL_BASE ? countText(part) : `${percentage}%`

/** A count compared with the one before, which `text` describes; an outline while it loads. */
export const countCard = (
  label: string,
  figure: Compared | undefined,
  text: (previous: string) => ReactNode,
  rising?: 'success' | 'warning',
): SummaryCard => ({
  label,
  ...(figure && {
    value: countText(figure.data),
    ...(figure.data !== figure.previous && {
      change: {
        percent: figure.percentage,
        rising,
        ...(figure.previous < SMALL_BASE && {
          difference: signed(countText(Math.abs(figure.data - figure.previous)), figure),
        }),
      },
    }),
    text: text(countText(figure.previous)),
  }),
})

/** In percent. A larger change only says that there was next to nothing before: neither good nor bad news. */
const MAX_MEANINGFUL = 200
const MAX_SHOWN = 999

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
            {card.value ?? outline}
            {card.change && <Change {...card.change} />}
          </div>
          <small>{card.text ?? outline}</small>
        </li>
      ))}
    </ul>
  )
}

function Change({ percent: exact, difference, rising }: NonNullable<SummaryCard['change']>) {
  // The interface states a number, not a whole one, such as -33.4.
  const percent = Math.round(exact)
  const isMeaningful = percent > 0 && (difference !== undefined || percent <= MAX_MEANINGFUL)
  return (
    <span className={classes.change} data-tone={isMeaningful ? rising : undefined}>
      {difference ?? (
        <>
          {percent !== 0 && <Icon name={percent > 0 ? 'arrowUp' : 'arrowDown'} size={12} />}
          <span className="spoken">{percent < 0 ? 'down' : percent > 0 ? 'up' : ''}</span>
          {percent > MAX_SHOWN ? `over ${MAX_SHOWN}` : Math.abs(percent)}%
        </>
      )}
    </span>
  )
}
