import { expect, test } from 'vitest'
import { assertNotGuessable } from './guessable.ts'

const person = { userName: 'samira.haddad@hikmah.example', names: ['Samira', 'Haddad'] }
const judge = (password: string, of: typeof person = person) => {
  try {
    assertNotGuessable('newPassword', password, of)
    return 'taken'
  } catch (error) {
    return (error as { fields: Record<string, string> }).fields.newPassword
  }
}

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
])('a common password is refused: %s', (password) => {
  expect(judge(password)).toMatch(/first that are tried/)
})

test.each(['Samira2026', 'Haddad-1-2', 'S4mira.Haddad1', 'HaddadSamira9', 'samira.HADDAD.1', 'Samira-1-Haddad'])(
  'one made of the own name or address is refused: %s',
  (password) => {
    expect(judge(password)).toMatch(/name or the e-mail/)
    expect(judge(password, { userName: 'office@masjid.example', names: ['Yusuf'] })).toBe('taken')
  },
)

test.each(['Correct-Horse-7', 'Bismillah-2026', 'Noor-Masjid-1', 'Maryam-Noor-1', 'Fictional-1-Person'])(
  'a password of one’s own making is taken: %s',
  (password) => {
    expect(judge(password)).toBe('taken')
  },
)

test('one whose letters are not Latin is judged by its letters', () => {
  expect(judge('Aa1بسمالله')).toBe('taken')
})
