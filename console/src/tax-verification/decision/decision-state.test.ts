import { describe, expect, test } from 'vitest'
import { ApiError } from '../../kit/api/api.ts'
import {
  contradictionsIn,
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
const undone = { reason: 'Too old', reasonCode: null, missing: [], message: 'Salam', againstReason: 'Seen' }
/** An exemption that the IRS has revoked. */
const revokedBase = { ...base, verdict: { ...verdict('Rejected'), outcome: 'REVOKED' as const } }
const holder = { code: 'EIN_OF_ANOTHER', text: 'Masjid Hamza (Approved) has this EIN too.' } as const

const run = (from: DecisionState, ...events: DecisionEvent[]) => events.reduce(reduceDecision, from)
const approve: DecisionEvent = { type: 'answered', change: { einStatus: 'Approved' } }
const takeAnswerBack: DecisionEvent = { type: 'answered', change: { einStatus: 'Pending' } }
const approveBoth: DecisionEvent = { type: 'answered', change: { einStatus: 'Approved', exemptStatus: 'Approved' } }
const arrives = (taxStatus: typeof base): DecisionEvent => ({ type: 'arrived', taxStatus })
const failed = (failure: ApiError, current?: typeof base): DecisionEvent => ({ type: 'failed', failure, current })
const resolve: DecisionEvent = {
  type: 'resolved',
  values: { ...valuesIn(openDecision(decided, true)), message: 'Salam' },
}

const looking = openDecision(base, true)
const answered = run(looking, approve)
const saving = run(answered, { type: 'sent' })
const contradicted: DecisionEvent = { type: 'contradicted', contradictions: [holder] }
const states = {
  looking,
  answered,
  against: run(saving, contradicted),
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
    'the same record': { type: 'lookedUp', record: { verdict: null, holders: [] } },
    'a reason': { type: 'answered', change: { againstReason: 'Both are members of one group.' } },
    'the start of a save': { type: 'sent' },
    'the end of a save': { type: 'saved' },
    'the next review opened': { type: 'finished' },
    'a refusal': failed(refusal),
    'a contradiction': contradicted,
    'a conflict': failed(stale, { ...decided, version: 3 }),
    'a refusal for newer papers': failed(stale, { ...resubmitted, version: 3, events: [submission('papers-3')] }),
    'a dismissal': { type: 'dismissed' },
    'a resolution': resolve,
  } satisfies Record<string, DecisionEvent>

  //                                looking     answered    against     saving      saved       voided      conflict
  const table: [keyof typeof events, Record<Name, Name>][] = [
    ['a choice', to('answered', 'answered', 'answered', 'saving', 'answered', 'voided', 'conflict')],
    ['a choice taken back', to('looking', 'looking', 'looking', 'saving', 'looking', 'voided', 'conflict')],
    ['the same version', to('looking', 'answered', 'against', 'saving', 'saved', 'voided', 'conflict')],
    ['a decision of a colleague', to('looking', 'answered', 'against', 'saving', 'saved', 'voided', 'conflict')],
    ['new papers', to('looking', 'voided', 'voided', 'saving', 'saved', 'voided', 'voided')],
    ['the same record', to('looking', 'answered', 'against', 'saving', 'saved', 'voided', 'conflict')],
    ['a reason', to('answered', 'answered', 'against', 'saving', 'answered', 'voided', 'conflict')],
    ['the start of a save', to('saving', 'saving', 'saving', 'saving', 'saving', 'saving', 'saving')],
    ['the end of a save', to('saved', 'saved', 'saved', 'saved', 'saved', 'saved', 'saved')],
    ['the next review opened', to('looking', 'answered', 'against', 'saving', 'looking', 'voided', 'conflict')],
    ['a refusal', to('looking', 'answered', 'against', 'answered', 'answered', 'voided', 'answered')],
    ['a contradiction', to('against', 'against', 'against', 'against', 'against', 'against', 'against')],
    ['a conflict', to('looking', 'conflict', 'conflict', 'conflict', 'conflict', 'voided', 'conflict')],
    ['a refusal for newer papers', to('voided', 'voided', 'voided', 'voided', 'voided', 'voided', 'voided')],
    ['a dismissal', to('looking', 'answered', 'against', 'answered', 'answered', 'voided', 'answered')],
    ['a resolution', to('answered', 'answered', 'against', 'answered', 'answered', 'voided', 'answered')],
  ]
  const cases = table.flatMap(([event, results]) =>
    Object.entries(results).map(([from, expected]) => [from as Name, event, expected] as const),
  )
  test.each(cases)('%s, then %s: %s', (from, event, expected) => {
    expect(reduceDecision(states[from], events[event]).name).toBe(expected)
  })
})

function to(...results: [Name, Name, Name, Name, Name, Name, Name]): Record<Name, Name> {
  const [looking, answered, against, saving, saved, voided, conflict] = results
  return { looking, answered, against, saving, saved, voided, conflict }
}

test('while nothing is chosen the newest version is followed', () => {
  expect(run(looking, arrives(decided))).toMatchObject({
    name: 'looking',
    base: decided,
    chosen: { einStatus: 'Rejected' },
  })
  expect(run(looking, arrives(base)).base, 'an older one is not').toBe(base)
})

test('a choice stays bound to its version until it is taken back', () => {
  const waiting = run(answered, arrives(decided))
  expect(waiting).toMatchObject({ name: 'answered', base, newest: decided, chosen: { einStatus: 'Approved' } })
  expect(run(waiting, takeAnswerBack)).toMatchObject({ name: 'looking', base: decided })
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
  const written = run(looking, { type: 'answered', change: { einStatus: 'Rejected', reason: 'Old' } }, { type: 'sent' })
  expect(written.written).toEqual({
    reason: 'Old',
    reasonCode: null,
    missing: [],
    message: '',
    againstReason: '',
  })
  expect([isBusy(written), isUnsaved(written)]).toEqual([true, true])
  const saved = run(written, { type: 'saved' })
  expect([isBusy(saved), isUnsaved(saved)]).toEqual([true, false])
  expect(run(looking, { type: 'sent' }).written, 'mere suggestions have no texts').toBeUndefined()
})

test('what arrives while saving is taken up once the save is over', () => {
  const during = run(saving, arrives(decided))
  expect(during).toMatchObject({ name: 'saving', base })
  const saved = run(during, { type: 'saved' }, { type: 'finished' })
  expect(saved).toMatchObject({ name: 'looking', base: decided })
  expect(run(saving, arrives(resubmitted), failed(refusal)).name).toBe('voided')
})

test('a refused save says why, and what was chosen stays', () => {
  expect(run(saving, failed(refusal))).toMatchObject({
    name: 'answered',
    failure: refusal,
    chosen: { einStatus: 'Approved' },
  })
})

test('a conflict holds what the colleague saved beside the choices; beside nothing it is only told', () => {
  expect(states.conflict).toMatchObject({ base, theirs: decided, failure: stale, chosen: { einStatus: 'Approved' } })
  const suggested = run(looking, { type: 'sent' }, failed(stale, decided))
  expect(suggested).toMatchObject({ name: 'looking', base: decided, chosen: { einStatus: 'Rejected' } })
  expect(suggested.meanwhile).toMatch(/^Somebody else saved this review\. Look at it again before you save\.$/)
  expect(run(states.conflict, { type: 'dismissed' })).toMatchObject({ name: 'answered', base, theirs: undefined })
  const resolved = run(states.conflict, resolve)
  expect(resolved).toMatchObject({ name: 'answered', base: decided, theirs: undefined, chosen: { message: 'Salam' } })
  expect(suggestionsIn(resolved)).toEqual({})
})

test('what a colleague decided about another question goes together with the choices, and is looked at again', () => {
  const other = { ...review('Pending', 'Rejected', 2) }
  const merged = run(saving, failed(stale, other))
  expect(merged).toMatchObject({
    name: 'answered',
    base: other,
    theirs: undefined,
    chosen: { einStatus: 'Approved', exemptStatus: 'Rejected' },
  })
  expect(merged.meanwhile).toMatch(/Look at it again before you save\.$/)
  expect(run(merged, { type: 'sent' }).meanwhile).toBeUndefined()
})

test('the texts of an undone decision come back, and nothing is suggested beside them', () => {
  const back = openDecision(recheckedBase, true, undone)
  expect(back).toMatchObject({ name: 'answered', chosen: undone })
  expect(suggestionsIn(back)).toEqual({})
})

describe('against the record', () => {
  const chosen = run(openDecision(revokedBase, true), approveBoth)
  const because = 'The letter of reinstatement was seen.'

  test('an approval of what is revoked is against it, and is not once it is taken back', () => {
    expect(chosen.name).toBe('against')
    expect(contradictionsIn(chosen).map(({ code }) => code)).toEqual(['REVOKED'])
    expect(run(chosen, { type: 'answered', change: { exemptStatus: 'Pending' } }).name).toBe('answered')
  })

  test('a verdict that is no match suggests nothing, and one whose EIN another holds neither', () => {
    expect(suggestionsIn(openDecision(revokedBase, true))).toEqual({})
    const held = { _id: 'a', orgName: 'Masjid Hamza', einStatus: 'Approved' as const, isBlocked: false }
    expect(suggestionsIn(openDecision({ ...recheckedBase, holders: [held] }, true))).toEqual({})
  })

  test('what only the server knows is asked about, with the choices and the reason as they stand', () => {
    const told = run(answered, { type: 'answered', change: { againstReason: because } }, { type: 'sent' }, contradicted)
    expect(told).toMatchObject({ name: 'against', chosen: { einStatus: 'Approved', againstReason: because } })
    expect(contradictionsIn(told)).toEqual([holder])
    expect(contradictionsIn(run(told, { type: 'answered', change: { ein: '98-7654321' } })), 'of that EIN').toEqual([])
  })

  test('the EIN in the field is compared with its own record', () => {
    const typed = run(looking, approveBoth, { type: 'lookedUp', record: { verdict: revokedBase.verdict, holders: [] } })
    expect(typed.name).toBe('against')
    expect(run(typed, { type: 'lookedUp', record: { verdict: null, holders: [] } }).name).toBe('answered')
  })

  test('another record asks again and keeps what was written', () => {
    const written = run(chosen, { type: 'answered', change: { againstReason: because, message: 'Salam' } })
    const cleared = { ...base, verdict: verdict('Approved') }
    const voided = run(written, arrives(cleared))
    expect(voided).toMatchObject({ name: 'voided', chosen: { einStatus: 'Pending', againstReason: because } })
    expect(voided.chosen.message).toBe('Salam')
  })
})

test('a name that was corrected here changes the record under the choices, and nothing that was saved since', () => {
  const compared = { ...rechecked, version: 2 }
  const renamed = run(run(openDecision(recheckedBase, true), approve), { type: 'renamed', taxStatus: compared })
  expect(renamed.voidedBy).toBeUndefined()
  expect(valuesIn(renamed).einStatus).toBe('Approved')
  expect(renamed.record.verdict?.outcome).toBe('REVOKED')
  expect(run(renamed, arrives(compared)), 'what arrives after it is known').toEqual(renamed)
  const meanwhile = run(answered, { type: 'renamed', taxStatus: resubmitted })
  expect(meanwhile.voidedBy).toContain('submitted new documents')
  expect(valuesIn(meanwhile).einStatus).toBe('Pending')
})
