import { pathParams } from '@hikmah/contract/common'
import type { AnyEndpoint } from '@hikmah/contract/endpoint'
import { z } from 'zod'
import { everyEndpoint } from './every-endpoint.ts'

/*
 * The costliest inputs that an endpoint can be sent, built from its own schemas: each text and each list of them, filled
 * with what is hard to fold, to count or to compare with a pattern.
 */

const PARTS = ['params', 'query', 'body'] as const
type Part = (typeof PARTS)[number]
type Step = string | number

/** Where a caller may put a text or a list. */
export interface Place {
  endpoint: AnyEndpoint
  part: Part
  path: Step[]
  kind: 'text' | 'number' | 'list' | 'anything'
}

export const nameOf = ({ endpoint, part, path }: Place) => `${endpoint.name} ${[part, ...path].join('.')}`

/** What is hard about each: sorting marks, trimming, patterns that try again from each sign, counting what people see. */
export const alphabets: Record<string, string> = {
  marks: '\u0315\u0300',
  'letters with 30 marks': `a${'\u0315\u0300'.repeat(15)}`,
  spaces: ' ',
  'spaces and letters': ' a',
  lines: '\r\n',
  at: '@',
  'at and dots': 'a.@',
  dots: '.',
  hyphens: 'a-',
  digits: '1',
  phones: '+1 (',
  links: 'https://',
  brackets: '[',
  quotes: '"\\',
  families: '👩‍👩‍👧‍👦',
  flags: '🇺🇸',
  hangul: '\u1100\u1161\u11a8',
  halves: '\ud800',
  hidden: '\u200b',
  arabic: 'م',
}

const texts = new Map<string, string>()

/** So many units of an alphabet, flat in memory, as what is parsed is. */
export function textOf(alphabet: string, units: number): string {
  const key = `${alphabet}${units}`
  const text =
    texts.get(key) ??
    Buffer.from(alphabet.repeat(Math.ceil(units / alphabet.length)).slice(0, units), 'utf16le').toString('utf16le')
  texts.set(key, text)
  return text
}

export const placesOf = (endpoint: AnyEndpoint): Place[] =>
  PARTS.flatMap((part) => {
    const shape = shapeOf(endpoint, part)
    return shape ? placesIn(shape).map(({ path, kind }) => ({ endpoint, part, path, kind })) : []
  })

const shapeOf = (endpoint: AnyEndpoint, part: Part) =>
  (part === 'params' ? pathParams(endpoint) : endpoint[part]) as z.ZodType | undefined

type Found = Pick<Place, 'path' | 'kind'>

/** All forms of a union are looked into, and the first entry of a list stands for all. */
function placesIn(schema: z.ZodType, path: Step[] = []): Found[] {
  const { def } = schema
  const inner = 'innerType' in def ? def.innerType : undefined
  if (inner) return placesIn(inner as z.ZodType, path)
  if (schema instanceof z.ZodString) return [{ path, kind: 'text' }]
  if (schema instanceof z.ZodNumber) return [{ path, kind: 'number' }]
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodRecord) return [{ path, kind: 'anything' }]
  if (schema instanceof z.ZodPipe)
    return placesIn((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => placesIn(option as z.ZodType, path))
  if (schema instanceof z.ZodArray)
    return [{ path, kind: 'list' }, ...placesIn(schema.element as z.ZodType, [...path, 0])]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => placesIn(field as z.ZodType, [...path, key]))
  return []
}

/** The example of the endpoint with that value in its place. */
export function inputWith({ endpoint: { example }, part, path }: Place, value: unknown): unknown {
  const shown = part === 'params' ? undefined : example?.[part]
  return put(structuredClone(shown), path, value)
}

function put(into: unknown, [step, ...rest]: Step[], value: unknown): unknown {
  if (step === undefined) return value
  if (typeof step === 'number') {
    const list = Array.isArray(into) ? into : []
    return [put(list[0], rest, value), ...list.slice(1)]
  }
  const known = typeof into === 'object' && into !== null ? (into as Record<string, unknown>) : {}
  return { ...known, [step]: put(known[step], rest, value) }
}

export const judge = ({ endpoint, part }: Place, input: unknown) => shapeOf(endpoint, part)!.safeParse(input)

/** Inputs of which each has twice as much of the same as the one before. */
export interface Series {
  name: string
  place: Place
  inputs: { size: number; input: unknown }[]
}

export const MEBIBYTE = 1_048_576
const doubling = (from: number, to: number) =>
  Array.from({ length: Math.floor(Math.log2(to / from)) + 1 }, (_, i) => from * 2 ** i)

/** Each text ever longer, and each list with ever more entries full of it, up to what a body may have. */
export function* seriesOf(endpoint: AnyEndpoint): Generator<Series> {
  const places = placesOf(endpoint)
  for (const place of places) {
    for (const [alphabet, signs] of Object.entries(alphabets)) {
      const name = `${nameOf(place)}, ${alphabet}`
      if (place.kind === 'list') {
        for (const units of [200, 1000, 16_000]) yield longerList(place, places, name, textOf(signs, units))
      } else {
        const inputs = doubling(8192, MEBIBYTE).map((size) => ({ size, input: inputWith(place, textOf(signs, size)) }))
        yield { name, place, inputs }
      }
    }
  }
}

function longerList(list: Place, places: Place[], name: string, text: string): Series {
  const entry = places
    .filter((place) => isUnder(place, list))
    .reduce<unknown>((into, { path }) => put(into, path.slice(list.path.length + 1), text), undefined)
  const most = MEBIBYTE / JSON.stringify(entry ?? '').length
  const inputs = doubling(5, most).map((size) => ({ size, input: inputWith(list, Array(size).fill(entry)) }))
  return { name: `${name}, entries of ${text.length}`, place: list, inputs }
}

const isUnder = ({ part, path, kind }: Place, list: Place) =>
  kind !== 'list' &&
  part === list.part &&
  path.length > list.path.length &&
  list.path.every((step, i) => path[i] === step)

/** What those who are no staff may call. */
export const calledByStrangers = everyEndpoint.filter(({ allow }) =>
  ['public', 'organization', 'device'].includes(allow),
)

/** Whether it takes longer than that twice: once may be somebody else's doing. */
export function isSlower(work: () => unknown, ms: number): boolean {
  const takesLonger = () => {
    const start = performance.now()
    work()
    return performance.now() - start > ms
  }
  return takesLonger() && takesLonger()
}

/** Milliseconds of this thread's processor, so that whoever else works on the machine is not counted. */
export function processorClock(): () => number {
  const start = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  }
}

/** What it takes on average, over long enough for a clock that ticks in milliseconds. */
export function costOf(work: () => unknown): number {
  const spent = processorClock()
  let runs = 0
  while (spent() < 60) {
    work()
    runs += 1
  }
  return spent() / runs
}
