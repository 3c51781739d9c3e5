import { setImmediate } from 'node:timers/promises'
import type { ZxcvbnFactory, ZxcvbnResult } from '@zxcvbn-ts/core'
import { invalid } from '../../http/refusal.ts'

interface Person {
  /** The e-mail address. */
  userName: string
  names?: string[]
}

/** Words that are tried first here, though no list of leaked passwords ranks them so high. */
const HOUSE_WORDS = `hikmah console hikmahconsole muslim islam allah ramadan ramadhan eid masjid mosque quran makkah mecca madinah medina`

/**
 * How many guesses a password must withstand, as a power of ten: as it is written, and without the marks between its words, which
 * zxcvbn takes for more than they are worth (`P@ssw0rd-2026!`). Eight random characters withstand 10^8.
 */
const MIN_POWER = 7.5
const MIN_POWER_WITHOUT_MARKS = 6
/** Judging takes the longer the longer the password is; one that is good so far is good. */
const JUDGED_LENGTH = 40

const COMMON = 'This password is too common. Choose another one.'
const OWN = 'This password contains a name or the e-mail address. Choose another one.'

let loading: Promise<ZxcvbnFactory> | undefined

/** The lists take half a second and thirty megabytes, and most starts of a process never need them. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const house = HOUSE_WORDS.split(' ')
  return new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary: { ...dictionary, house } })
}

/** Refuses what is tried first: common words and what is known of the person, however ornamented. */
export async function assertNotGuessable(field: string, password: string, person: Person): Promise<void> {
  loading ??= load()
  const zxcvbn = await loading
  const own = ownWords(person)
  const judged = password.slice(0, JUDGED_LENGTH)
  // Each takes some milliseconds of this thread, and others are answered in between.
  const asWritten = zxcvbn.check(judged, own)
  await setImmediate()
  const withoutMarks = zxcvbn.check(judged.replace(/[^\p{L}\p{N}@$]+/gu, ''), own)
  await setImmediate()
  const lettersOnly = zxcvbn.check(judged.replace(/\P{L}+/gu, ''), own)
  if (lettersOnly.password !== '' && lettersOnly.sequence.every(isOwn)) throw invalid(field, OWN)
  const weak = weakOf(asWritten, MIN_POWER) ?? weakOf(withoutMarks, MIN_POWER_WITHOUT_MARKS)
  if (weak) throw invalid(field, weak.sequence.some(isOwn) ? OWN : COMMON)
}

type Match = ZxcvbnResult['sequence'][number]

const weakOf = (result: ZxcvbnResult, power: number) => (result.guessesLog10 < power ? result : undefined)

const isOwn = (match: Match) => match.dictionaryName === 'userInputs'

const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** What others know of a person: the e-mail address and its parts, those of each name, and names written together. */
function ownWords({ userName, names = [] }: Person): string[] {
  const email = userName.toLowerCase()
  const [local = '', domain = ''] = email.split('@')
  const together = [local, ...names, names.join(' ')].map(wordsOf)
  const joined = together.flatMap((parts) => [parts.join(''), parts.toReversed().join('')])
  const words = [email, local, ...wordsOf(domain), ...together.flat(), ...joined]
  return [...new Set(words)].filter((word) => word.length > 2)
}
