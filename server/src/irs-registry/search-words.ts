const IGNORED_WORDS = new Set(
  'THE OF AND AT IN FOR A AN TO INC INCORPORATED CORP CORPORATION LLC LTD CO NFP AL EL AR AS UL UR'.split(' '),
)

/** Words with one meaning and different sounds. */
const SYNONYMS: Record<string, string> = { MOSQUE: 'MASJID', CTR: 'CENTER', CNTR: 'CENTER', ASSN: 'ASSOC' }

/**
 * The words of a name by their sound, since a mosque and the IRS often spell its name differently: NOOR is NUR, MOHAMMED
 * is MUHAMMAD. It finds candidates; the verdict compares them.
 */
export function nameSounds(name: string): string[] {
  const plain = (isAscii(name) ? name : name.normalize('NFKD')).toUpperCase().replace(/[\u0300-\u036f'’ʻʼ`]/g, '')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  const sounds = words
    .filter((word) => word.length > 1 && !IGNORED_WORDS.has(word))
    .map((word) => findSound(SYNONYMS[word] ?? word))
  return [...new Set(sounds)]
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** The last sounds, since the same words return again and again in two million names. */
const cache = new Map<string, string>()
const MAX_CACHED = 20_000

function findSound(word: string): string {
  const cached = cache.get(word)
  if (cached !== undefined) return cached
  if (cache.size >= MAX_CACHED) cache.clear()
  const sound = computeSound(word)
  cache.set(word, sound)
  return sound
}

/** C, K and Q are one letter, doubled letters count once, H and all vowels but the first are left out. */
const computeSound = (word: string) =>
  word
    .replace(/[CQ]/g, 'K')
    .replace(/Z/g, 'S')
    .replace(/(?<!^)H/g, '')
    .replace(/([A-Z])\1+/g, '$1')
    .replace(/^[AEIOU]/, 'A')
    .replace(/(?<!^)[AEIOUY]/g, '')

/** What a row is found by: its state with each sound of its names. */
export const searchWords = (state: string, ...names: string[]): string[] => [
  ...new Set(names.flatMap(nameSounds).map((sound) => `${state} ${sound}`)),
]

type Named = Record<'ein' | 'name' | 'sortName', string>

export const findNearest = <Row extends Named>(sounds: string[], rows: Row[], limit: number): Row[] =>
  rows
    .map((row) => ({ row, score: Math.max(likeness(sounds, row.name), likeness(sounds, row.sortName)) }))
    .sort((a, b) => b.score - a.score || (a.row.ein < b.row.ein ? -1 : 1))
    .slice(0, limit)
    .map(({ row }) => row)

/** How much two names have in common, from 0 to 1. */
function likeness(sounds: string[], name: string): number {
  const others = nameSounds(name)
  const common = others.filter((sound) => sounds.includes(sound)).length
  return common === 0 ? 0 : (2 * common) / (sounds.length + others.length)
}
