import { newestSubmission, type TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import type { ApiError } from '../../kit/api/api.ts'
import { formatDate } from '../../kit/format/texts.ts'
import {
  type Answers,
  type DecisionValues,
  isChanged,
  isNewer,
  isVoidedBy,
  preselected,
  type Question,
  questions,
  savedValues,
  withExemption,
} from './tax-decision.ts'

/** What a person wrote with a decision. It comes back into the form when the decision is undone. */
export type DecisionTexts = Pick<DecisionValues, 'reason' | 'reasonCode' | 'missing' | 'message'>

/**
 * - viewing: nothing is chosen by a person; a newer version takes its place.
 * - answered: choices that are not saved. They are bound to the version they were made on.
 * - saving, saved: until the next review is open.
 * - voided: newer papers or another IRS record made the choices void; it lasts until something is saved.
 * - conflict: a colleague saved first, and the person decides between `theirs` and the choices.
 */
export interface DecisionState {
  name: 'viewing' | 'answered' | 'saving' | 'saved' | 'voided' | 'conflict'
  base: TaxStatus
  newest: TaxStatus
  chosen: DecisionValues
  answers: Answers
  /** The verdict's suggestions are for people who may decide. */
  mayDecide: boolean
  /** What voided the choices, and what to do. */
  voidedBy?: string | undefined
  failure?: ApiError | undefined
  theirs?: TaxStatus | undefined
  /** While saving: what was written; nothing where mere suggestions are saved. */
  written?: DecisionTexts | undefined
}

export type DecisionEvent =
  | { type: 'arrived'; taxStatus: TaxStatus; undone?: DecisionTexts | undefined }
  | { type: 'answered'; change: Partial<DecisionValues> }
  | { type: 'sent' }
  | { type: 'saved' }
  | { type: 'finished' }
  | { type: 'failed'; failure: ApiError; current?: TaxStatus | undefined }
  | { type: 'dismissed' }
  | { type: 'resolved'; values: DecisionValues }

const NO_ANSWERS: Answers = new Set()
const ALL_ANSWERS: Answers = new Set(questions)

export const openDecision = (taxStatus: TaxStatus, mayDecide: boolean): DecisionState => ({
  name: 'viewing',
  base: taxStatus,
  newest: taxStatus,
  chosen: savedValues(taxStatus),
  answers: NO_ANSWERS,
  mayDecide,
})

export const suggestionsIn = ({ base, chosen, answers, mayDecide }: DecisionState) =>
  mayDecide ? preselected(base, chosen, answers) : {}

export const valuesIn = (state: DecisionState): DecisionValues => ({ ...state.chosen, ...suggestionsIn(state) })

/** Choices by a person; mere suggestions may be left without asking. */
export const isUnsaved = ({ name, base, chosen }: DecisionState) => name !== 'saved' && isChanged(base, chosen)

export const isBusy = ({ name }: DecisionState) => name === 'saving' || name === 'saved'

export function reduceDecision(state: DecisionState, event: DecisionEvent): DecisionState {
  switch (event.type) {
    case 'arrived':
      return follow({ ...state, newest: event.taxStatus }, event.undone)
    case 'answered':
      return answer(state, event.change)
    case 'sent': {
      const { reason, reasonCode, missing, message } = state.chosen
      const written = isUnsaved(state) ? { reason, reasonCode, missing, message } : undefined
      return { ...state, name: 'saving', written, voidedBy: undefined, failure: undefined, theirs: undefined }
    }
    case 'saved':
      return { ...state, name: 'saved' }
    case 'finished':
      return state.name === 'saved' ? openDecision(state.newest, state.mayDecide) : state
    case 'failed':
      return fail(state, event.failure, event.current)
    case 'dismissed':
      return follow(rest({ ...state, failure: undefined, theirs: undefined }))
    case 'resolved': {
      const base = state.theirs ?? state.base
      // Everything was reviewed, so nothing more is suggested.
      const resolved = { ...state, base, chosen: event.values, answers: ALL_ANSWERS }
      return follow(rest({ ...resolved, failure: undefined, theirs: undefined }))
    }
  }
}

/** The state in which nothing is under way. */
function rest(state: DecisionState): DecisionState {
  const name = state.voidedBy ? 'voided' : isChanged(state.base, state.chosen) ? 'answered' : 'viewing'
  return { ...state, name }
}

function answer(state: DecisionState, change: Partial<DecisionValues>): DecisionState {
  const chosen = { ...state.chosen, ...change }
  const answered = questions.filter((question) => question in change)
  const next = {
    ...state,
    chosen: change.einStatus ? withExemption(state.base, chosen) : chosen,
    answers: answered.length > 0 ? new Set<Question>([...state.answers, ...answered]) : state.answers,
  }
  return state.name === 'saving' || state.name === 'conflict' ? next : follow(rest(next))
}

function fail(state: DecisionState, failure: ApiError, current: TaxStatus | undefined): DecisionState {
  if (!current) return follow(rest({ ...state, failure }))
  // A suggestion that was to be saved is lost as well.
  if (isVoidedBy(current, state.base)) return takeUp(state, current, { isLost: true })
  const isOnlySuggested = !isChanged(state.base, state.chosen)
  return { ...(isOnlySuggested ? takeUp(state, current) : state), name: 'conflict', failure, theirs: current }
}

/** Takes up the newest version where no choice of a person speaks against it. */
function follow(state: DecisionState, undone?: DecisionTexts): DecisionState {
  const { name, base, newest } = state
  if (isBusy(state)) return state
  if (isVoidedBy(newest, base)) return takeUp(state, newest, { undone })
  const isFree = name !== 'conflict' && !isChanged(base, state.chosen)
  return isFree && (undone || isNewer(newest, base)) ? takeUp(state, newest, { undone }) : state
}

/** Goes on with another version. The message to the admin stays, and what was written with an undone decision. */
function takeUp(
  state: DecisionState,
  newer: TaxStatus,
  { undone, isLost = false }: { undone?: DecisionTexts | undefined; isLost?: boolean } = {},
): DecisionState {
  const isChosen = isLost || isChanged(state.base, state.chosen) || Object.keys(suggestionsIn(state)).length > 0
  const isVoided = isChosen && isVoidedBy(newer, state.base)
  const voidedBy = isVoided ? describeArrival(newer, state.base) : state.voidedBy
  return rest({
    ...state,
    base: newer,
    newest: isNewer(newer, state.newest) ? newer : state.newest,
    chosen: { ...savedValues(newer), message: state.chosen.message, ...undone },
    // New data must be seen before anything is suggested again, and whoever undid a decision is suggested nothing.
    answers: voidedBy || undone ? ALL_ANSWERS : NO_ANSWERS,
    voidedBy,
    failure: undefined,
    theirs: undefined,
  })
}

function describeArrival(newer: TaxStatus, base: TaxStatus): string {
  const papers = newestSubmission(newer)
  if (papers && papers._id !== newestSubmission(base)?._id) {
    return `${papers.by} submitted new documents at ${formatDate(papers.submittedAt, 'moment')}. Your choices were about the older ones and were not saved. Look at the new documents and decide again.`
  }
  const checkedAt = newer.verdict?.checkedAt ?? Date.now()
  return `The IRS record was looked up again at ${formatDate(checkedAt, 'moment')} and has changed. Your choices were about the older one and were not saved. Look at it and decide again.`
}
