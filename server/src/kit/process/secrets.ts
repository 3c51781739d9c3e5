/** Random ones of 16 characters have more different ones than this, also in hexadecimal digits. */
const FEWEST_CHARACTERS = 6
/** Of the pairs of a random one not even a fifth are neighbors. */
const MOST_IN_A_ROW = 2 / 3
const pairsOf = (text: string) => [...text].slice(1).map((character, at) => text[at] + character)
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const NEIGHBORS = new Set([...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))].flatMap(pairsOf))
/** Long enough, or at the one place, that hardly anything random holds them by chance. */
const WORDS =
  /^(?:admin|token)|change|secret|passwo?r?d|passphrase|example|default|placeholder|letmein|replace|insecure|production|develop|testing|testtest|hikmah|console|metrics|prometheus|webhook|stripe|mosque|masjid|bismillah/

/** As people write letters to look like more: `P@ssw0rd`. */
const LETTERS: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' }

/** Whether a secret was thought up rather than drawn: something repeated, rows of keys, or a word of such places. */
export function isThoughtUp(secret: string): boolean {
  const text = secret.replace(/^whsec_/, '').toLowerCase()
  const pairs = pairsOf(text)
  const inARow = pairs.filter((pair) => pair[0] === pair[1] || NEIGHBORS.has(pair))
  const letters = text.replace(/[^a-z]/g, (mark) => LETTERS[mark] ?? '')
  return (
    new Set(text).size < FEWEST_CHARACTERS ||
    isRepeated(text) ||
    inARow.length > pairs.length * MOST_IN_A_ROW ||
    WORDS.test(letters)
  )
}

/** Whether all of it is its own beginning over again, the last time perhaps in part. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (text.startsWith(text.slice(length))) return true
  }
  return false
}
