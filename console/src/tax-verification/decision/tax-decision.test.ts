import { einAsTyped } from '@hikmah/contract/tax-verification/papers'
import { reopens } from '@hikmah/contract/tax-verification/rules'
import { reasons } from '@hikmah/contract/tax-verification/schemas'
import { expect, test } from 'vitest'
import { review, verdict } from './review.test-data.ts'
import {
  asking,
  asksReason,
  type DecisionValues,
  decisionBody,
  describeAct,
  describeEffect,
  findMissingText,
  isChanged,
  isVoidedBy,
  onTopOf,
  preselected,
  type Question,
  savedValues,
  whyNotSave,
  withCode,
  withExemption,
} from './tax-decision.ts'

const base = review('Pending', 'Pending')
const unchanged = savedValues(base)

test('nothing changed cannot be saved', () => {
  expect(isChanged(base, unchanged)).toBe(false)
  expect(whyNotSave(base, unchanged)).toBe('No changes yet')
})

test('nine characters or fewer refuse the save', () => {
  expect(whyNotSave(base, { ...unchanged, einStatus: 'Approved', ein: '12-345678' })).toBe(
    'Enter 9 digits, such as 12-3456789',
  )
  expect(whyNotSave(base, { ...unchanged, einStatus: 'Approved' })).toBeUndefined()
})

test('a social security number that is pasted is no EIN and refuses the save', () => {
  const pasted = einAsTyped(' 123-45-6789 ', '')
  expect(pasted).toBe('123-45-6789')
  expect(whyNotSave(base, { ...unchanged, einStatus: 'Approved', ein: pasted })).toBe(
    'This looks like a social security number. Enter the EIN of the organization',
  )
  expect(einAsTyped('12 3456789', '')).toBe('12-3456789')
  expect(einAsTyped('123456789', '')).toBe('12-3456789')
})

test('the hyphen comes with the second digit, and Backspace goes over it', () => {
  const typed = ['1', '12', '12-3', '12-34'].map((text) => einAsTyped(text, text.slice(0, -1)))
  expect(typed).toEqual(['1', '12-', '12-3', '12-34'])
  const deleted = ['12-3', '12-', '12', '1'].map((text) => einAsTyped(text, `${text}-`))
  expect(deleted).toEqual(['12-3', '12-', '12', '1'])
})

test('a rejected exemption asks for a reason of at most 100 characters', () => {
  const rejected = { ...unchanged, exemptStatus: 'Rejected' } as const
  expect(whyNotSave(base, rejected)).toBe('Say why the exemption is rejected')
  expect(whyNotSave(base, { ...rejected, reason: 'x'.repeat(101) })).toBe('The reason is too long')
  expect(whyNotSave(base, { ...rejected, reason: 'Too old' })).toBeUndefined()
  expect(asksReason(review(null, 'Rejected'), rejected)).toBe(false)
})

test('a decided EIN changes only when its review is opened again', () => {
  const decided = review('Approved', 'Pending')
  const other = { ...savedValues(decided), ein: '98-7654321' }
  expect(whyNotSave(decided, other)).toBe('Reopen the EIN review before changing a decided EIN')
  expect(whyNotSave(decided, { ...other, einStatus: 'Pending' })).toBeUndefined()
  expect(reopens('Approved', 'Pending')).toBe(true)
  expect(reopens(null, 'Pending')).toBe(false)
})

test('the exemption is approved for an approved EIN alone, and stays with no other', () => {
  const exempt = { ...unchanged, exemptStatus: 'Approved' } as const
  const early = 'Approve the EIN before the exemption, or together with it'
  expect(whyNotSave(base, exempt)).toBe(early)
  expect(whyNotSave(base, { ...exempt, einStatus: 'Rejected' })).toBe(early)
  expect(whyNotSave(base, { ...exempt, einStatus: 'Approved' })).toBeUndefined()
  const nothing = { ...review(null, null), taxIdEin: '' }
  expect(whyNotSave(nothing, { ...savedValues(nothing), exemptStatus: 'Approved' })).toBe('Enter the EIN to approve')

  const both = review('Approved', 'Approved')
  const standing = savedValues(both)
  expect(whyNotSave(both, { ...standing, einStatus: 'Rejected' })).toMatch(/Reject or reopen it together/)
  expect(whyNotSave(both, { ...standing, ein: '98-7654321', einStatus: 'Pending' })).toMatch(/for the former EIN/)
  expect(whyNotSave(both, { ...standing, einStatus: 'Pending' })).toMatch(/Reject or reopen it together/)
  const reopened = {
    ...review('Pending', 'Approved'),
    irsChange: { at: '', before: null, after: null, einShared: false },
  }
  expect(whyNotSave(reopened, savedValues(reopened)), 'confirmed as it stands').toBe(early)
})

test('reopening the EIN reopens the exemption that was approved for it, and leaves any other answer alone', () => {
  const both = review('Approved', 'Approved')
  const reopened = { ...savedValues(both), einStatus: 'Pending' } as const
  expect(withExemption(both, reopened)).toEqual({ ...reopened, exemptStatus: 'Pending' })
  expect(whyNotSave(both, withExemption(both, reopened))).toBeUndefined()
  const rejected = { ...reopened, exemptStatus: 'Rejected' } as const
  expect(withExemption(both, rejected)).toBe(rejected)
  const chosen = { ...unchanged, exemptStatus: 'Approved' } as const
  expect(withExemption(base, chosen), 'nothing is reopened').toBe(chosen)
})

test('a review that is opened again asks why, and sends the words alone', () => {
  const both = review('Approved', 'Approved')
  const reopened = { ...savedValues(both), exemptStatus: 'Pending', reason: ' The letter is of another ' } as const
  expect(asksReason(both, reopened)).toBe(true)
  expect(whyNotSave(both, { ...reopened, reason: '' }), 'it may stay without').toBeUndefined()
  expect(whyNotSave(both, { ...reopened, reason: 'x'.repeat(101) })).toBe('The reason is too long')
  const body = decisionBody(both, { ...reopened, reasonCode: 'name-differs', missing: ['articles'] })
  expect(body).toMatchObject({ reason: 'The letter is of another', taxExemptDetail: { status: 'Pending' } })
  expect(body).not.toHaveProperty('reasonCode')
  expect(body).not.toHaveProperty('missing')
})

test('a reason that nobody asked for is not sent', () => {
  expect(decisionBody(base, { ...unchanged, einStatus: 'Approved', reason: 'left over', message: ' Salam ' })).toEqual({
    taxIdEin: '12-3456789',
    taxIdEinDetail: { status: 'Approved' },
    taxExemptDetail: { status: 'Pending' },
    message: 'Salam',
    version: 1,
  })
})

const told = (...[saved, values, readers, evidenced]: Parameters<typeof describeEffect>) =>
  describeEffect(saved, values, readers, evidenced)
    .map(({ does, text }) => `${does} ${text}`)
    .join(' ')
const mailed = { admin: 'Yusuf Rahmani', isMailed: true }

test('what saving does is told before, each sentence by its verb', () => {
  const both = { ...unchanged, einStatus: 'Approved', exemptStatus: 'Approved' } as const
  expect(told(base, both, mailed)).toBe('Saves EIN and exemption Approved, reviewed by you. Emails Yusuf Rahmani.')
  const one = { ...unchanged, einStatus: 'Approved' } as const
  expect(told(base, one, { ...mailed, isMailed: false })).toBe(
    'Saves EIN Approved, reviewed by you. The exemption stays Pending, so the review stays in the list. Nobody is emailed.',
  )
  const different = { ...unchanged, einStatus: 'Approved', exemptStatus: 'Rejected', reason: 'Too old' } as const
  expect(told(base, different, mailed)).toMatch(/^Saves EIN Approved and exemption Rejected, reviewed by you\./)
  expect(told({ ...base, isBlocked: true }, both, mailed)).toMatch(
    /Nobody is emailed until the organization is unblocked/,
  )
  expect(told({ ...base, isBlocked: true }, both, { ...mailed, isMailed: false })).toMatch(/Nobody is emailed\.$/)
})

test('against the record it says what is kept and who is told', () => {
  const revoked = {
    ...base,
    verdict: {
      ...verdict('Rejected'),
      outcome: 'REVOKED' as const,
      sources: [
        {
          kind: 'eo-bmf' as const,
          snapshotOn: '2026-11-01',
          importedAt: '2026-11-02T00:00:00.000Z',
          fileNames: [],
          sha256: '',
          rows: 1,
        },
      ],
    },
  }
  const both = { ...unchanged, einStatus: 'Approved', exemptStatus: 'Approved' } as const
  const contradictions = [{ code: 'REVOKED', text: 'Revoked.' }] as const
  expect(told(revoked, both, mailed, { contradictions, isPaperUnseen: true })).toBe(
    'Saves EIN and exemption Approved, reviewed by you. Keeps your name, the reason and the record of Nov 1, 2026, and that the paper was not seen. Tells the other owners. Emails Yusuf Rahmani, without the reason we keep.',
  )
  expect(whyNotSave(revoked, both, contradictions)).toMatch(/15 to 200/)
  const reasoned = { ...both, againstReason: ' The reinstatement letter was seen. ' }
  expect(whyNotSave(revoked, reasoned, contradictions)).toBeUndefined()
  expect(decisionBody(revoked, reasoned, { contradictions, isPaperUnseen: true })).toMatchObject({
    againstRecord: { codes: ['REVOKED'], reason: 'The reinstatement letter was seen.' },
    withoutPaper: true,
  })
  expect(decisionBody(revoked, reasoned)).not.toHaveProperty('againstRecord')
})

test('two reasons are missing where a match is rejected: the one that is kept comes first', () => {
  const rejected = { ...unchanged, exemptStatus: 'Rejected' } as const
  const contradictions = [{ code: 'REJECTED_MATCH', text: 'It matches.' }] as const
  expect(whyNotSave(base, rejected, contradictions)).toBe(
    'Two things to write first: the reason we keep, and the reason we send',
  )
  expect(findMissingText(base, rejected, contradictions)).toBe('againstReason')
  const kept = { ...rejected, againstReason: 'The letter was altered by somebody.' }
  expect(findMissingText(base, kept, contradictions)).toBe('reason')
  expect(findMissingText(base, { ...kept, reason: 'Altered' }, contradictions)).toBeUndefined()
})

test.each([
  [{ einStatus: 'Approved', exemptStatus: 'Approved' }, 'Approved both'],
  [{ einStatus: 'Approved' }, 'Approved EIN'],
  [{ exemptStatus: 'Rejected' }, 'Rejected exemption'],
  [{ einStatus: 'Approved', exemptStatus: 'Rejected' }, 'Approved EIN, rejected exemption'],
  [{ isAsking: true }, 'Asked for papers'],
  [{ message: 'Salam' }, 'Saved'],
] as const)('%o is told afterwards as %s', (change, text) => {
  expect(describeAct(base, { ...unchanged, ...change })).toBe(text)
})

test('only what was touched stays on top of what somebody else saved', () => {
  const theirs = review('Rejected', 'Pending', 2)
  const mine = { ...unchanged, exemptStatus: 'Approved', message: 'Salam' } as const
  expect(onTopOf(theirs, base, mine)).toMatchObject({
    einStatus: 'Rejected',
    exemptStatus: 'Approved',
    message: 'Salam',
  })
})

test('asking for a new submission needs something to say and something that waits', () => {
  const request = { ...unchanged, isAsking: true }
  expect(whyNotSave(base, request)).toBe('Say why, or choose the missing documents')
  const complete = { ...request, missing: ['articles'] } satisfies DecisionValues
  expect(whyNotSave(base, complete)).toBeUndefined()
  expect(whyNotSave(base, { ...complete, einStatus: 'Approved' })).toBeUndefined()
  expect(whyNotSave(base, { ...complete, einStatus: 'Approved', exemptStatus: 'Approved' })).toBe(
    'Leave a status Pending to ask for a new submission',
  )
  expect(whyNotSave(base, { ...complete, exemptStatus: 'Rejected', reason: 'Old' })).toMatch(
    /^A rejection already asks/,
  )
  expect(decisionBody(base, complete)).toMatchObject({ askForNewSubmission: true, missing: ['articles'] })
  expect(told(base, complete, mailed)).toBe(
    'Saves both as they stand. The review waits for papers, and comes back on top when they arrive. Emails Yusuf Rahmani.',
  )
  expect(told({ ...base, linkEndsAt: '2026-12-10T12:00:00.000Z' }, complete, mailed)).toContain(
    'when they arrive. The link that was sent before ends.',
  )
})

test('a code goes with its words only', () => {
  const rejected = { ...unchanged, einStatus: 'Rejected', reasonCode: 'name-differs' } satisfies DecisionValues
  expect(decisionBody(base, rejected)).not.toHaveProperty('reasonCode')
  expect(decisionBody(base, { ...rejected, reason: 'Different name' })).toMatchObject({
    reason: 'Different name',
    reasonCode: 'name-differs',
  })
})

const matched = { ...base, verdict: verdict('Approved') }
const nobody = new Set<Question>()

test('what the verdict approves is chosen of what is pending, until a person answers', () => {
  expect(preselected(matched, unchanged, nobody)).toEqual({ einStatus: 'Approved', exemptStatus: 'Approved' })
  expect(preselected(base, unchanged, nobody)).toEqual({})
  const decided = { ...review('Approved', 'Pending'), verdict: verdict('Approved') }
  expect(preselected(decided, savedValues(decided), nobody)).toEqual({ exemptStatus: 'Approved' })
  const refused = { ...review('Rejected', 'Pending'), verdict: verdict('Approved') }
  expect(preselected(refused, savedValues(refused), nobody), 'the exemption is of its EIN').toEqual({})
  expect(preselected(matched, unchanged, new Set<Question>(['exemptStatus']))).toEqual({ einStatus: 'Approved' })
})

test('a rejection is never chosen by itself, nor anything for an EIN that was typed or doubted, or while papers are asked for', () => {
  expect(preselected({ ...base, verdict: verdict('Rejected') }, unchanged, nobody)).toEqual({ einStatus: 'Approved' })
  expect(preselected(matched, { ...unchanged, ein: '98-7654321' }, nobody)).toEqual({})
  expect(preselected(matched, { ...unchanged, einStatus: 'Rejected' }, new Set<Question>(['einStatus']))).toEqual({})
  expect(preselected(matched, { ...unchanged, isAsking: true }, nobody)).toEqual({})
  const awaited = { ...matched, linkEndsAt: '2026-12-10T12:00:00.000Z' }
  expect(preselected(awaited, unchanged, nobody), 'somebody wanted to see more').toEqual({})
})

test('another verdict voids what was chosen, and the same one found again does not', () => {
  const again = { ...matched, version: 2, verdict: { ...verdict('Approved'), checkedAt: '2026-11-23T12:00:00.000Z' } }
  expect(isVoidedBy(again, matched)).toBe(false)
  expect(isVoidedBy({ ...again, verdict: { ...again.verdict, outcome: 'REVOKED' } }, matched)).toBe(true)
})

const name = reasons['name-differs'].text
const address = reasons['address-differs'].text

test('a code brings its words, another one brings others, and chosen again they go', () => {
  const first = withCode({ reason: '', reasonCode: null }, 'name-differs')
  expect(first).toEqual({ reason: name, reasonCode: 'name-differs' })
  const second = withCode(first, 'address-differs')
  expect(second).toEqual({ reason: address, reasonCode: 'address-differs' })
  expect(withCode(second, 'address-differs')).toEqual({ reason: '', reasonCode: null })
})

test('own words stay before those of a code, which come once', () => {
  const own = withCode({ reason: 'See page 2', reasonCode: null }, 'name-differs')
  expect(own).toEqual({ reason: `See page 2. ${name}`, reasonCode: 'name-differs' })
  expect(withCode({ ...own, reasonCode: null }, 'name-differs')).toEqual(own)
  expect(withCode(own, 'name-differs')).toEqual({ reason: `See page 2. ${name}`, reasonCode: null })
})

test('asking rejects nothing and leaves what else was answered', () => {
  expect(asking(base, { ...unchanged, einStatus: 'Approved', exemptStatus: 'Rejected' })).toEqual({
    exemptStatus: 'Pending',
    isAsking: true,
  })
  expect(asking(base, { ...unchanged, einStatus: 'Approved' })).toEqual({ isAsking: true })
})

test('where everything is answered, asking puts it back', () => {
  expect(asking(base, { ...unchanged, einStatus: 'Approved', exemptStatus: 'Approved' })).toEqual({
    einStatus: 'Pending',
    exemptStatus: 'Pending',
    isAsking: true,
  })
})
