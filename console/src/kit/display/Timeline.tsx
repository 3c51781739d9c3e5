import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { breakable } from '../format/breakable.tsx'
import { formatDate, type Instant, isThisYear } from '../format/texts.ts'
import { When } from '../format/When.tsx'
import { Glyph, type GlyphName } from '../icons/glyphs.tsx'
import { Icon, type IconName } from '../icons/icons.tsx'
import classes from './Timeline.module.css'

export interface TimelineItem {
  key: string
  glyph?: GlyphName
  icon?: IconName
  tone?: 'success' | 'danger' | 'warning'
  title: ReactNode
  /** Null where it is not known; the item then stands on the day of the one above. */
  at: Instant | null
  /** At the end of the title's line, such as an amount. */
  end?: ReactNode
  /** Below it, at the end of the next line. */
  below?: ReactNode
  by?: ReactNode
  text?: ReactNode
}

interface Props {
  items: TimelineItem[]
  byDay?: boolean
}

/** Items in the order given. By day, each day has a heading and its items show the time alone. */
export function Timeline({ items, byDay }: Props) {
  let lastDay = ''
  return (
    <ol className={classes.timeline}>
      {items.flatMap((item) => {
        const day = item.at === null ? lastDay : formatDate(item.at, isThisYear(item.at) ? 'day' : 'day, year')
        const isNewDay = byDay && day !== lastDay
        lastDay = day
        return [
          isNewDay && (
            <li key={`${item.key} day`} className={`caps ${classes.day}`}>
              {day}
            </li>
          ),
          <li key={item.key}>
            <span className={classes.glyph} data-tone={item.tone}>
              {item.glyph && <Glyph name={item.glyph} size={15} />}
              {item.icon && <Icon name={item.icon} />}
            </span>
            <div className={classes.title}>
              {breakable(item.title)}
              {item.end && <span className={classes.end}>{item.end}</span>}
            </div>
            <small className={classes.when}>
              {item.below && <span className={classes.below}>{item.below}</span>}
              {item.at === null ? 'Date not known' : <When at={item.at} as={byDay ? 'h:mm A' : 'moment'} />}
              {item.by && (
                <>
                  , <bdi translate="no">{breakable(item.by)}</bdi>
                </>
              )}
            </small>
            {item.text && <div className={classes.text}>{breakable(item.text)}</div>}
          </li>,
        ]
      })}
    </ol>
  )
}

export const ShowOlder = (props: ButtonProps & { onClick: () => void }) => (
  <Button variant="default" {...props}>
    Show older
  </Button>
)
