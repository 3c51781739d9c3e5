import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  CHANGED_ELSEWHERE,
  DROPPED_ELSEWHERE,
  type DraftConflict,
  type DraftState,
  draftKeeper,
  REST_MS,
  type SavedDraft,
  type WizardInput,
} from './draft-keeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SAVED_AT = '2026-11-22T09:44:00.000Z'
const held = (name: string, step = 0) => ({ draft: { name }, step })

function wizard(answer?: (version: number, sent: WizardInput) => SavedDraft | DraftConflict) {
  const saved: unknown[] = []
  let state: DraftState = {}
  let shown: SavedDraft | undefined
  const keeper = draftKeeper(null, held(''), {
    save: async ({ version, ...rest }) => {
      saved.push({ version, ...rest })
      return answer ? answer(version, rest) : { ...rest, version: version + 1, savedAt: SAVED_AT }
    },
    show(draft) {
      shown = draft
      return draft
    },
    onState: (now) => {
      state = now
    },
  })
  return { keeper, saved, state: () => state, shown: () => shown }
}

test('a draft is kept a second after the last change, and at once with a step', async () => {
  const { keeper, saved, state } = wizard()
  keeper.update(held('D'))
  await vi.advanceTimersByTimeAsync(REST_MS - 1)
  keeper.update(held('DE'))
  await vi.advanceTimersByTimeAsync(REST_MS - 1)
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(saved).toEqual([{ ...held('DE'), version: 0 }])
  expect(state()).toMatchObject({ savedAt: SAVED_AT, isSaving: false })

  keeper.update(held('DE', 1))
  await vi.advanceTimersByTimeAsync(0)
  expect(saved).toHaveLength(2)
  expect(saved[1]).toEqual({ ...held('DE', 1), version: 1 })
})

test('a save that was made though its answer was lost is no other tab’s: what was written since is kept', async () => {
  let kept: SavedDraft | undefined
  const { keeper, saved, state, shown } = wizard((version, sent) => {
    if (!kept) {
      kept = { ...sent, savedAt: SAVED_AT, version: 1 }
      throw new Error('The server did not respond')
    }
    return version === kept.version ? { ...sent, version: version + 1, savedAt: SAVED_AT } : { current: kept }
  })
  keeper.update(held('D'))
  await vi.advanceTimersByTimeAsync(REST_MS)
  keeper.update(held('DE'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown()).toBeUndefined()
  expect(saved.at(-1)).toEqual({ ...held('DE'), version: 1 })
  expect(state()).toMatchObject({ savedAt: SAVED_AT, failure: undefined })
  expect(keeper.hasChanges()).toBe(false)
})

test('what was only looked at is not kept', async () => {
  const { keeper, saved } = wizard()
  keeper.update(held(''))
  await keeper.flush()
  expect(saved).toEqual([])
})

test('a failed save says so and is tried again', async () => {
  let isDown = true
  const { keeper, saved, state } = wizard((version) => {
    if (isDown) throw new Error('The server is not responding.')
    return { ...held('D'), version: version + 1, savedAt: SAVED_AT }
  })
  keeper.update(held('D'))
  await keeper.flush()
  expect(state().failure).toBe('The server is not responding.')
  isDown = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(saved).toHaveLength(2)
  expect(state()).toMatchObject({ savedAt: SAVED_AT, failure: undefined })
})

test('what another tab saved is shown, and what it dropped is kept as a new draft', async () => {
  const theirs = { ...held('Theirs', 2), version: 7, savedAt: SAVED_AT }
  const met = wizard(() => ({ current: theirs }))
  met.keeper.update(held('Mine'))
  await met.keeper.flush()
  expect(met.shown()).toEqual(theirs)
  expect(met.state().note).toBe(CHANGED_ELSEWHERE)
  expect(met.keeper.hasChanges()).toBe(false)

  let isFirst = true
  const dropped = wizard((version) => {
    if (!isFirst) return { ...held('Mine'), version: version + 1, savedAt: SAVED_AT }
    isFirst = false
    return { current: null }
  })
  dropped.keeper.update(held('Mine'))
  await dropped.keeper.flush()
  expect(dropped.state().note).toBe(DROPPED_ELSEWHERE)
  await vi.advanceTimersByTimeAsync(0)
  expect(dropped.saved).toHaveLength(2)
})

test('a closed draft is not kept any more, until it is opened again', async () => {
  const { keeper, saved } = wizard()
  keeper.update(held('D'))
  await keeper.close()
  await vi.advanceTimersByTimeAsync(REST_MS * 2)
  expect(saved).toEqual([])
  keeper.reopen()
  await vi.advanceTimersByTimeAsync(0)
  expect(saved).toHaveLength(1)
})
