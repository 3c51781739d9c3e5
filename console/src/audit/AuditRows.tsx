import type { AuditEntry } from '@hikmah/contract/audit'
import { useId, useState } from 'react'
import { local } from '../kit/api/session.ts'
import { Avatar } from '../kit/display/Pictures.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { exactDate, formatDate, isThisYear, plural } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Glyph } from '../kit/icons/glyphs.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { LinkTo } from '../kit/page/Page.tsx'
import classes from './audit.module.css'
import { actorText, actsOf, actText, ChangeTable, manyThings, TOGETHER_MS, wordBefore } from './entry-words.tsx'

interface Props {
  entries: AuditEntry[]
  isWhole: boolean
  hasOlder: boolean
}

/** One row an act, under its day; the newest first. */
export function AuditRows({ entries, isWhole, hasOlder }: Props) {
  const acts = actsOf(entries)
  const oldest = Date.parse(entries.at(-1)?.at ?? '')
  let lastDay = ''
  return (
    <ol className={classes.rows}>
      <li className={`caps ${classes.heads}`} aria-hidden="true">
        <span>Time</span>
        <span>Who</span>
        <span>What changed</span>
        <span>About</span>
      </li>
      {acts.flatMap((act) => {
        const [{ seq, at }] = act
        const day = formatDate(at, isThisYear(at) ? 'day' : 'day, year')
        const isNewDay = day !== lastDay
        lastDay = day
        return [
          isNewDay && (
            <li key={`${seq} day`} className={`caps ${classes.day}`}>
              {day}
            </li>
          ),
          <Act key={seq} entries={act} isWhole={isWhole} mayGoOn={hasOlder && Date.parse(at) - oldest < TOGETHER_MS} />,
        ]
      })}
    </ol>
  )
}

interface ActProps {
  entries: [AuditEntry, ...AuditEntry[]]
  isWhole: boolean
  /** Whether what is older may belong to it. */
  mayGoOn?: boolean
}

function Act({ entries, isWhole, mayGoOn = false }: ActProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const [entry] = entries
  const many = entries.length > 1 ? entries.length : 0
  const by = actorText(entry)
  const { kind, name } = entry.actor
  // What is no person, or only said to be one, has no initials.
  const person = kind === 'organization' ? name : /[,(]/.test(by) ? '' : by
  return (
    <li className={classes.act} data-open={isOpen || undefined}>
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <span className={classes.time}>
          <When at={entry.at} as="h:mm A" />
        </span>
        <span className={classes.who}>
          <Avatar name={person} />
          <bdi>{breakable(by)}</bdi>
        </span>
        <span className={classes.what}>
          {breakable(actText(entry))}
          {many === 0 && Boolean(entry.changes.against?.after) && (
            <span className={classes.against}>
              <Glyph name="unequal" />
            </span>
          )}
        </span>
        <span className={classes.about}>
          {many > 0 ? manyThings(entry.entity, many, mayGoOn) : <About entry={entry} isWhole={isWhole} />}
        </span>
        <Icon name={isOpen ? 'up' : 'down'} size={14} />
      </button>
      <div id={id} hidden={!isOpen} className={classes.unfolded}>
        {isOpen && many === 0 && <Details entry={entry} isWhole={isWhole} />}
        {isOpen && many > 0 && (
          <ol aria-label={plural(many, 'entry', 'entries')}>
            {entries.map((one) => (
              <Act key={one.seq} entries={[one]} isWhole={isWhole} />
            ))}
          </ol>
        )}
      </div>
    </li>
  )
}

function About({ entry: { entity, entityName }, isWhole }: { entry: AuditEntry; isWhole: boolean }) {
  if (entity === 'organization' && !isWhole) return <span className="quiet">Organization</span>
  if (entityName === '') return null
  return (
    <>
      {wordBefore(entity)}
      <bdi>{breakable(entityName)}</bdi>
    </>
  )
}

function Details({ entry, isWhole }: { entry: AuditEntry; isWhole: boolean }) {
  const { at, ip, requestId, seq, entity, entityId, entityName } = entry
  return (
    <>
      <ChangeTable entry={entry} />
      <div className={classes.technical}>
        <details open={local.get('technicalDetails') !== undefined}>
          {/* At the press: the toggle comes later, and not at all to a page that is left at once. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is pressed by keys and pointer */}
          <summary
            onClick={({ currentTarget }) => {
              if (currentTarget.closest('details')?.open) local.forget('technicalDetails')
              else local.set('technicalDetails', 'open')
            }}
          >
            Technical details
          </summary>
          <dl>
            <dt>Time</dt>
            <dd>
              {exactDate(at)}, {new Date(at).getMilliseconds()} ms
            </dd>
            <dt>From</dt>
            <dd>{ip || 'unknown'}</dd>
            <dt>Request</dt>
            <dd>
              <code translate="no">{requestId || 'unknown'}</code>
            </dd>
            <dt>Entry</dt>
            <dd>{seq}</dd>
          </dl>
        </details>
        {isWhole && entityId && (
          <LinkTo to="/audit" search={{ entity, id: entityId }}>
            All about {entityName || 'it'}
          </LinkTo>
        )}
      </div>
    </>
  )
}
