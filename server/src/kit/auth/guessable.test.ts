import { EXAMPLE_PASSWORDS } from '@hikmah/contract/words'
import { expect, test } from 'vitest'
import { DEMO_OWNER } from '../process/config.ts'
import { assertNotGuessable } from './passwords.ts'

const person = { userName: 'samira.haddad@hikmah.example', names: ['Samira', 'Haddad'] }
const judge = (password: string, of: typeof person = person) =>
  assertNotGuessable('newPassword', password, of).then(
    () => 'taken',
    (error: { fields: Record<string, string> }) => error.fields.newPassword,
  )

test.each([
  'Password1',
  'P@ssw0rd-2026!',
  'Pa55word99',
  'Qwerty123',
  '123Qwerty',
  'Welc0me2026',
  'Adm1nistrator1',
  'Letmein1!',
  '1Qaz2wsx',
  'ABc12345',
  '12345678Aa',
  'Hikmah-Console-1',
  'Iloveyou1',
  'Trustno1A',
  'Samsung12',
  'Ramadan-2026',
  'Welcome-2026',
  'Liverpool-1',
  'Silversilver1',
  'Abababab1',
  'Bababa1212',
  'Xyxyxyxy-7',
])('a common password is refused: %s', async (password) => {
  expect(await judge(password)).toMatch(/too common/)
})

test.each([
  'Admin@123',
  'Login@123',
  'India@123',
  'Muhammad@786',
  'Ahmed@123',
  'Winter@2025',
  'Chicago@2026',
  'Morocco@123',
  'P@kistan@123',
  '$ecret@123A',
  'P@$$w0rd@1',
  'Adm!n!123',
  'H!kmah@2026',
  'Hikm@2026',
  'D€enfund1',
  '1sl@m2026',
])('a mark for a letter or beside a word makes no common password better: %s', async (password) => {
  expect(await judge(password)).toMatch(/too common/)
})

test.each([
  ...[
    'Deenfund2026',
    'D33nfund@2026!',
    'Deen-Fund-2026',
    'DeenKiosk#1',
    'Deenapp2026',
    'DEENSCREEN1a',
    'Deenweb-2027',
    'HikmahAdmin1',
  ],
  'Hikmah!Console1',
  'MyHikmah2026',
  'Ilovehikmah1',
  'TheMasjid2026',
  'Donate2026',
  'Owner@123',
  'Staff@123',
])('the products and the work are tried first: %s', async (password) => {
  expect(await judge(password)).toMatch(/too common/)
})

test.each([
  'Alhamdulillah1',
  'Assalamualaikum1',
  'Assalamu-Alaikum-26',
  'SalamAlaikum1',
  'Subhanallah99',
  'Mashaallah123',
  'Inshallah@1',
  'JazakAllahKhair1',
  'AllahuAkbar@123',
  'Astaghfirullah1',
  'Lailahaillallah1',
  'Yaallah786',
  'Ayatulkursi1',
  'Eid-ul-Fitr-2026',
  'EidulAdha1',
  'Laylatulqadr1',
  'Tarawih2026',
  'AllahIsGreat1',
  'AlFatiha1',
  'Yaseen36!',
  'Taqwa@2026',
  'Akhirah1',
  'Durood786',
  'Maulana786',
  'Hafiz@786',
  'Kahf@1818',
  'Khadijah1',
  'Zaynab2026',
  'Bilal786',
  'Omar@2026x',
  'Nur@2026x',
  'Lailatul-Qadr-27',
  'Fatimah786',
  'EidMubarak2026',
  'Ramadan-Mubarak-26',
  'Ramadan1448',
  'Jummah@123',
  'Sadaqah123',
  'Bismillahirrahmanirrahim1',
])('greetings and phrases of every day are tried first: %s', async (password) => {
  expect(await judge(password)).toMatch(/too common/)
})

test.each(['1qaz@WSX', '!QAZ2wsx', '1q2w3e4R', 'Qweasdzxc1', 'Edcrfv123A', 'Asdfghjkl1', 'Poiuy0987A', 'Asdf!234'])(
  'a walk over the keys is refused: %s',
  async (password) => {
    expect(await judge(password)).toMatch(/too common/)
  },
)

test.each([
  DEMO_OWNER.password,
  ...Object.values(EXAMPLE_PASSWORDS),
  'bismillah-2026A',
  'B1smillah-2026',
  'Bism!llah@2027',
  '2026-Bismillah',
  'BlueLantern47!',
  'green_minaret_58A',
  'Blue-Lantern-48',
  'Green-Minaret-59',
])('one that is published is refused to everybody, also varied: %s', async (password) => {
  expect(await judge(password)).toMatch(/too common/)
})

test.each([
  'Samira2026',
  'TheSamira@1',
  'S@mira-Haddad!1',
  'Hikmah-Samira-1',
  'Haddad-1-2',
  'S4mira.Haddad1',
  'HaddadSamira9',
  'samira.HADDAD.1',
  'Samira-1-Haddad',
  'samira.haddad@hikmah.example1A',
])('one made of the own name or address is refused: %s', async (password) => {
  expect(await judge(password)).toMatch(/name or the email/)
  expect(await judge(password, { userName: 'office@masjid.example', names: ['Yusuf'] })).not.toMatch(/name or/)
})

test.each([
  'Correct-Horse-7',
  'Noor-Masjid-1',
  'Maryam-Noor-1',
  'Fictional-1-Person',
  'Idris-Bah-1',
  'xK9#mPq2',
  'Elm-Street-42',
  'Silver-Fox-3',
  'Tea@Seven-Dunes4',
  'Olive$Tree$9',
  'Purple@Kettle8',
  'Autumn@Bridge61',
  'Copper!Kite!22',
  'Ramadan-Kettle-Owl-3',
  'My-Quran-Shelf-12',
  'Hikmah-Otter-Candle-8',
  'Deen-Walnut-Rain-4',
  'Salam-Copper-Fox-5',
  'Zakat-Ledger-Moose-3',
  'Grandma’s-Chai-4',
  'Samira-Sails-Home-2',
  'Third-Door-Left-7',
  'Tr0ub4dor&3',
  'k7@Rw$2q',
  '#k!7%Qz2',
  'A!9#k%2*',
  '7#2aB!94',
  '83aB$927',
  'wT5bnLq8',
  'Xp4-Lm9-Rt2',
])('a password of one’s own making is taken: %s', async (password) => {
  expect(await judge(password)).toBe('taken')
})

test('one whose letters are not Latin is judged by its letters', async () => {
  expect(await judge('Aa1بسمالله')).toBe('taken')
})
