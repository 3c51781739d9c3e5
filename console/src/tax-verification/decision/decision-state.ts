import type { Contradiction } from '@hikmah/contract/common'
import { organizationName } from '@hikmah/contract/organizations/words'
import { codesOf, findContradictions, type ReviewRecord } from '@hikmah/contract/tax-verification/against-record'
import { standingAfter } from '@hikmah/contract/tax-verification/rules'
import { newestSubmission, type TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import type { ApiError } from '../../kit/api/api.ts'
import { conflictsBetween, differing } from '../../kit/form/conflicts.ts'
import { formatDate } from '../../kit/format/texts.ts'
import {
  type Answers,
  type DecisionValues,
  isChanged,
  isConfirming,
  isNewer,
  isVoidedBy,
  onTopOf,
  preselected,
  type Question,
  questions,
  recordOf,
  savedValues,
  settledFields,
  withExemption,
} from './tax-decision.ts'

/** What a person wrote with a decision. It comes back into the form when the decision is undone. */
export type DecisionTexts = Pick<DecisionValues, 'reason' | 'reasonCode' | 'missing' | 'message' | 'againstReason'>

/**
 * - looking: nothing is chosen by a person; a newer version takes its place.
 * - answered: choices that are not saved. They are bound to the version they were made on.
 * - against: choices that contradict the record, which want a reason.
 * - saving, saved: until the next review is open.
 * - voided: newer papers or another IRS record made the choices void; it lasts until something is saved.
 * - conflict: a colleague saved first, and the person decides between `theirs` and the choices.
 */
export interface DecisionState {
  name: 'looking' | 'answered' | 'against' | 'saving' | 'saved' | 'voided' | 'conflict'
  base: TaxStatus
  newest: TaxStatus
  chosen: DecisionValues
  answers: Answers
  /** What the EIN in the field is compared with. */
  record: ReviewRecord
  /** What the server found against these choices and this side did not know yet. */
  told: Contradiction[]
  /** The verdict's suggestions are for people who may decide. */
  mayDecide: boolean
  /** What voided the choices, and what to do. */
  voidedBy?: string | undefined
  /** What a colleague saved meanwhile, on top of which the choices stand. */
  meanwhile?: string | undefined
  failure?: ApiError | undefined
  theirs?: TaxStatus | undefined
  /** While saving: what was written; nothing where mere suggestions are saved. */
  written?: DecisionTexts | undefined
}

export type DecisionEvent =
  | { type: 'arrived'; taxStatus: TaxStatus }
  | { type: 'renamed'; taxStatus: TaxStatus }
  | { type: 'lookedUp'; record: ReviewRecord }
  | { type: 'answered'; change: Partial<DecisionValues> }
  | { type: 'sent' }
  | { type: 'saved' }
  | { type: 'finished' }
  | { type: 'failed'; failure: ApiError; current?: TaxStatus | undefined }
  | { type: 'contradicted'; contradictions: Contradiction[] }
  | { type: 'dismissed' }
  | { type: 'resolved'; values: DecisionValues }

const NO_ANSWERS: Answers = new Set()
const ALL_ANSWERS: Answers = new Set(questions)

/** `undone` was written with a decision that was taken back, beside which nothing is suggested. */
export function openDecision(taxStatus: TaxStatus, mayDecide: boolean, undone?: DecisionTexts): DecisionState {
  return rest({
    name: 'looking',
    base: taxStatus,
    newest: taxStatus,
    chosen: { ...savedValues(taxStatus), ...undone },
    answers: undone ? ALL_ANSWERS : NO_ANSWERS,
    record: recordOf(taxStatus),
    told: [],
    mayDecide,
  })
}

export const suggestionsIn = ({ base, chosen, answers, mayDecide }: DecisionState) =>
  mayDecide ? preselected(base, chosen, answers) : {}

export const valuesIn = (state: DecisionState): DecisionValues => ({ ...state.chosen, ...suggestionsIn(state) })

/** What the choices contradict, as far as both sides know. */
export function contradictionsIn(state: DecisionState): Contradiction[] {
  const { base, record, told } = state
  const values = valuesIn(state)
  const before = savedValues(base)
  const known = findContradictions(before, standingAfter(before, values), record, {
    isConfirmed: isConfirming(base, values),
  })
  return [...known, ...told.filter(({ text }) => known.every((contradiction) => contradiction.text !== text))]
}

/** Choices by a person; mere suggestions may be left without asking. */
export const isUnsaved = ({ name, base, chosen }: DecisionState) => name !== 'saved' && isChanged(base, chosen)

export const isBusy = ({ name }: DecisionState) => name === 'saving' || name === 'saved'

/** Between the choices and what a colleague saved first. */
export function conflictsIn({ base, chosen }: DecisionState, theirs: TaxStatus) {
  const [older, newer] = [savedValues(base), savedValues(theirs)]
  const changed = differing(older, newer, settledFields)
  // Where they did not change a field, ours stays.
  return conflictsBetween(onTopOf(theirs, base, chosen), older, newer, settledFields).filter(({ field }) =>
    changed.includes(field),
  )
}

export function reduceDecision(state: DecisionState, event: DecisionEvent): DecisionState {
  switch (event.type) {
    case 'arrived':
      return follow({ ...state, newest: event.taxStatus })
    case 'renamed':
      return followRename(state, event.taxStatus)
    case 'lookedUp':
      return settle({ ...state, record: event.record })
    case 'answered':
      return answer(state, event.change)
    case 'sent': {
      const { reason, reasonCode, missing, message, againstReason } = state.chosen
      const written = isUnsaved(state) ? { reason, reasonCode, missing, message, againstReason } : undefined
      const silent = { voidedBy: undefined, meanwhile: undefined, failure: undefined, theirs: undefined }
      return { ...state, ...silent, name: 'saving', written }
    }
    case 'saved':
      return { ...state, name: 'saved' }
    case 'finished':
      return state.name === 'saved' ? openDecision(state.newest, state.mayDecide) : state
    case 'failed':
      return fail(state, event.failure, event.current)
    case 'contradicted':
      return follow(rest({ ...state, told: event.contradictions, failure: undefined }))
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

const isWaitingForAnswer = ({ name }: DecisionState) => name === 'saving' || name === 'saved' || name === 'conflict'

const settle = (state: DecisionState) => (isWaitingForAnswer(state) ? state : rest(state))

/** The state in which nothing is under way. */
function rest(state: DecisionState): DecisionState {
  return { ...state, name: nameAtRest(state) }
}

function nameAtRest(state: DecisionState): DecisionState['name'] {
  if (contradictionsIn(state).length > 0) return 'against'
  if (state.voidedBy) return 'voided'
  return isChanged(state.base, state.chosen) ? 'answered' : 'looking'
}

/** What the server told holds for the statuses and the EIN that it was told about. */
const settles = (change: Partial<DecisionValues>) =>
  'einStatus' in change || 'exemptStatus' in change || 'ein' in change

function answer(state: DecisionState, change: Partial<DecisionValues>): DecisionState {
  const chosen = { ...state.chosen, ...change }
  const answered = questions.filter((question) => question in change)
  const next = {
    ...state,
    chosen: change.einStatus ? withExemption(state.base, chosen) : chosen,
    answers: answered.length > 0 ? new Set<Question>([...state.answers, ...answered]) : state.answers,
    told: settles(change) ? [] : state.told,
  }
  return state.name === 'saving' || state.name === 'conflict' ? next : follow(rest(next))
}

function fail(state: DecisionState, failure: ApiError, current: TaxStatus | undefined): DecisionState {
  if (!current) return follow(rest({ ...state, failure }))
  // A suggestion that was to be saved is lost as well.
  if (isVoidedBy(current, state.base)) return takeUp(state, current, { isLost: true })
  const isOnlySuggested = !isChanged(state.base, state.chosen)
  const meanwhile = `${describeSave(current, state.base)} Look at it again before you save.`
  if (isOnlySuggested) return { ...takeUp(state, current), meanwhile }
  if (conflictsIn(state, current).length > 0) return { ...state, name: 'conflict', failure, theirs: current }
  const chosen = onTopOf(current, state.base, state.chosen)
  return rest({ ...state, base: current, chosen, answers: ALL_ANSWERS, record: recordOf(current), meanwhile })
}

/** Takes up the newest version where no choice of a person speaks against it. */
function follow(state: DecisionState): DecisionState {
  const { name, base, newest } = state
  if (isBusy(state)) return state
  if (isVoidedBy(newest, base)) return takeUp(state, newest)
  const isFree = name !== 'conflict' && !isChanged(base, state.chosen)
  return isFree && isNewer(newest, base) ? takeUp(state, newest) : state
}

/** The record is compared with a name that this person gave: the choices stay. */
function followRename(state: DecisionState, newest: TaxStatus): DecisionState {
  const { events, requests } = state.base
  const isOnlyRenamed =
    newest.events.at(-1)?._id === events.at(-1)?._id && newest.requests.at(-1)?.at === requests.at(-1)?.at
  if (!isOnlyRenamed || isWaitingForAnswer(state)) return follow({ ...state, newest })
  return rest({ ...state, base: newest, newest, record: recordOf(newest), told: [] })
}

/** Goes on with another version. What was written stays, and what was chosen is asked again. */
function takeUp(state: DecisionState, newer: TaxStatus, { isLost = false } = {}): DecisionState {
  const isChosen = isLost || isChanged(state.base, state.chosen) || Object.keys(suggestionsIn(state)).length > 0
  const isVoided = isChosen && isVoidedBy(newer, state.base)
  const voidedBy = isVoided ? describeArrival(newer, state.base) : state.voidedBy
  const { message, againstReason } = state.chosen
  return rest({
    ...state,
    base: newer,
    newest: isNewer(newer, state.newest) ? newer : state.newest,
    chosen: { ...savedValues(newer), message, againstReason },
    // New data must be seen before anything is suggested again.
    answers: voidedBy ? ALL_ANSWERS : NO_ANSWERS,
    record: recordOf(newer),
    told: [],
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

/** What a colleague saved last, or who came to hold the EIN since `base`. */
export function describeSave({ events, requests, holders }: TaxStatus, base: TaxStatus): string {
  const newcomer = holders.find(({ _id }) => !base.holders.some((held) => held._id === _id))
  if (newcomer) return `${organizationName(newcomer.orgName)} came to hold this EIN.`
  const event = events.at(-1)
  const request = requests.at(-1)
  if (request?.status === 'Asked' && request.at > (event?.submittedAt ?? 0)) {
    return `${request.by} asked for a new submission at ${formatDate(request.at, 'moment')}.`
  }
  if (!event) return 'Somebody else saved this review.'
  const at = formatDate(event.submittedAt, 'moment')
  if (event.status === 'Changed') return `The IRS record changed at ${at}.`
  return event.snapshot ? `${event.by} submitted new documents at ${at}.` : `${event.by} saved this review at ${at}.`
}

/** Which choice contradicts the record: an alert is said once for each. */
export const contradictionKey = (values: DecisionValues, contradictions: readonly Contradiction[]) =>
  [values.ein, values.einStatus, values.exemptStatus, ...codesOf(contradictions)].join(' ')
