import { media as endpoints, type Media } from '@hikmah/contract/media'
import { productDrafts } from '@hikmah/contract/product-drafts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { form, picture, startWithMedia } from '../../test/media.ts'
import { staff } from '../accounts/table.ts'
import { newId } from '../kit/db/ids.ts'
import { organizations } from '../organizations/table.ts'
import { media } from './table.ts'

const { given, as, call, callWith, audited, db, app, clock, admin, send, upload } = await startWithMedia()
const { listMedia, readMedia, readMediaFile, readMediaUsage, deleteMedia } = endpoints

const warnings: string[] = []
process.on('warning', ({ message }) => warnings.push(message))

const fileOf = ({ _id }: Media) => app.inject(`/api/media/${_id}/file`)

test('an image is kept, audited and served to anybody, harmless and for ever', async () => {
  const reply = await upload(await picture(), 'Our logo.png')

  expect(reply.status).toBe(200)
  const { _id } = reply.data
  expect(reply.data).toEqual({
    _id,
    kind: 'logo',
    imageUrl: `/api/media/${_id}/file`,
    imageName: 'Our logo.png',
    imageSize: expect.any(Number),
    width: 32,
    height: 16,
    createdAt: expect.any(String),
  })
  expect(await audited(_id)).toEqual(['media.uploaded'])
  expect((await admin(readMedia, { params: { id: _id } })).data).toEqual(reply.data)
  const file = await call(readMediaFile, { params: { id: _id } })
  expect(file.status).toBe(200)
  expect(file.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(reply.data.imageSize),
    'content-disposition': 'inline; filename="Our logo.png"',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  expect((await call(readMediaFile, { params: { id: crypto.randomUUID() } })).status).toBe(404)
  expect((await call(readMediaFile, { params: { id: '..%2fsecret.key' } })).status).toBe(400)
})

test.each(['png', 'jpeg', 'webp', 'gif'] as const)('takes a %s by its content, whatever its name', async (format) => {
  const { data } = await upload(await picture(format), 'page.html')
  const file = await fileOf(data)
  expect(file.headers['content-type']).toBe(`image/${format}`)
  expect(file.headers['content-disposition']).toMatch(/page\.html\.(png|jpg|webp|gif)$/)
  expect((await sharp(file.rawPayload).metadata()).format).toBe(format)
})

test('what a camera writes beside the picture is gone, and the picture stands upright', async () => {
  const photo = await sharp(await picture('jpeg', 40, 20))
    .withExif({ IFD0: { Artist: 'Secret Person' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { data } = await upload(photo)
  expect(data).toMatchObject({ width: 20, height: 40 })
  const { rawPayload } = await fileOf(data)
  const left = await sharp(rawPayload).metadata()
  expect(left.exif).toBeUndefined()
  expect(left.orientation).toBeUndefined()
})

test('what hides behind a picture is gone', async () => {
  const { data } = await upload(Buffer.concat([await picture(), Buffer.from('<script>alert(1)</script>')]))
  expect((await fileOf(data)).body).not.toContain('script')
})

test('a moving picture keeps moving', async () => {
  const frames = Buffer.alloc(16 * 16 * 3 * 3)
    .fill(10, 0, 768)
    .fill(120, 768, 1536)
    .fill(250, 1536)
  const raw = { width: 16, height: 48, channels: 3 as const, pageHeight: 16 }
  const { data } = await upload(
    await sharp(frames, { raw })
      .gif({ delay: [100, 100, 100], loop: 0 })
      .toBuffer(),
  )
  expect(data).toMatchObject({ width: 16, height: 16 })
  expect((await sharp((await fileOf(data)).rawPayload).metadata()).pages).toBe(3)
})

test('the same image is kept once, however many send it at once', async () => {
  const bytes = await picture()
  const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => upload(bytes, `${i}.png`)))
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
  const ids = new Set(replies.map((reply) => reply.data._id))
  expect(ids.size).toBe(1)
  expect(replies.map((reply) => reply.data.imageName)).toEqual(replies.map((_, i) => `${i}.png`))
  expect(await audited([...ids][0]!)).toEqual(['media.uploaded'])
})

test('a file name is shown without folders, hidden characters and excess', async () => {
  const named = async (name: string) => (await upload(await picture(), name)).data.imageName
  expect(await named('../../etc/passwd.png')).toBe('passwd.png')
  expect(await named('C:\\images\\logo.png')).toBe('logo.png')
  expect(await named('a\u202egnp.exe')).toBe('agnp.exe')
  expect(await named('مسجد 🕌.png')).toBe('مسجد 🕌.png')
  expect(await named('..')).toBe('image')
  expect([...(await named(`${'x'.repeat(300)}.png`))]).toHaveLength(255)
  expect([...(await named(`n${'\u0301'.repeat(5000)}.png`))]).toHaveLength(255)
})

test('an image that is sent without a file name is kept as an image', async () => {
  const { body, type } = await form([
    ['file', await picture()],
    ['kind', 'logo'],
  ])
  // A part of bytes is a file by its type alone.
  const nameless = Buffer.from(body.toString('latin1').replace('; filename="logo.png"', ''), 'latin1')
  const sent = { body: nameless as unknown as Record<string, unknown> }
  const reply = await admin(endpoints.uploadMedia, sent, { headers: { 'content-type': type } })
  expect([reply.status, reply.data?.imageName]).toEqual([200, 'image'])
  expect((await fileOf(reply.data)).statusCode).toBe(200)
})

test('the list is newest first, by kind and name', async () => {
  const first = await upload(await picture(), 'Minaret one.png', 'icon')
  const second = await upload(await picture(), '100% minaret.png', 'image')
  const ids = async (query: object) => (await admin(listMedia, { query })).data.map((row) => row._id)
  expect((await ids({})).slice(0, 2)).toEqual([second.data._id, first.data._id])
  expect(await ids({ q: 'MINARET' })).toEqual([second.data._id, first.data._id])
  expect(await ids({ q: '100%' })).toEqual([second.data._id])
  expect(await ids({ q: 'minaret', kind: 'icon' })).toEqual([first.data._id])
  expect((await admin(listMedia, { query: { kind: 'banner' } })).status).toBe(400)
})

test('more than a hundred images are reached page by page, each once', async () => {
  const q = 'Paged'
  const file = { contentType: 'image/png', size: 10, width: 1, height: 1, createdAt: clock.now() }
  const ids = Array.from({ length: 103 }, () => newId())
  await db
    .insert(media)
    .values(
      ids.map(
        (id, i) => ({ ...file, id, sha256: id, name: `${q} ${i}.png`, kind: i === 0 ? 'icon' : 'image' }) as const,
      ),
    )
  const page = (number: number) => admin(listMedia, { query: { q, page: number, limit: 50 } })
  const pages = [await page(1), await page(2), await page(3)]
  expect(pages.map(({ data }) => data.length)).toEqual([50, 50, 3])
  expect(new Set(pages.flatMap(({ data }) => data.map(({ _id }) => _id))).size).toBe(103)
  expect(pages[2]!.meta).toMatchObject({ total: 103, page: 3, limit: 50, counts: { all: 103, icon: 1, image: 102 } })
  expect((await admin(listMedia, { query: { q, kind: 'icon', page: 1 } })).meta).toMatchObject({ total: 1, limit: 10 })
  expect((await admin(listMedia, { query: {} })).data).toHaveLength(100)
  expect((await admin(listMedia, { query: { page: 0 } })).status).toBe(400)
})

test.each([
  ['icon', 256],
  ['logo', 512],
  ['image', 1280],
])('an %s is made to fit %i pixels, and never enlarged', async (kind, side) => {
  const sized = async (width: number, height: number) => {
    const { data } = await upload(await picture('png', width, height), undefined, kind)
    const file = await sharp((await fileOf(data)).rawPayload).metadata()
    expect(file).toMatchObject({ width: data.width, height: data.height })
    return [data.width, data.height]
  }
  expect(await sized(2000, 1000)).toEqual([side, side / 2])
  expect(await sized(1000, 2000)).toEqual([side / 2, side])
  expect(await sized(side, 20)).toEqual([side, 20])
  expect(await sized(41, 23)).toEqual([41, 23])
})

test('a moving picture is made smaller in all of its frames', async () => {
  const frames = await Promise.all([1, 2, 3].map(() => picture('png', 600, 300)))
  const moving = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer()
  const { data } = await upload(moving)
  expect(data).toMatchObject({ width: 512, height: 256 })
  expect(await sharp((await fileOf(data)).rawPayload, { animated: true }).metadata()).toMatchObject({
    pages: 3,
    pageHeight: 256,
  })
})

test('an image in use says where, and stays', async () => {
  const { data } = await upload(await picture())
  const { id, name } = await given.organization({ iconMediaId: data._id, logoMediaId: data._id })
  const params = { id: data._id }
  const usage = [{ entity: 'organization', id, name }]

  expect((await admin(readMediaUsage, { params })).data).toEqual(usage)
  const refused = await admin(deleteMedia, { params })
  expect(refused).toMatchObject({ status: 409, error: { code: 'CONFLICT', current: usage } })

  await db.update(organizations).set({ iconMediaId: null, logoMediaId: null }).where(eq(organizations.id, id))
  expect((await admin(deleteMedia, { params })).status).toBe(200)
  expect(await audited(data._id)).toEqual(['media.uploaded', 'media.deleted'])
  expect((await call(readMediaFile, { params })).status).toBe(404)
  expect((await admin(readMediaUsage, { params })).status).toBe(404)
  expect((await admin(deleteMedia, { params })).status).toBe(404)
  // Of the driver, when a transaction asks twice at once on its one connection.
  expect(warnings).toEqual([])
})

test('the list tells what uses each image, the first three by name, and is searched by them', async () => {
  const [one, many, none] = [
    await upload(await picture()),
    await upload(await picture()),
    await upload(await picture()),
  ]
  const word = `Qiblah${newId().slice(-6)}`
  const { id, name } = await given.organization({ name: word, iconMediaId: one.data._id, logoMediaId: one.data._id })
  for (const n of [1, 2, 3, 4]) await given.organization({ name: `${word} ${n}`, logoMediaId: many.data._id })
  const writer = await given.staff('manager', { firstName: 'Amina', lastName: 'Yusuf' })
  const draft = { displayName: 'Half', image: { url: one.data.imageUrl }, icon: { url: '/api/media/----/file' } }
  await callWith(writer.token)(productDrafts.saveProductDraft, {
    params: { kind: 'application' },
    body: { draft, step: 0, version: 0 },
  })
  await db.update(staff).set({ image: one.data.imageUrl }).where(eq(staff.id, writer.id))

  const { data } = await admin(listMedia, { query: {} })
  const usesOf = ({ data: { _id } }: typeof one) => {
    const { uses, useCount } = data.find((row) => row._id === _id)!
    return [useCount, uses]
  }
  expect(usesOf(one)).toEqual([
    3,
    [
      { entity: 'organization', id, name },
      { entity: 'staff', id: writer.id, name: 'Amina Yusuf' },
      { entity: 'application-draft', id: writer.id, name: 'Draft of an application (Amina Yusuf)' },
    ],
  ])
  expect(usesOf(many)).toMatchObject([4, [{ name: `${word} 1` }, { name: `${word} 2` }, { name: `${word} 3` }]])
  expect(usesOf(none)).toEqual([0, []])
  const found = await admin(listMedia, { query: { q: word.toLowerCase(), page: 1 } })
  expect(found.data.map((row) => row._id)).toEqual([many.data._id, one.data._id])
  expect(found.meta.total).toBe(2)
})

test('a draft holds its images for as long as somebody can open it', async () => {
  const [logo, icon] = [(await upload(await picture())).data, (await upload(await picture())).data]
  const writer = await given.staff('manager', { firstName: 'Amina', lastName: 'Yusuf' })
  const save = (kind: 'application' | 'integration', draft: object, version = 0) =>
    callWith(writer.token)(productDrafts.saveProductDraft, {
      params: { kind },
      body: { draft: { ...draft }, step: 0, version },
    })
  await save('application', {
    displayName: 'Half \u0000',
    longDescription: `Like ${icon.imageUrl} and "${icon.imageUrl}"`,
    image: { url: logo.imageUrl },
  })
  await save('integration', { name: ' ', image: { url: logo.imageUrl } })
  const used = [
    { entity: 'application-draft', id: writer.id, name: 'Draft of an application: Half \u0000 (Amina Yusuf)' },
    { entity: 'integration-draft', id: writer.id, name: 'Draft of an integration: unnamed (Amina Yusuf)' },
  ]
  const params = { id: logo._id }
  expect((await admin(readMediaUsage, { params })).data).toEqual(used)
  expect(await admin(deleteMedia, { params })).toMatchObject({ status: 409, error: { current: used } })
  // What is only written about is not used.
  expect((await admin(deleteMedia, { params: { id: icon._id } })).status).toBe(200)

  await save('integration', { name: 'Salah', image: { url: '' } }, 1)
  expect((await admin(readMediaUsage, { params })).data).toEqual(used.slice(0, 1))
  await db.update(staff).set({ access: 'revoked' }).where(eq(staff.id, writer.id))
  expect((await admin(deleteMedia, { params })).status).toBe(200)
})

test('what was deleted can be sent again', async () => {
  const bytes = await picture()
  const first = await upload(bytes)
  await admin(deleteMedia, { params: { id: first.data._id } })
  const second = await upload(bytes)
  expect(second.data._id).not.toBe(first.data._id)
  expect((await fileOf(second.data)).statusCode).toBe(200)
})

test('a manager may upload but not delete; an organization and nobody may do neither', async () => {
  const manager = await as('manager')
  const reply = await send(
    [
      ['file', await picture()],
      ['kind', 'image'],
    ],
    manager,
  )
  expect(reply.status).toBe(200)
  const params = { id: reply.data._id }
  expect((await manager(deleteMedia, { params })).status).toBe(403)
  const member = await given.member((await given.organization()).id)
  expect(
    (
      await send(
        [
          ['file', await picture()],
          ['kind', 'logo'],
        ],
        callWith(member.token),
      )
    ).status,
  ).toBe(401)
  expect(
    (
      await send(
        [
          ['file', await picture()],
          ['kind', 'logo'],
        ],
        call,
      )
    ).status,
  ).toBe(401)
  expect((await call(listMedia, { query: {} })).status).toBe(401)
})
