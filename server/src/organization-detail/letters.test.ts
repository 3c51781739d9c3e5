import { organizations } from '@hikmah/contract/organizations/endpoints'
import { letterLanguages } from '@hikmah/contract/tax-verification/papers'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import { expect, test } from 'vitest'
import { freePort } from '../../test/cluster.ts'
import { mailServer } from '../../test/mail-server.ts'
import { startServer } from '../../test/start.ts'
import { letterWords } from './letters.ts'

const port = await freePort()
const { given, as, call, callWith, audited, mailsTo, postman, clock } = await startServer({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Hikmah <no-reply@hikmah.example>',
})
const { received } = await mailServer(port)
const admin = await as('admin')
const { changeOrganizationStatus, previewOrganizationLetters, updateOrganization } = organizations

type Status = 'approved' | 'onboarding' | 'blocked'
const setStatus = (id: string, status: Status, by = admin) =>
  by(changeOrganizationStatus, { params: { id }, body: { status } })
const edit = (id: string, body: object) => admin(updateOrganization, { params: { id }, body })
const preview = async (id: string, body: object, by = admin) =>
  (await by(previewOrganizationLetters, { params: { id }, body })).data

async function afterUndo() {
  clock.advance(UNDO_S + 1)
  await postman.deliverDue()
}
/** The mails that have arrived at an address, the oldest first. */
const arrived = (address: string) => received.filter(({ to }) => to?.some((one) => one.address === address))

const RIGHT_TO_LEFT = /[\p{Script=Arabic}]/u
const halves = (text = '') => text.trim().split('\n\n* * *\n\n')

test('every sentence is there in every language, and none twice', () => {
  for (const language of letterLanguages) {
    const sentences = Object.values(letterWords[language]).map((say) =>
      typeof say === 'string' ? say : say('', '', ''),
    )
    for (const sentence of sentences) expect(RIGHT_TO_LEFT.test(sentence), sentence).toBe(language !== 'en')
    expect(new Set(sentences).size).toBe(sentences.length)
  }
})

const told: [Status, Status, string, string][] = [
  ['onboarding', 'approved', 'approved', 'We have approved'],
  ['approved', 'blocked', 'blocked', 'We have blocked'],
  ['blocked', 'onboarding', 'no longer blocked', 'is no longer blocked'],
  ['blocked', 'approved', 'no longer blocked', 'The organization is approved.'],
]
const languages = letterLanguages.flatMap((language) => told.map((row) => [language, ...row] as const))
test.each(languages)(
  'in %s, from %s to %s: the letter is the previewed one',
  async (letterLanguage, status, next, about, says) => {
    const { id, email, name } = await given.organization({ status, letterLanguage })

    const shown = await preview(id, { orgStatus: next })
    expect(await mailsTo(email)).toEqual([])
    expect(await audited(id)).toEqual([])
    await setStatus(id, next)
    await postman.deliverDue()
    expect(arrived(email), 'it waits as long as it can be undone').toEqual([])
    await afterUndo()

    const [mail, ...others] = arrived(email)
    expect(others).toEqual([])
    expect(shown).toMatchObject({ waiting: 0, letters: [{ to: email, subject: mail?.subject, waitReason: '' }] })
    expect(shown.letters[0]?.text).toBe(mail?.text?.trim())
    expect(mail?.subject).toBe(`${name}: ${about}`)
    const [english, translated] = halves(mail?.text)
    expect(english).toContain(says)
    expect(english).toContain(name)
    expect(english).not.toMatch(RIGHT_TO_LEFT)
    if (letterLanguage === 'en') return expect(translated).toBeUndefined()
    expect(translated).toContain(`\u2068${name}\u2069`)
    expect(translated).toMatch(RIGHT_TO_LEFT)
    expect(mail?.html).toContain(`<div lang="${letterLanguage}" dir="rtl"`)
    expect(mail?.html).toContain(`<bdi>${name}</bdi>`)
  },
)

test('a status that is changed back in time takes its letter back; later the change back is told', async () => {
  const { id, email } = await given.organization({ status: 'approved' })
  await setStatus(id, 'blocked')
  expect(await mailsTo(email)).toHaveLength(1)
  clock.advance(UNDO_S - 1)
  expect(await preview(id, { orgStatus: 'approved' })).toEqual({ letters: [], waiting: 0 })
  await setStatus(id, 'approved')
  await afterUndo()
  expect(arrived(email)).toEqual([])
  expect(await audited(id)).toEqual(['organization.status-changed', 'organization.status-changed'])

  await setStatus(id, 'blocked')
  await afterUndo()
  await setStatus(id, 'approved')
  await afterUndo()
  expect(arrived(email).map(({ subject }) => subject?.split(': ').at(-1))).toEqual(['blocked', 'no longer blocked'])
})

test('who changes the status on and on tells only where it ends', async () => {
  const { id, email } = await given.organization()
  for (const status of ['approved', 'blocked', 'onboarding', 'blocked', 'approved'] as const) {
    await setStatus(id, status)
    // Longer than a letter waits, from first to last.
    clock.advance(UNDO_S / 2)
  }
  await afterUndo()
  expect(arrived(email).map(({ subject }) => subject?.split(': ').at(-1))).toEqual(['approved'])
  await setStatus(id, 'onboarding')
  await afterUndo()
  expect(arrived(email), 'nothing is said of onboarding').toHaveLength(1)
})

test.each(letterLanguages)(
  'in %s, another address is told to both addresses, with the new name',
  async (letterLanguage) => {
    const { id, email } = await given.organization({ letterLanguage })
    const next = `new.${id.slice(-8)}@masjid.example`
    const body = { orgEmail: next, orgName: 'Masjid Moved' }
    const shown = await preview(id, body)
    expect(shown.letters.map(({ to }) => to)).toEqual([email, next])
    await edit(id, body)
    await afterUndo()
    for (const address of [email, next]) {
      const [mail] = arrived(address)
      expect(shown.letters.find(({ to }) => to === address)?.text).toBe(mail?.text?.trim())
      expect(mail?.subject).toBe('Masjid Moved: new email address')
      const [english, translated] = halves(mail?.text)
      expect(english).toContain(`We have changed the email address of Masjid Moved from ${email} to ${next}.`)
      if (letterLanguage !== 'en') expect(translated).toContain(`\u2068${next}\u2069`)
    }
    expect(await audited(id)).toEqual(['organization.updated'])
  },
)

test('an address that is changed back in time is told to nobody, and of two changes the last', async () => {
  const { id, email } = await given.organization()
  await edit(id, { orgEmail: `typo.${id.slice(-8)}@masjid.example` })
  await edit(id, { orgEmail: email })
  await afterUndo()
  expect(received.filter(({ to }) => to?.some(({ address }) => address?.includes(id.slice(-8))))).toEqual([])

  const [typo, right] = [`other.${id.slice(-8)}@masjid.example`, `right.${id.slice(-8)}@masjid.example`]
  await edit(id, { orgEmail: typo })
  await edit(id, { orgEmail: right })
  await afterUndo()
  expect([email, typo, right].map((address) => arrived(address).length)).toEqual([1, 0, 1])
  expect(arrived(email)[0]?.text).toContain(`from ${email} to ${right}`)
})

test('an address that is removed or added is told to the one there is', async () => {
  const { id, email } = await given.organization()
  await edit(id, { orgEmail: '' })
  await afterUndo()
  expect(arrived(email)[0]?.text).toContain(`We have removed the email address ${email}`)
  await setStatus(id, 'approved')
  expect(await preview(id, { orgStatus: 'blocked' }), 'nobody to tell').toEqual({ letters: [], waiting: 0 })
  const added = `added.${id.slice(-8)}@masjid.example`
  await edit(id, { orgEmail: added, orgStatus: 'blocked' })
  await afterUndo()
  expect(
    arrived(added)
      .map(({ subject }) => subject?.split(': ').at(-1))
      .sort(),
  ).toEqual(['blocked', 'new email address'])
})

test('hostile names arrive as they were written and never as markup', async () => {
  const { id, email } = await given.organization({
    name: 'مسجد <b>النور</b>',
    admin: '{{x}} <i>',
    letterLanguage: 'ur',
  })
  await setStatus(id, 'blocked')
  await afterUndo()
  const [mail] = arrived(email)
  expect(mail?.html).not.toMatch(/<b>|<i>/)
  expect(mail?.text).toContain('We have blocked \u2068مسجد <b>النور</b>\u2069 on our platform')
})

test('a preview is for those who may edit, of what is well-formed', async () => {
  const { id } = await given.organization()
  const params = { id }
  const body = { orgStatus: 'blocked' }
  for (const [by, status] of [
    [await as('manager'), 403],
    [callWith((await given.member(id)).token), 401],
    [call, 401],
  ] as const) {
    expect((await by(previewOrganizationLetters, { params, body })).status).toBe(status)
  }
  const refused = await admin(previewOrganizationLetters, { params, body: { orgStatus: 'gone' } })
  expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ['orgStatus']])
  expect((await admin(previewOrganizationLetters, { params: { id: crypto.randomUUID() }, body })).status).toBe(404)
})
