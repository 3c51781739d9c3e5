import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suggestVerdict } from '../src/irs-registry/verdict/suggest-verdict.ts'
import { registryRow, registrySource } from './registry-rows.ts'

/** A name of an organization beside one of the IRS, and whether they are one, as a person sees it. */
export interface NamePair {
  text: string
  isSame: boolean
  /** Every third: nothing is tuned on it. */
  isHeldBack: boolean
  isMatch: boolean
  score: number | null
}

export interface PairFigures {
  pairs: number
  /** Of the pairs that were taken for one, the share that is. */
  precision: number
  /** Of the pairs that are one, the share that was seen. */
  recall: number
}

const LINE = /^([=!]) (.+?) @ (.+?), ([A-Z]{2}) \| (.+?)(?: @ (.+?), ([A-Z]{2}))?(?: \((\d{4})\))?$/
const today = new Date('2026-11-22')

/** Every pair of name-pairs.txt with what the verdict made of it. */
export const comparedPairs = (): NamePair[] =>
  readFileSync(join(import.meta.dirname, 'name-pairs.txt'), 'utf8')
    .split('\n')
    .filter((line) => /^[=!]/.test(line))
    .map((line, n) => compared(line, n))

function compared(text: string, n: number): NamePair {
  const [, sign, ours = '', city = '', state = '', theirs = '', theirCity, theirState, group] = text.match(LINE) ?? []
  if (!sign) throw new Error(`No pair of names: ${text}`)
  const [orgName = '', orgShortName] = ours.split(' ~ ')
  const [name = '', sortName = ''] = theirs.toUpperCase().split(' ~ ')
  const place = { city: (theirCity ?? city).toUpperCase(), state: theirState ?? state }
  const member = group ? { group, affiliation: '9' } : {}
  const verdict = suggestVerdict(
    { taxIdEin: '84-0917362', orgName, orgShortName, orgType: 'Masjid/Islamic Center', city, state },
    {
      row: registryRow({ name, sortName, ...place, ...member }),
      deductible: null,
      revocations: [],
      sources: [registrySource('eo-bmf')],
    },
    [],
    today,
  )
  return {
    text,
    isSame: sign === '=',
    isHeldBack: n % 3 === 2,
    isMatch: verdict?.outcome === 'VERIFIED' || verdict?.outcome === 'VERIFIED_GROUP',
    score: verdict?.score ?? null,
  }
}

export function figuresOf(pairs: NamePair[]): PairFigures {
  const matched = pairs.filter(({ isMatch }) => isMatch)
  const same = pairs.filter(({ isSame }) => isSame)
  const right = matched.filter(({ isSame }) => isSame).length
  return { pairs: pairs.length, precision: right / matched.length, recall: right / same.length }
}
