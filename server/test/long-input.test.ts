import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_PARTS } from '../src/kit/http/edge/json-body.ts'
import {
  alphabets,
  calledByStrangers,
  costOf,
  inputWith,
  isSlower,
  judge,
  MEBIBYTE,
  nameOf,
  placesOf,
  processorClock,
  seriesOf,
  textOf,
} from './costly-inputs.ts'
import { everyEndpoint } from './every-endpoint.ts'
import { kinds, startIntake } from './intake.ts'

const { app } = await startIntake()

/** Longer than anything that is taken: staff attach papers of 10 MiB, in base64. */
const TOO_LONG = 'x'.repeat(16 * MEBIBYTE)

describe('of a text that is too long nothing is asked but its length', () => {
  const OF_TEXT = `normalize trim trimStart trimEnd toLowerCase toUpperCase isWellFormed toWellFormed
    match matchAll replace replaceAll search split`.split(/\s+/)
  /** What zod itself asks of a text that stands in the place of a list, to tell its length. */
  const ASTRAL = '[\\uD800-\\uDBFF]'
  const undo: (() => void)[] = []

  /** What is asked of such a text throws, and says what it was. */
  function guard(prototype: object, name: string, textIn: (self: unknown, first: unknown) => unknown) {
    const original = Object.getOwnPropertyDescriptor(prototype, name)!
    const run = original.value as (...args: unknown[]) => unknown
    function guarded(this: unknown, ...args: unknown[]): unknown {
      const text = textIn(this, args[0])
      if (typeof text === 'string' && text.length >= TOO_LONG.length) throw new Error(`${name} of a text without end`)
      return run.apply(this, args)
    }
    Object.defineProperty(prototype, name, { ...original, value: guarded })
    undo.push(() => Object.defineProperty(prototype, name, original))
  }

  beforeAll(() => {
    for (const name of OF_TEXT) guard(String.prototype, name, (self) => self)
    for (const name of ['test', 'exec'])
      guard(RegExp.prototype, name, (self, first) => (self as RegExp).source !== ASTRAL && first)
    guard(Intl.Segmenter.prototype, 'segment', (_, first) => first)
    guard(URL, 'canParse', (_, first) => first)
  })
  afterAll(() => {
    for (const restore of undo) restore()
  })

  const places = everyEndpoint.flatMap(placesOf).filter(({ kind }) => kind === 'text')
  test.each(places.map((place) => [nameOf(place), place] as const))('%s', (_, place) => {
    const { error, data } = judge(place, inputWith(place, TOO_LONG))
    const isNamed = error?.issues.some(({ path }) => path.every((step, i) => step === place.path[i]))
    const isDropped = !error && JSON.stringify(data).length < TOO_LONG.length
    expect(isNamed || isDropped).toBe(true)
  })
})

/** Quicker than that, nobody waits, and the clock says more than the input. */
const LEAST_JUDGED_MS = 16
/** Four would be the square. */
const MOST_TIMES = 3

describe('what those who are no staff may send', () => {
  const inOrder = textOf(alphabets['letters with 30 marks']!, MEBIBYTE)
  const most = 6 * costOf(() => inOrder.normalize())

  test.each(calledByStrangers.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s judges twice as much in about twice the time, and all of a mebibyte in that of normalizing six',
    async (_, endpoint) => {
      for (const { name, place, inputs } of seriesOf(endpoint)) {
        let before: unknown
        for (const { size, input } of inputs) {
          if (before !== undefined && isSlower(() => judge(place, input), LEAST_JUDGED_MS)) {
            // Other work on the machine only ever adds to a cost, so it is measured again before it counts as too high.
            await expect
              .poll(() => {
                const [half, whole] = [before, input].map((sent) => costOf(() => judge(place, sent)))
                return { whole: whole!, allowed: Math.min(most, Math.max(LEAST_JUDGED_MS, half! * MOST_TIMES)) }
              })
              .toSatisfy(({ whole, allowed }) => whole < allowed, `${name}, ${size}`)
          }
          before = input
        }
      }
    },
    60_000,
  )

  const fields = (count: number, units: number) =>
    `{${Array.from({ length: count }, (_, i) => `"${i * 7919}":"${'x'.repeat(units)}"`)}}`
  test.each([
    ['as many fields as are read', fields(MOST_PARTS - 1, 10)],
    ['more fields than are read', fields(60_000, 0)],
    ['entries', `{"applications":[${'{},'.repeat(MEBIBYTE / 3 - 100)}{}]}`],
    ['levels', '['.repeat(MEBIBYTE)],
    ['levels side by side', `[${`${'['.repeat(60)}${']'.repeat(60)},`.repeat(MEBIBYTE / 121 - 1)}1]`],
    ['quotes', `{"name":"${'\\"'.repeat(MEBIBYTE / 2 - 100)}"}`],
  ])('a body full of %s costs no more than that either', async (_, payload) => {
    const headers = { 'content-type': 'application/json' }
    const costs: number[] = []
    for (let run = 0; run < 5; run += 1) {
      const spent = processorClock()
      const reply = await app.inject({ method: 'POST', url: '/api/dc-website/demoRequest', headers, payload })
      expect(reply.statusCode).toBe(400)
      costs.push(spent())
    }
    expect(Math.min(...costs)).toBeLessThan(most)
  })
})

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  '%s with a mebibyte of marks is refused in the time of one with a mebibyte of letters',
  async (_, kind) => {
    const send = async (alphabet: string) => {
      const text = textOf(alphabet, MEBIBYTE / 2 - 1000)
      const payload = { ...kind.form(text), email: 'long@masjid.example' }
      const start = performance.now()
      const reply = await app.inject({ method: 'POST', url: `/api${kind.create.path}`, payload })
      return { ms: performance.now() - start, message: reply.json().message }
    }
    const costs = { marks: Infinity, letters: Infinity }
    for (let run = 0; run < 10; run += 1) {
      const marks = await send(alphabets.marks!)
      expect(marks.message).toMatch(/: At most \d+ characters$/)
      costs.marks = Math.min(costs.marks, marks.ms)
      costs.letters = Math.min(costs.letters, (await send(alphabets.arabic!)).ms)
    }
    expect(costs.marks).toBeLessThan(MOST_TIMES * costs.letters)
  },
)
