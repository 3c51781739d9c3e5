import type { DecisionTimes } from '@hikmah/contract/tax-verification/schemas'
import { plural } from '../../kit/format/texts.ts'

/** "45 s", "3 min 20 s", "2 h 5 min". */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  if (minutes < 60) return rest ? `${minutes} min ${rest} s` : `${minutes} min`
  const [hours, over] = [Math.floor(minutes / 60), minutes % 60]
  return over ? `${hours} h ${over} min` : `${hours} h`
}

export interface Week {
  /** The Monday it began. */
  week: string
  decisions: number
  /** The most frequent first. */
  outcomes: DecisionTimes[]
}

/** The weeks in the order in which they came, each with its outcomes. */
export function weeksOf(times: DecisionTimes[]): Week[] {
  const weeks = new Map<string, DecisionTimes[]>()
  for (const one of times) weeks.set(one.week, [...(weeks.get(one.week) ?? []), one])
  return [...weeks].map(([week, outcomes]) => ({
    week,
    decisions: sumOf(outcomes),
    outcomes: outcomes.toSorted((a, b) => b.decisions - a.decisions),
  }))
}

export const sumOf = (times: DecisionTimes[]) => times.reduce((sum, { decisions }) => sum + decisions, 0)

export const countedText = (decisions: number) => plural(decisions, 'decision')
