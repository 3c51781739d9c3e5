/** Of a name these say nothing about which one it is; a city and a direction do. */
const UNSPECIFIC = new Set(
  'THE OF AND AT IN FOR A AN TO INC INCORPORATED CORP CORPORATION LLC LTD CO NFP AL EL AR AS UL UR'.split(' '),
)

/** Names of one and the same thing that no sound connects. */
const SAME: Record<string, string> = { MOSQUE: 'MASJID', CTR: 'CENTER', CNTR: 'CENTER', ASSN: 'ASSOC' }

/**
 * The words of a name by their sound, as spelling is what differs between a mosque and its line at the IRS: doubled
 * letters count once, C, K and Q are one letter, H and all vowels but the first are left out. NOOR is NUR, MOHAMMED is
 * MUHAMMAD. It finds what may be meant; whether it is, the verdict says.
 */
export function soundsOf(name: string): string[] {
  const plain = (isPlain(name) ? name : name.normalize('NFKD')).toUpperCase().replace(/[\u0300-\u036f'’ʻʼ`]/g, '')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  const sounds = words
    .filter((word) => word.length > 1 && !UNSPECIFIC.has(word))
    .map((word) => findSound(SAME[word] ?? word))
  return [...new Set(sounds)]
}

const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** Of the words that came last: in two million names the same ones come again and again. */
const known = new Map<string, string>()
const KNOWN = 20_000

function findSound(word: string): string {
  const said = known.get(word)
  if (said !== undefined) return said
  const sound = spell(word)
  if (known.size >= KNOWN) known.clear()
  known.set(word, sound)
  return sound
}

const spell = (word: string) =>
  word
    .replace(/[CQ]/g, 'K')
    .replace(/Z/g, 'S')
    .replace(/(?<!^)H/g, '')
    .replace(/([A-Z])\1+/g, '$1')
    .replace(/^[AEIOU]/, 'A')
    .replace(/(?<!^)[AEIOUY]/g, '')

/** What a row is found by: its state with each sound of its names. */
export const searchWords = (state: string, ...names: string[]): string[] => [
  ...new Set(names.flatMap(soundsOf).map((sound) => `${state} ${sound}`)),
]

interface Named {
  ein: string
  name: string
  sortName: string
}

export const nearestOf = <Row extends Named>(sounds: string[], rows: Row[], limit: number): Row[] =>
  rows
    .map((row) => ({ row, score: Math.max(likeness(sounds, row.name), likeness(sounds, row.sortName)) }))
    .sort((a, b) => b.score - a.score || (a.row.ein < b.row.ein ? -1 : 1))
    .slice(0, limit)
    .map(({ row }) => row)

/** How much two names have in common, from 0 to 1. */
function likeness(sounds: string[], name: string): number {
  const others = soundsOf(name)
  const common = others.filter((sound) => sounds.includes(sound)).length
  return common === 0 ? 0 : (2 * common) / (sounds.length + others.length)
}
