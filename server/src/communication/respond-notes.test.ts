import { contactInquiries as inquiryContract } from '@hikmah/contract/communication/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { doc, startResponses } from '../../test/responses.ts'
import { mailTable } from '../kit/mail/post.ts'

const { given, db, mailsTo, postman, manager, kinds } = await startResponses()

test.each(kinds)('a note is mailed to who sent $name only when asked, word for word', async (kind) => {
  const row = await kind.make()
  const put = (body: object) => manager(kind.put, { params: { id: row.id }, body: { status: kind.status, ...body } })
  await put({ responseTimeline: { note: 'For us alone' } })
  expect(await mailsTo(row.email)).toEqual([])

  const words = 'Salam <b>Hamza</b> & all\nBcc: x@evil.example'
  const { data } = await put({ responseTimeline: { note: words }, mailNote: true })
  expect(data.responseTimeline.map((entry) => entry.mailStatus)).toEqual([null, 'queued'])
  const [mail] = await mailsTo(row.email, 'reply')
  expect(mail).toMatchObject({ recipient: row.email, subject: expect.stringMatching(/^Re: /) })
  expect(mail!.text).toContain('Salam <b>Hamza</b> & all\nBcc: x@evil.example')
  expect(mail!.text).toContain('Bcc: x@evil.example\n\nFatima Noor')
  expect(mail!.html).toContain('Salam &#60;b&#62;Hamza&#60;/b&#62; &#38; all<br>Bcc')
  expect(mail!.html).not.toContain('<b>Hamza')

  await postman.deliverDue()
  const shown = async () =>
    (await manager(kind.read, { params: { id: row.id } })).data.responseTimeline.map((entry) => entry.mailStatus)
  expect(await shown()).toEqual([null, 'sent'])
  await db.update(mailTable).set({ status: 'failed' }).where(eq(mailTable.id, mail!.id))
  expect(await shown()).toEqual([null, 'failed'])
})

test('of a formatted note the words are mailed', async () => {
  const row = await given.inquiry()
  const note = JSON.stringify({
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'Two sizes:', marks: [{ type: 'bold' }] }] },
      { type: 'paragraph', content: [{ type: 'text', text: '43 and 55' }] },
    ],
  })
  const { data } = await manager(inquiryContract.respondToInquiry, {
    params: { id: row.id },
    body: { status: 'Done', responseTimeline: { note }, mailNote: true },
  })
  expect(JSON.parse(data.responseTimeline[0]!.note)).toEqual(JSON.parse(note))
  expect((await mailsTo(row.email))[0]?.text).toContain('Two sizes:\n43 and 55')
})

test.each(kinds)(
  'the next answer to $name quotes what was written before, and belongs to the same thread',
  async (kind) => {
    const name = 'مريم Maryam'
    const row =
      kind.name === 'an inquiry'
        ? await given.inquiry({ name, message: 'متى؟\nWhen do you call?' })
        : await given.demoRequest({
            firstName: 'مريم',
            lastName: 'Maryam',
            queries: [{ question: 'متى؟', answer: 'When do you call?' }],
          })
    const answer = (note: string, mailNote: boolean) =>
      manager(kind.put, { params: { id: row.id }, body: { status: kind.status, responseTimeline: { note }, mailNote } })
    await answer('For us alone', false)
    await answer('Today', true)
    await answer('On Monday after all', true)

    const [second, first] = await mailsTo(row.email, 'reply')
    const question = `\u2068${name}\u2069 wrote:\n> متى؟\n> When do you call?\n\n--\n`
    expect(first!.text).toContain(`Today\n\nFatima Noor\n\n${question}`)
    expect(second!.text).toContain(`On Monday after all\n\nFatima Noor\n\nFatima Noor wrote:\n> Today\n\n${question}`)
    expect(second!.text).not.toContain('For us alone')
    expect(second!.html).toContain(`<bdi>${name}</bdi> wrote`)
    expect([first!.thread, second!.thread]).toEqual(Array(2).fill(`${kind.entity}:${row.id}`))
  },
)

test.each(kinds)('a mail without words is refused and nothing of $name is changed', async (kind) => {
  const row = await kind.make()
  for (const note of ['', '  ', doc('  ')]) {
    const { status, error } = await manager(kind.put, {
      params: { id: row.id },
      body: { status: kind.status, responseTimeline: { note }, mailNote: true },
    })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['responseTimeline.note']])
  }
  const { data } = await manager(kind.read, { params: { id: row.id } })
  expect([data.status, data.version, data.responseTimeline]).toEqual(['New', 1, []])
})

test.each(kinds)('a note on $name has at most 100 characters, plain or formatted', async (kind) => {
  const { id } = await kind.make()
  const put = (note: unknown) =>
    manager(kind.put, { params: { id }, body: { status: kind.status, responseTimeline: { note } } })
  for (const text of ['ص'.repeat(100), '😀'.repeat(100)]) {
    for (const note of [text, doc(text)]) expect((await put(note)).status).toBe(200)
    for (const note of [`${text}x`, doc(`${text}x`)]) {
      const { status, error } = await put(note)
      expect([status, error.fields]).toEqual([400, { 'responseTimeline.note': 'At most 100 characters' }])
    }
  }
})

const script = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }],
    },
  ],
}
const deep = (levels: number): object =>
  levels === 0
    ? { type: 'paragraph' }
    : { type: 'bulletList', content: [{ type: 'listItem', content: [deep(levels - 1)] }] }
const refusedNotes: [string, unknown][] = [
  ['a link that is a script', JSON.stringify(script)],
  ['an unknown part', '{"type":"doc","content":[{"type":"iframe"}]}'],
  ['a part whose type is no word', '{"type":"doc","content":[{"type":{"toString":1}}]}'],
  ['a part whose type is nested', `{"type":"doc","content":[{"type":${'['.repeat(30_000)}${']'.repeat(30_000)}}]}`],
  [
    'an unknown mark',
    '{"type":"doc","content":[{"type":"paragraph","content":[{"text":"x","marks":[{"type":"x"}]}]}]}',
  ],
  ['a key of the prototype', '{"type":"doc","content":[],"__proto__":{"x":1}}'],
  ['too many levels', JSON.stringify({ type: 'doc', content: [deep(9)] })],
  ['more than 64 KB', 'x'.repeat(65_537)],
  ['a text that turns its direction', 'a\u202eb'],
  ['a number', 7],
]
test.each(refusedNotes)('%s in a note is refused by name', async (_name, note) => {
  const { id } = await given.inquiry()
  const { status, error } = await manager(inquiryContract.respondToInquiry, {
    params: { id },
    body: { status: 'Done', responseTimeline: { note } },
  })
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['responseTimeline.note']])
  expect((await manager(inquiryContract.readInquiry, { params: { id } })).data.status).toBe('New')
})
