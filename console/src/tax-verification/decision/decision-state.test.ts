import { describe, expect, test } from 'vitest'
import { ApiError } from '../../kit/api/api.ts'
import {
  type DecisionEvent,
  type DecisionState,
  isBusy,
  isUnsaved,
  openDecision,
  reduceDecision,
  suggestionsIn,
  valuesIn,
} from './decision-state.ts'
import { review, submission, verdict } from './review.test-data.ts'

const base = review('Pending', 'Pending')
/** A colleague has decided on the EIN. */
const decided = review('Rejected', 'Pending', 2)
/** The organization has submitted again. */
const resubmitted = { ...review('Pending', 'Pending', 2), events: [submission('papers-2')] }
/** The same version, looked up with the IRS again with another result. */
const recheckedBase = { ...base, verdict: verdict('Approved') }
const rechecked = { ...recheckedBase, verdict: { ...verdict('Approved'), outcome: 'REVOKED' as const } }

const refusal = new ApiError(500, { message: 'The database does not answer' })
const stale = new ApiError(409, { code: 'CONFLICT', message: 'Somebody else saved this' })
const undone = { reason: 'Too old', reasonCode: null, missing: [], message: 'Salam' }

const run = (from: DecisionState, ...events: DecisionEvent[]) => events.reduce(reduceDecision, from)
const approve: DecisionEvent = { type: 'answered', change: { einStatus: 'Approved' } }
const takeAnswerBack: DecisionEvent = { type: 'answered', change: { einStatus: 'Pending' } }
const arrives = (taxStatus: typeof base, undoneTexts?: typeof undone): DecisionEvent => ({
  type: 'arrived',
  taxStatus,
  undone: undoneTexts,
})
const failed = (failure: ApiError, current?: typeof base): DecisionEvent => ({ type: 'failed', failure, current })
const resolve: DecisionEvent = {
  type: 'resolved',
  values: { ...valuesIn(openDecision(decided, true)), message: 'Salam' },
}

const viewing = openDecision(base, true)
const answered = run(viewing, approve)
const saving = run(answered, { type: 'sent' })
const states = {
  viewing,
  answered,
  saving,
  saved: run(saving, { type: 'saved' }),
  voided: run(answered, arrives(resubmitted)),
  conflict: run(saving, failed(stale, decided)),
}
type Name = keyof typeof states

test('each state is the one it is named for', () => {
  for (const [name, state] of Object.entries(states)) expect(state.name).toBe(name)
})

describe('every event in every state', () => {
  const events = {
    'a choice': approve,
    'a choice taken back': takeAnswerBack,
    'the same version': arrives(base),
    'a decision of a colleague': arrives(decided),
    'new papers': arrives({ ...resubmitted, version: 3, events: [submission('papers-3')] }),
    'the texts of an undone decision': arrives(base, undone),
    'the start of a save': { type: 'sent' },
    'the end of a save': { type: 'saved' },
    'the next review opened': { type: 'finished' },
    'a refusal': failed(refusal),
    'a conflict': failed(stale, { ...decided, version: 3 }),
    'a refusal for newer papers': failed(stale, { ...resubmitted, version: 3, events: [submission('papers-3')] }),
    'a dismissal': { type: 'dismissed' },
    'a resolution': resolve,
  } satisfies Record<string, DecisionEvent>

  const table: [keyof typeof events, Record<Name, Name>][] = [
    ['a choice', to('answered', 'answered', 'saving', 'answered', 'voided', 'conflict')],
    ['a choice taken back', to('viewing', 'viewing', 'saving', 'viewing', 'voided', 'conflict')],
    ['the same version', to('viewing', 'answered', 'saving', 'saved', 'voided', 'conflict')],
    ['a decision of a colleague', to('viewing', 'answered', 'saving', 'saved', 'voided', 'conflict')],
    ['new papers', to('viewing', 'voided', 'saving', 'saved', 'voided', 'voided')],
    ['the texts of an undone decision', to('answered', 'answered', 'saving', 'saved', 'voided', 'conflict')],
    ['the start of a save', to('saving', 'saving', 'saving', 'saving', 'saving', 'saving')],
    ['the next review opened', to('viewing', 'answered', 'saving', 'viewing', 'voided', 'conflict')],
    ['a refusal', to('viewing', 'answered', 'answered', 'answered', 'voided', 'answered')],
    ['the end of a save', to('saved', 'saved', 'saved', 'saved', 'saved', 'saved')],
    ['a conflict', to('conflict', 'conflict', 'conflict', 'conflict', 'voided', 'conflict')],
    ['a refusal for newer papers', to('voided', 'voided', 'voided', 'voided', 'voided', 'voided')],
    ['a dismissal', to('viewing', 'answered', 'answered', 'answered', 'voided', 'answered')],
    ['a resolution', to('answered', 'answered', 'answered', 'answered', 'voided', 'answered')],
  ]
  const cases = table.flatMap(([event, results]) =>
    Object.entries(results).map(([from, expected]) => [from as Name, event, expected] as const),
  )
  test.each(cases)('%s, then %s: %s', (from, event, expected) => {
    expect(reduceDecision(states[from], events[event]).name).toBe(expected)
  })
})

function to(...results: [Name, Name, Name, Name, Name, Name]): Record<Name, Name> {
  const [viewing, answered, saving, saved, voided, conflict] = results
  return { viewing, answered, saving, saved, voided, conflict }
}

test('while nothing is chosen the newest version is followed', () => {
  expect(run(viewing, arrives(decided))).toMatchObject({
    name: 'viewing',
    base: decided,
    chosen: { einStatus: 'Rejected' },
  })
  expect(run(viewing, arrives(base)).base, 'an older one is not').toBe(base)
})

test('a choice stays bound to its version until it is taken back', () => {
  const waiting = run(answered, arrives(decided))
  expect(waiting).toMatchObject({ name: 'answered', base, newest: decided, chosen: { einStatus: 'Approved' } })
  expect(run(waiting, takeAnswerBack)).toMatchObject({ name: 'viewing', base: decided })
})

test('newer papers void the choices, keep the message to the admin and say who submitted them', () => {
  const state = run(answered, { type: 'answered', change: { message: 'Salam' } }, arrives(resubmitted))
  expect(state).toMatchObject({ name: 'voided', base: resubmitted, chosen: { einStatus: 'Pending', message: 'Salam' } })
  expect(state.voidedBy).toMatch(/^Yusuf Rahmani submitted new documents at /)
  const again = run(state, approve)
  expect(again.voidedBy, 'said until the next save').toBe(state.voidedBy)
  expect(run(again, { type: 'sent' }).voidedBy).toBeUndefined()
})

test('another IRS record voids even mere suggestions, and then nothing is suggested', () => {
  const suggesting = openDecision(recheckedBase, true)
  expect(suggestionsIn(suggesting)).toEqual({ einStatus: 'Approved', exemptStatus: 'Approved' })
  expect(isUnsaved(suggesting)).toBe(false)
  const voided = run(suggesting, arrives(rechecked))
  expect(voided.voidedBy).toMatch(/^The IRS record was looked up again at /)
  expect(suggestionsIn(voided)).toEqual({})
})

test('those who may not decide are suggested nothing', () => {
  expect(suggestionsIn(openDecision(recheckedBase, false))).toEqual({})
})

test('what is answered is suggested no longer, and reopening the EIN reopens its exemption', () => {
  const suggesting = openDecision(recheckedBase, true)
  const doubted = run(suggesting, { type: 'answered', change: { exemptStatus: 'Pending' } })
  expect(suggestionsIn(doubted)).toEqual({ einStatus: 'Approved' })
  const approved = openDecision(review('Approved', 'Approved'), true)
  expect(run(approved, takeAnswerBack).chosen).toMatchObject({ einStatus: 'Pending', exemptStatus: 'Pending' })
})

test('saving keeps what was written, and is unsaved until it is saved', () => {
  const written = run(viewing, { type: 'answered', change: { einStatus: 'Rejected', reason: 'Old' } }, { type: 'sent' })
  expect(written.written).toEqual({ reason: 'Old', reasonCode: null, missing: [], message: '' })
  expect([isBusy(written), isUnsaved(written)]).toEqual([true, true])
  const saved = run(written, { type: 'saved' })
  expect([isBusy(saved), isUnsaved(saved)]).toEqual([true, false])
  expect(run(viewing, { type: 'sent' }).written, 'mere suggestions have no texts').toBeUndefined()
})

test('what arrives while saving is taken up once the save is over', () => {
  const during = run(saving, arrives(decided))
  expect(during).toMatchObject({ name: 'saving', base })
  const saved = run(during, { type: 'saved' }, { type: 'finished' })
  expect(saved).toMatchObject({ name: 'viewing', base: decided })
  expect(run(saving, arrives(resubmitted), failed(refusal)).name).toBe('voided')
})

test('a refused save says why, and what was chosen stays', () => {
  expect(run(saving, failed(refusal))).toMatchObject({
    name: 'answered',
    failure: refusal,
    chosen: { einStatus: 'Approved' },
  })
})

test('a conflict holds what the colleague saved, beside the choices or beside nothing', () => {
  expect(states.conflict).toMatchObject({ base, theirs: decided, failure: stale, chosen: { einStatus: 'Approved' } })
  const suggested = run(viewing, { type: 'sent' }, failed(stale, decided))
  expect(suggested).toMatchObject({ name: 'conflict', base: decided, theirs: decided })
  expect(run(states.conflict, { type: 'dismissed' })).toMatchObject({ name: 'answered', base, theirs: undefined })
  const resolved = run(states.conflict, resolve)
  expect(resolved).toMatchObject({ name: 'answered', base: decided, theirs: undefined, chosen: { message: 'Salam' } })
  expect(suggestionsIn(resolved)).toEqual({})
})

test('the texts of an undone decision come back once, and nothing is suggested beside them', () => {
  const back = run(openDecision(recheckedBase, true), arrives(recheckedBase, undone))
  expect(back).toMatchObject({ name: 'answered', chosen: undone })
  expect(suggestionsIn(back)).toEqual({})
  expect(run(answered, arrives(base, undone)).chosen.reason, 'but not over choices').toBe('')
})
