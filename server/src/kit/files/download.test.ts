import { parse } from 'content-disposition'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { setSafeDownloadHeaders } from './files.ts'

async function headersFor(name: string, contentType = 'application/pdf') {
  const app = Fastify()
  app.get('/', async (_, reply) => {
    setSafeDownloadHeaders(reply, { name, contentType }, 'attachment')
    return reply.send(Buffer.from('x'))
  })
  return (await app.inject('/')).headers
}

const savedAs = async (name: string, contentType?: string) =>
  parse(String((await headersFor(name, contentType))['content-disposition'])).parameters.filename

test.each([
  'رسالة الإعفاء.pdf',
  'İzin belgesi.pdf',
  '501(c)(3) letter.pdf',
  "imam's note.PDF",
  'نامه\u200cها.pdf',
  'ok.pdf',
])('a file keeps its name: %s', async (name) => {
  expect(await savedAs(name)).toBe(name)
})

test.each([
  ['page.html', 'application/pdf', 'page.html.pdf'],
  ['letter', 'application/pdf', 'letter.pdf'],
  ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
  ['../../etc/passwd', 'application/pdf', 'etc_passwd.pdf'],
  ['', 'application/pdf', 'file.pdf'],
  ['audit-2026.csv', 'text/csv', 'audit-2026.csv'],
  ['a\u202Efdp.exe', 'application/pdf', 'afdp.exe.pdf'],
  ['two\r\nlines.pdf', 'application/pdf', 'twolines.pdf'],
  ['say "salam".pdf', 'application/pdf', 'say _salam_.pdf'],
])('what a name could do is taken out of it: %j as %s', async (name, contentType, saved) => {
  expect(await savedAs(name, contentType)).toBe(saved)
})

test('bytes are neither sniffed nor run', async () => {
  expect(await headersFor('x.pdf')).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})
