import { invalid } from '../http/refusal.ts'

/** Well-known words that passwords are made of. What is left of a password without its ornaments must not be one. */
const WORDS = new Set(
  `aa aaa ab abc abcd abcde abcdef abcdefg abcdefgh aabbcc admin administrator adminadmin root user username guest test
  tester testing testtest demo default temp temporary changeme changeit secret secrets mysecret private secure security
  password passwd passwort pass passpass passphrase mypassword yourpassword newpassword oldpassword password password1
  thepassword motdepasse contrasena parola sifre letmein letmeinplease letmein1 welcome welcometo welcomeback hello
  helloworld hellohello login logon signin access accessdenied enter open opensesame iloveyou ilovegod ilovemom loveyou
  loveme love lovely lover princess prince sunshine sunflower rainbow flower flowers butterfly angel angels babygirl baby
  sweetheart honey sugar cookie chocolate cheese pepper ginger orange banana apple cherry summer winter spring autumn
  january february march april june july august september october november december monday tuesday wednesday thursday
  friday saturday sunday monkey dragon tiger lion eagle falcon dolphin turtle panda kitty kitten puppy buster charlie
  shadow master superman batman spiderman ironman pokemon pikachu naruto starwars jedi yoda matrix ninja samurai phoenix
  mustang ferrari porsche mercedes corvette harley yamaha honda toyota hunter ranger soldier killer warrior
  football soccer baseball basketball hockey tennis cricket golf liverpool arsenal chelsea barcelona realmadrid juventus
  yankees lakers cowboys steelers raiders michael michelle jessica jennifer ashley amanda nicole daniel andrew joshua
  matthew robert thomas jordan george maggie hannah samantha freedom whatever trustno trustnoone nothing computer
  internet server service system oracle cisco google facebook instagram youtube twitter microsoft windows linux ubuntu
  office officeadmin manager owner support info contact company business
  qwerty qwertyui qwertyuiop qwert qwer qwe qwertz azerty asdf asdfg asdfgh asdfghjkl asd zxcv zxcvb zxcvbn zxcvbnm zxc
  qazwsx qazwsxedc qaz zaqwsx 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz 1qazxsw2 zaq12wsx q1w2e3 q1w2e3r4 a1b2c3 a1b2c3d4
  abc123 abcd1234 123abc 123qwe qwe123 qweasd qweasdzxc asd123
  hikmah hikmahconsole console muslim islam allah ramadan ramadhan eid masjid mosque quran makkah mecca madinah medina`.split(
    /\s+/,
  ),
)

const LETTERS: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }

const asLetters = (text: string) => text.replace(/[04357@$!]/g, (mark) => LETTERS[mark] ?? mark)
const lettersOnly = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** The plain words a password may be an ornamented form of: `P@ssw0rd-2026!` gives `password`. */
function plainForms(password: string): Set<string> {
  const lower = password.toLowerCase()
  const forms = new Set<string>()
  for (const text of [
    lower,
    lower.replace(/\P{L}+$/u, ''),
    lower.replace(/^\P{L}+|\P{L}+$/gu, ''),
    lower.replace(/\P{L}+/gu, ''),
  ]) {
    const read = asLetters(text)
    for (const form of [text, read, read.replaceAll('1', 'l'), read.replaceAll('1', 'i')]) forms.add(lettersOnly(form))
  }
  return forms
}

const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** What others know of a person: the parts of the e-mail address and of each name, and names written together. */
function ownWords({ userName, names = [] }: Person): Set<string> {
  const [local = '', domain = ''] = userName.toLowerCase().split('@')
  const together = [...names, names.join(' ')].map(wordsOf)
  const joined = together.flatMap((parts) => [parts.join(''), parts.toReversed().join('')])
  const words = [lettersOnly(local), ...wordsOf(local), ...wordsOf(domain), ...together.flat(), ...joined]
  return new Set(words.filter((word) => word.length > 2))
}

interface Person {
  /** The e-mail address. */
  userName: string
  names?: string[]
}

const COMMON = 'This password is too common. Choose another one.'
const OWN = 'This password contains a name or the e-mail address. Choose another one.'

/** Refuses what is tried first: common words and what is known of the person, however ornamented. */
export function assertNotGuessable(field: string, password: string, person: Person) {
  const forms = plainForms(password)
  const own = ownWords(person)
  for (const form of forms) {
    if (WORDS.has(form)) throw invalid(field, COMMON)
    if (own.has(form)) throw invalid(field, OWN)
  }
}
