import type { AuditEntry } from '@hikmah/contract/audit'
import type { TimelineItem } from '../kit/display/Timeline.tsx'

type Sign = Pick<TimelineItem, 'glyph' | 'icon' | 'tone'>

const created: Sign = { icon: 'plus', tone: 'success' }
const agreed: Sign = { glyph: 'check', tone: 'success' }
const changed: Sign = { icon: 'edit' }
const gone: Sign = { glyph: 'cross', tone: 'danger' }
const refused: Sign = { glyph: 'slash', tone: 'warning' }
const access: Sign = { icon: 'key' }
const mailed: Sign = { glyph: 'envelope' }
const arrived: Sign = { glyph: 'up' }
const takenOut: Sign = { icon: 'download' }

/** The sign of an entry, by how its action ends; the first match counts. */
const kinds: [RegExp, Sign][] = [
  [/refused$/, refused],
  [/^session\.|(completed|remembered|ended|password-(changed|reset)|key-reissued)$/, access],
  [/(invited|sent|resent|sent-again|requested|responded)$/, mailed],
  [/(submitted|received|recorded|uploaded)$/, arrived],
  [/(exported|read)$/, takenOut],
  [/(created|imported|started)$/, created],
  [/(accepted|confirmed|verified|unlocked|restored|applied|resumed)$/, agreed],
  [/(removed|deleted|revoked|archived|cancelled|unlinked)$/, gone],
  [/(updated|changed|sorted|assigned|taken-over|decided|undone|linked|resynced|settled)$/, changed],
]

/** A shape and a colour for each kind of thing that happens, so that a trail is read at a glance. */
export function entrySign({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): Sign {
  const outcomes = [changes.einStatus, changes.exemptStatus].map((change) => change?.after)
  if (outcomes.includes('Rejected')) return gone
  if (outcomes.includes('Approved')) return agreed
  return kinds.find(([ending]) => ending.test(action))?.[1] ?? { glyph: 'dot' }
}
