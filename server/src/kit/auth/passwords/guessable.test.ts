import { expect, test } from 'vitest'
import { assertNotGuessable } from './guessable.ts'

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
])('a common password is refused: %s', async (password) => {
  expect(await judge(password)).toMatch(/too common/)
})

test.each([
  'Samira2026',
  'Haddad-1-2',
  'S4mira.Haddad1',
  'HaddadSamira9',
  'samira.HADDAD.1',
  'Samira-1-Haddad',
  'samira.haddad@hikmah.example1A',
])('one made of the own name or address is refused: %s', async (password) => {
  expect(await judge(password)).toMatch(/name or the e-mail/)
  expect(await judge(password, { userName: 'office@masjid.example', names: ['Yusuf'] })).not.toMatch(/name or/)
})

test.each([
  'Correct-Horse-7',
  'Bismillah-2026',
  'Noor-Masjid-1',
  'Maryam-Noor-1',
  'Fictional-1-Person',
  'Idris-Bah-1',
  'xK9#mPq2',
  'Elm-Street-42',
])('a password of one’s own making is taken: %s', async (password) => {
  expect(await judge(password)).toBe('taken')
})

test('one whose letters are not Latin is judged by its letters', async () => {
  expect(await judge('Aa1بسمالله')).toBe('taken')
})
