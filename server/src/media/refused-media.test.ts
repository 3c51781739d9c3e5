import { crc32, deflateSync } from 'node:zlib'
import { media as endpoints, MAX_IMAGE_BYTES, notAnImage } from '@hikmah/contract/media'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { form, type Part, picture, startWithMedia } from '../../test/media.ts'
import { media } from './table.ts'

const { db, house, admin, send, upload } = await startWithMedia()
const { uploadMedia } = endpoints

const TOO_WIDE = 'logo.png is damaged, or larger than 4096 × 4096 pixels.'

const noisy = (width: number, height: number) =>
  sharp(crypto.getRandomValues(new Uint8Array(65_536)), { raw: { width: 128, height: 128, channels: 4 } })
    .resize(width, height, { kernel: 'nearest' })
    .png()
    .toBuffer()

test('4096 pixels are taken, one more is not', async () => {
  expect((await upload(await picture('png', 4096, 1))).status).toBe(200)
  const wide = await upload(await picture('png', 4097, 1))
  expect(wide).toMatchObject({ status: 400, error: { fields: { file: TOO_WIDE } } })
  expect((await upload(await picture('png', 1, 4097))).status).toBe(400)
})

test('a bomb is refused before it unfolds', async () => {
  const bomb = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: 'white' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(MAX_IMAGE_BYTES)
  const before = process.memoryUsage().rss
  expect((await upload(bomb)).status).toBe(400)
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MAX_IMAGE_BYTES)
})

test('so is a moving one, whose frames together are too many', async () => {
  const [width, pageHeight, pages] = [2000, 2000, 9]
  const raw = { width, height: pageHeight * pages, channels: 1 as const, pageHeight }
  const bomb = await sharp(Buffer.alloc(width * pageHeight * pages), { raw })
    .gif({ delay: Array(pages).fill(100), keepDuplicateFrames: true })
    .toBuffer()
  expect(bomb.length).toBeLessThan(MAX_IMAGE_BYTES)
  expect((await upload(bomb)).status).toBe(400)
})

test('1 MB is taken, one byte more is not', async () => {
  const image = await noisy(128, 128)
  const padded = (size: number) => Buffer.concat([image, Buffer.alloc(size - image.length)])
  expect((await upload(padded(MAX_IMAGE_BYTES))).status).toBe(200)
  const reply = await upload(padded(MAX_IMAGE_BYTES + 1))
  expect(reply).toMatchObject({ status: 413, error: { code: 'VALIDATION', fields: { file: 'at most 1 MB' } } })
})

test('an image of 20,000 × 20,000 pixels in a small file is refused by its head, without unfolding it', async () => {
  const side = 20_000
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)), { level: 9 })
  const part = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const huge = Buffer.concat([signature, part('IHDR', head), part('IDAT', rows), part('IEND', Buffer.alloc(0))])
  expect(await sharp(huge, { limitInputPixels: false }).metadata()).toMatchObject({ width: side, height: side })
  expect(huge.length).toBeLessThan(MAX_IMAGE_BYTES)
  const before = process.memoryUsage().rss
  expect(await upload(huge)).toMatchObject({ status: 400, error: { fields: { file: TOO_WIDE } } })
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * MAX_IMAGE_BYTES)
})

const png = await picture()
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

test.each<[string, string, Uint8Array]>([
  ['an SVG', 'a.svg', svg],
  ['an SVG named as a PNG', 'a.png', svg],
  ['a text', 'a.png', Buffer.from('hello')],
  ['an HTML page named as a PNG', 'a.png', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a PDF', 'a.png', Buffer.from('%PDF-1.7')],
  ['nothing', 'a.png', Buffer.alloc(0)],
  ['a mere signature', 'a.png', png.subarray(0, 8)],
  ['half an image', 'a.png', png.subarray(0, png.length / 2)],
  ['a signature with something else behind', 'a.gif', Buffer.from('GIF89a<script>alert(1)</script>')],
  ['a signature with an SVG behind', 'a.jpg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg])],
  ['a TIFF', 'a.tiff', Buffer.from('II*\0')],
])('refuses %s', async (_, name, bytes) => {
  const count = await db.$count(media)
  const reply = await upload(bytes, name)
  expect(reply.status).toBe(400)
  expect([notAnImage(name), `${name} is damaged, or larger than 4096 × 4096 pixels.`]).toContain(
    reply.error.fields?.file,
  )
  expect(await db.$count(media)).toBe(count)
})

test.each<[string, number, string, Part[]]>([
  ['no file', 400, 'file', [['kind', 'logo']]],
  [
    'a file that is a text',
    400,
    'file',
    [
      ['file', 'hello'],
      ['kind', 'logo'],
    ],
  ],
  ['no kind', 400, 'kind', [['file', png]]],
  [
    'an unknown kind',
    400,
    'kind',
    [
      ['file', png],
      ['kind', 'banner'],
    ],
  ],
  [
    'two kinds',
    400,
    'kind',
    [
      ['file', png],
      ['kind', 'logo'],
      ['kind', 'icon'],
    ],
  ],
  [
    'a kind that is a file',
    413,
    'file',
    [
      ['file', png],
      ['kind', png],
    ],
  ],
  [
    'two files',
    413,
    'file',
    [
      ['file', png],
      ['file', png],
      ['kind', 'logo'],
    ],
  ],
  [
    'another field',
    400,
    'other',
    [
      ['file', png],
      ['kind', 'logo'],
      ['other', 'x'],
    ],
  ],
  ['too many fields', 413, 'body', [['file', png], ...Array.from({ length: 7 }, (): Part => ['kind', 'logo'])]],
  [
    'a field with a bad name',
    400,
    'body',
    [
      ['file', png],
      ['kind', 'logo'],
      ['__proto__', 'x'],
    ],
  ],
])('refuses a form with %s', async (_, status, field, parts) => {
  const reply = await send(parts)
  expect([reply.status, reply.error.code]).toEqual([status, 'VALIDATION'])
  expect(Object.keys(reply.error.fields ?? {})).toEqual([field])
})

test('refuses what is no whole form', async () => {
  const { body, type } = await form([
    ['kind', 'logo'],
    ['file', png],
  ])
  const sendRaw = (payload: unknown, contentType: string) =>
    admin(uploadMedia, { body: payload as Record<string, unknown> }, { headers: { 'content-type': contentType } })
  for (const length of [0, 10, 80, body.length - 200, body.length - 60, body.length - 4]) {
    const reply = await sendRaw(body.subarray(0, length), type)
    expect(reply.status, `cut after ${length}`).toBe(400)
    expect(reply.error.fields).toHaveProperty('file')
  }
  expect((await sendRaw(body, 'multipart/form-data')).status).toBe(400)
  expect((await sendRaw(body, 'multipart/form-data; boundary=other')).status).toBe(400)
  expect((await sendRaw({ kind: 'logo' }, 'application/json')).status).toBe(406)
  expect((await sendRaw('hello', 'text/plain')).status).toBe(415)
})

test('when the disk is full the answer says so, and nothing is kept', async () => {
  const { keep } = house.files
  const before = await db.select().from(media)
  house.files.keep = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  const reply = await upload(await picture())
  house.files.keep = keep
  expect(reply.status).toBe(507)
  expect(reply.error.message).toBe('The disk is full. Nothing was saved; free some space.')
  expect(await db.select().from(media)).toEqual(before)
})
