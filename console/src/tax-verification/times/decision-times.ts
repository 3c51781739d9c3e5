import type { DecisionTimes } from '@hikmah/contract/tax-verification/schemas'

/** "45 s", "3 min 20 s", "2 h 5 min". */
export function durationText(seconds: number): string {
  const rounded = Math.round(seconds)
  if (rounded < 60) return `${rounded} s`
  const [minutes, rest] = [Math.floor(rounded / 60), rounded % 60]
  if (minutes < 60) return rest ? `${minutes} min ${rest} s` : `${minutes} min`
  const [hours, over] = [Math.floor(minutes / 60), minutes % 60]
  return over ? `${hours} h ${over} min` : `${hours} h`
}

export interface Week {
  /** Its Monday. */
  week: string
  decisions: number
  /** The most frequent first. */
  outcomes: DecisionTimes[]
}

/** The weeks in the order in which they came, each with its outcomes. */
export const groupByWeek = (times: DecisionTimes[]): Week[] =>
  [...Map.groupBy(times, ({ week }) => week)].map(([week, outcomes]) => ({
    week,
    decisions: countDecisions(outcomes),
    outcomes: outcomes.toSorted((a, b) => b.decisions - a.decisions),
  }))

export const countDecisions = (times: DecisionTimes[]) => times.reduce((sum, { decisions }) => sum + decisions, 0)
