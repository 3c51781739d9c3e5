import { setImmediate } from 'node:timers/promises'
import { EXAMPLE_PASSWORDS } from '@hikmah/contract/words'
import { hash, verify } from '@node-rs/argon2'
import type { ZxcvbnFactory, ZxcvbnResult } from '@zxcvbn-ts/core'
import pLimit from 'p-limit'
import { invalid, serverBusy } from '../errors/refusal.ts'
import { sameText } from './tokens.ts'

/** argon2id, 46 MiB, one pass (OWASP ASVS 5.0 appendix C). */
const PARAMETERS = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }
const MAX_AT_ONCE = 8
/** Callers beyond these are refused as busy: they would wait too long. */
const MAX_WAITING = 24

export const hashing = pLimit(MAX_AT_ONCE)

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.pendingCount >= MAX_WAITING) throw serverBusy()
  return hashing(work)
}

/** Keyboards make é of one character or of two. */
const normalized = (password: string) => password.normalize('NFC')

/** `kin`: a hash of the same person's, whose salt it shares, so that one calculation tells which of them a password fits. */
export const hashPassword = (password: string, kin?: string) =>
  limited(() => hash(normalized(password), kin ? settingsOf(kin) : PARAMETERS))

/** As the hash itself tells them: `$argon2id$v=19$m=47104,t=1,p=1$salt$hash`. */
function settingsOf(kin: string) {
  const [, , , costs = '', salt = ''] = kin.split('$')
  const [memoryCost, timeCost, parallelism] = [...costs.matchAll(/\d+/g)].map(Number)
  return { memoryCost: memoryCost!, timeCost: timeCost!, parallelism: parallelism!, salt: Buffer.from(salt, 'base64') }
}

let dummy: Promise<string> | undefined

/** Without a hash the same work is done for nothing, so that the time tells nothing. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummy ??= hash('no such person', PARAMETERS)
  const against = passwordHash ?? (await dummy)
  const fits = await limited(() => verify(against, normalized(password)))
  return fits && passwordHash !== undefined
}

const saltedAs = (passwordHash: string) => passwordHash.slice(0, passwordHash.lastIndexOf('$'))

/** Which hashes of one person a password fits. Many take no longer than one or none, as long as they share their salt. */
export async function fittingHashes(hashes: string[], password: string): Promise<string[]> {
  if (hashes.length === 0) await passwordFits(undefined, password)
  const kins = new Map(hashes.map((passwordHash) => [saltedAs(passwordHash), passwordHash]))
  const tried = await Promise.all([...kins.values()].map((kin) => hashPassword(password, kin)))
  return hashes.filter((passwordHash) => tried.some((candidate) => sameText(candidate, passwordHash)))
}

/**
 * Attackers try these words first here, though no list of leaked passwords ranks them so high: the products, what
 * people do with them, and what Muslims say every day, in the spellings people use.
 */
const HOUSE_WORDS = `
hikmah hikma console deen deenfund deenkiosk deenscreen deenweb deenapp fund app kiosk screen
admin login root owner manager staff donor donate donation donations charity office team demo owner
muslim muslims islam islamic islamiya muslimah ummah iman imaan imam sheikh shaykh mufti
allah allahu rabb rasul nabi prophet muhammad mohammad mohammed muhammed mohamed ahmed ahmad
bismillah rahman rahim rahmanir rahmanirrahim alhamdulillah hamdulillah alhamdulilah alhamdullilah hamdu lillah lilah
subhan subhanallah subhanallahi mashallah mashaallah masha insha inshallah inshaallah astaghfirullah astagfirullah astaghfir
jazak jazakallah jazakallahu jazakumullah khair khairan khayr barakallah baraka barak tabarakallah tawakkul tawakkaltu
akbar allahuakbar takbir laila lailaha illallah illa ilaha wallahi wallah yaallah ameen amin kalima shahada tawheed tawhid
salam salaam salamu assalam assalamu assalamualaikum alaikum alaykum aleikum alaikom walaikum wassalam slm
ramadan ramadhan ramzan ramazan mubarak kareem karim eid eidul eiduladha eidulfitr fitr adha eidmubarak
muharram shaban rajab dhulhijjah ashura
jummah jumma jumuah juma salah salat salaat namaz fajr dhuhr zuhr asr maghrib isha tahajjud adhan azan wudu dua duaa
zakat zakah sadaqah sadaqa sadaka waqf fitrah fidya qurbani hajj umrah sawm iftar suhoor halal haram hijab
masjid masjids masjed mosque musjid quran koran kuran surah sunnah hadith sirah seerah fiqh sharia shariah hijri
ayat ayatul ayatulkursi kursi fatiha fatihah alfatiha yaseen yasin yaasin kahf alkahf ikhlas mulk baqarah falaq nas
layla laylat laylatul lailat lailatul qadr miraj barat tarawih taraweeh taqwa akhirah akhira dunya sabr shukr tawbah durood darood
great isgreat maulana mawlana hafiz hafidh qari ustadh ustadha hajji haji sufi bilal omar umar uthman usman hasan hussain husain
khadijah khadija zaynab zainab aisha ayesha fatima fatimah hamza ibrahim nur jibril
makkah mecca madinah medina kaaba kaba zamzam aqsa alaqsa quds palestine jannah firdaus peace love ilove free
`
  .trim()
  .split(/\s+/)

interface Person {
  userName: string
  names?: string[]
}

/**
 * How many guesses a password must withstand, as a power of ten: as it is written, and without the marks between its
 * words, which zxcvbn overrates (`P@ssw0rd-2026!`). Eight random characters withstand 10^8.
 */
const MIN_POWER = 7.5
const MIN_POWER_WITHOUT_MARKS = 6.5
/** Judging takes longer for longer passwords; one that is good so far is good. */
const JUDGED_LENGTH = 30

const MIN_CHARACTERS = 5

const COMMON = 'This password is too common. Choose another one.'
const PERSONAL = 'This password contains a name or the email address. Choose another one.'

let loading: Promise<ZxcvbnFactory> | undefined

/**
 * The lists take a tenth of a second of this thread, once, and 15 MB: they wait for the first password that is chosen. Most
 * days nobody chooses one.
 */
const loadGuesses = () => {
  loading ??= load().catch((error) => {
    // The next password tries again.
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const house = [
    ...HOUSE_WORDS,
    ...Object.values(EXAMPLE_PASSWORDS).flatMap((password) => [
      keepLettersAndDigits(password).toLowerCase(),
      keepLetters(password).toLowerCase(),
    ]),
  ]
  return new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary: { ...dictionary, house } })
}

/** Refuses what attackers try first: common words and what is known of the person, however ornamented. */
export async function assertNotGuessable(field: string, password: string, person: Person): Promise<void> {
  const zxcvbn = await loadGuesses()
  const personal = personalWords(person)
  const judged = password.slice(0, JUDGED_LENGTH)
  const check = async (text: string) => {
    // Each check takes milliseconds of this thread; others are answered in between.
    await setImmediate()
    return zxcvbn.check(text, personal)
  }
  const refuse = ({ sequence }: ZxcvbnResult) => invalid(field, sequence.some(isPersonal) ? PERSONAL : COMMON)
  const asWritten = await check(judged)
  if (asWritten.guessesLog10 < MIN_POWER) throw refuse(asWritten)
  for (const reading of spellOut(judged)) {
    const result = await check(reading)
    if (isWeakWord(result) || isOneWord(result)) throw refuse(result)
  }
  if (hasFewCharacters(judged) || hasMostlyHouseWords(judged)) throw invalid(field, COMMON)
  const lettersOnly = await check(keepLetters(marksReadAsLetters(judged)))
  if (isMostlyNamesAndHouseWords(lettersOnly)) throw refuse(lettersOnly)
}

const keepLettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')

const keepLetters = (text: string) => text.replace(/\P{L}+/gu, '')

const LETTER_OF_MARK: Record<string, string> = { '@': 'a', $: 's', '!': 'i', '|': 'l', '+': 't', '€': 'e' }
const ALL_MARKS = /[@$!|+€]/gu
/** In `P@kistan@123` the first `@` is a letter, the second is not. */
const MARKS_BEFORE_LETTERS = /[@$!|+€](?=[@$!|+€]*\p{L})/gu

const marksReadAsLetters = (text: string, marks = MARKS_BEFORE_LETTERS) =>
  text.replace(marks, (mark) => LETTER_OF_MARK[mark]!)

/** The password without its marks: once with those that look like letters read so, once with none. */
const spellOut = (password: string) =>
  new Set(
    [password, marksReadAsLetters(password), marksReadAsLetters(password, ALL_MARKS)]
      .map(keepLettersAndDigits)
      .filter((reading) => reading !== ''),
  )

type Match = ZxcvbnResult['sequence'][number]

const isPersonal = (match: Match) => match.dictionaryName === 'userInputs'
const isUnknown = (match: Match) => match.pattern === 'bruteforce'
const countCharacters = (matches: Match[]) => matches.reduce((length, { token }) => length + token.length, 0)

/** Known words and patterns, unless most characters are random. */
const isWeakWord = ({ guessesLog10, password, sequence }: ZxcvbnResult) =>
  guessesLog10 < MIN_POWER_WITHOUT_MARKS && countCharacters(sequence.filter(isUnknown)) * 2 <= password.length

/** One word, or none, with a year, a row of keys or of digits and at most one other character. */
const isOneWord = ({ sequence }: ZxcvbnResult) =>
  sequence.filter(({ pattern }) => pattern === 'dictionary').length <= 1 &&
  countCharacters(sequence.filter(isUnknown)) <= 1

/** Two thirds of the letters: zxcvbn overrates phrases of such words. */
const isMostlyNamesAndHouseWords = ({ password, sequence }: ZxcvbnResult) =>
  password !== '' &&
  countCharacters(sequence.filter((match) => isPersonal(match) || match.dictionaryName === 'house')) * 3 >=
    password.length * 2

/** `Nur@2026x`: zxcvbn rates short words beside others like random letters. */
function hasMostlyHouseWords(password: string): boolean {
  const words = password.toLowerCase().match(/\p{L}+/gu) ?? []
  const houseWords = words.filter((word) => HOUSE_WORDS.includes(word))
  return words.length > 0 && houseWords.join('').length * 3 >= words.join('').length * 2
}

/** `Abababab1`: zxcvbn does not see the repetition because of the capital. */
const hasFewCharacters = (password: string) => new Set(password.toLowerCase()).size < MIN_CHARACTERS

const splitWords = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** What others know of a person: the email address and its parts, those of each name, and names written together. */
function personalWords({ userName, names = [] }: Person): string[] {
  const email = userName.toLowerCase()
  const [local = '', domain = ''] = email.split('@')
  const together = [local, ...names, names.join(' ')].map(splitWords)
  const joined = together.flatMap((parts) => [parts.join(''), parts.toReversed().join('')])
  const words = [email, local, ...splitWords(domain), ...together.flat(), ...joined]
  return [...new Set(words)].filter((word) => word.length > 2)
}
