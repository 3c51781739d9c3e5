import { foldText } from '@hikmah/contract/fold-text'

/** What stands between the groups of a number, as folded: (510) 555-0142, 02:1A:7D. */
const SIGNS = '[\\s().:+]*'

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Each word that was typed, one or two letters only where a word begins, and what has digits with any signs in between. */
function patternOf(typed: string): RegExp | undefined {
  const words = typed
    .split(/[\s,]+/)
    .map((word) => foldText(word).trim())
    .filter(Boolean)
  const bare = words.join('').replace(/[\s().:+]/g, '')
  const isNumber = /\d/.test(bare) && bare.length >= 4
  const number = isNumber ? [[...bare].map(literal).join(SIGNS)] : []
  const others = words.map((word) => `${[...word].length < 3 ? '(?<![\\p{L}\\p{N}])' : ''}${literal(word)}`)
  const parts = [...number, ...others.sort((a, b) => b.length - a.length)]
  return parts.length > 0 ? new RegExp(parts.join('|'), 'gu') : undefined
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The text in pieces, of which every second one is what was typed, however either is written. */
export function splitByMarks(text: string, typed: string): string[] {
  const pattern = patternOf(typed)
  if (!pattern) return [text]
  const places: number[] = []
  let folded = ''
  for (const { segment, index } of letters.segment(text)) {
    const letter = foldText(segment)
    folded += letter
    for (let i = 0; i < letter.length; i += 1) places.push(index)
  }
  places.push(text.length)
  const cuts = [...folded.matchAll(pattern)].flatMap(({ 0: found, index }) => [
    places[index]!,
    places[index + found.length]!,
  ])
  return [0, ...cuts].map((cut, i) => text.slice(cut, cuts[i]))
}
