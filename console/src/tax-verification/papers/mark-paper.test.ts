import { expect, test } from 'vitest'
import { markLine, type PaperClaims } from './mark-paper.ts'

const claims: PaperClaims = {
  orgName: 'Masjid Al-Hidayah of Salem',
  ein: '07-5550157',
  city: 'Salem',
  state: 'OR',
  postalCode: '97304-2217',
}

test.each([
  ['MASJID AL-HIDAYAH OF SALEM', 'MASJID AL-HIDAYAH OF SALEM', true],
  ['To: Masjid Al Hidayah of Salem, Inc.', 'Masjid Al Hidayah of Salem', true],
  ['MASJID AL-HIDAYAH OF WEST SALEM', 'MASJID AL-HIDAYAH OF WEST SALEM', false],
  ['Employer Identification Number: 07-5550157', '07-5550157', true],
  ['Employer Identification Number: 07-5550158', '07-5550158', false],
  ['section 501(c)(3) of the Internal Revenue Code', '501(c)(3)', true],
  ['section 501(c)(4) of the Code', '501(c)(4)', false],
  ['SALEM, OR 97304', 'SALEM, OR 97304', true],
  ['SALEM OR 97301', 'SALEM OR 97301', false],
])('%s', (line, marked, agrees) => {
  expect(markLine(line, claims).map((mark) => ({ ...mark, text: line.slice(mark.start, mark.end) }))).toEqual([
    expect.objectContaining({ text: marked, agrees }),
  ])
})

test.each([
  ['MASJID NUR', 'Masjid Noor', true],
  ['ISLAMIC CTR FREMONT INC', 'Islamic Center of Fremont', true],
  ['MASJID NUR WEST', 'Masjid Noor', false],
])('%s is marked on the paper of %s as the facts mark it', (line, orgName, agrees) => {
  expect(markLine(line, { ...claims, orgName })).toEqual([{ start: 0, end: line.length, agrees }])
})

test.each([
  'We are pleased to inform you that upon review of your application',
  'Department of the Treasury',
  'Masjid means mosque, and Salem is a town of Oregon where many of them stand',
])('nothing is marked in: %s', (line) => {
  expect(markLine(line, claims)).toEqual([])
})

test('without a place or a name there is nothing to find', () => {
  expect(markLine('SALEM OR 97304', { ...claims, orgName: '', city: '' })).toEqual([])
})
