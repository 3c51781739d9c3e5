import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { expect, test } from 'vitest'
import { approved, EIN, rejected, startReviews, withoutToken } from '../../test/tax-review.ts'

const { given, audited, mailsTo, admin, waiting, decide } = await startReviews()
const { previewTaxLetter, readTaxStatus } = taxVerification

test('the preview is the very letter, and writes nothing', async () => {
  const { id, email } = await waiting()
  const body = { taxExemptDetail: rejected, reason: 'No letter.', message: 'Salam, please "send" it & thanks' }

  const preview = await admin(previewTaxLetter, { params: { orgId: id }, body })

  expect(await mailsTo(email)).toEqual([])
  expect(await audited(id)).toEqual([])
  const before = await admin(readTaxStatus, { params: { orgId: id } })
  expect(before.data).toMatchObject({ version: 1, events: [] })
  await decide(id, body)
  const [mail] = await mailsTo(email)
  expect(preview.data).toMatchObject({ to: email, subject: mail?.subject, text: withoutToken(mail!.text) })
  expect((await admin(previewTaxLetter, { params: { orgId: id }, body: {} })).data).toBeNull()
})

test('a message alone is mailed and audited but is no event', async () => {
  const { id, email } = await waiting()

  const reply = await decide(id, { message: 'Call us, please.' })

  expect(reply.data).toMatchObject({ version: 1, events: [] })
  expect(await mailsTo(email)).toHaveLength(1)
  expect(await audited(id)).toEqual(['tax-review.message-sent'])
})

test('without an address there is no letter, and no message is lost', async () => {
  const { id } = await given.organization({ email: '', einStatus: 'Pending', ein: EIN })

  const refused = await decide(id, { taxIdEinDetail: approved, message: 'Salam' })
  expect(refused.status).toBe(400)
  expect(refused.error.fields).toHaveProperty('message')
  expect((await decide(id, { taxIdEinDetail: approved })).data.taxIdEinDetail.status).toBe('Approved')
})

test('hostile words arrive as they were written and never as markup or a header', async () => {
  const { id, email } = await given.organization({
    ein: EIN,
    einStatus: 'Pending',
    name: "Masjid <script>alert(1)</script>' --",
    admin: '{{constructor}}',
  })
  const message = "'; drop table mails; --\n<img src=x onerror=alert(1)>"
  await decide(id, { taxIdEinDetail: approved, message })
  const [mail] = await mailsTo(email)
  expect(mail?.html).not.toMatch(/<script|<img/)
  expect(mail?.subject).not.toMatch(/[\r\n]/)
  expect(mail?.subject).toContain("<script>alert(1)</script>'")
})
