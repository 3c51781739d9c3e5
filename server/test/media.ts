import { media } from '@hikmah/contract/media'
import sharp from 'sharp'
import { startServer } from './start.ts'

let shade = 0
/** A picture nobody has sent before. */
export const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png', width = 32, height = 16) => {
  shade += 1
  const background = { r: shade % 256, g: (shade * 7) % 256, b: (shade * 31) % 256 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

export type Part = [name: string, value: string | Uint8Array, fileName?: string]

export async function form(parts: Part[]) {
  const data = new FormData()
  for (const [name, value, fileName = 'logo.png'] of parts) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, new Blob([Buffer.from(value)]), fileName)
  }
  const request = new Request('http://localhost', { method: 'POST', body: data })
  return { body: Buffer.from(await request.arrayBuffer()), type: request.headers.get('content-type') ?? '' }
}

/** A server with an admin who sends pictures. */
export async function startWithMedia(env: Record<string, string> = {}) {
  const server = await startServer(env)
  const admin = await server.as('admin')
  const send = async (parts: Part[], by = admin) => {
    const { body, type } = await form(parts)
    const headers = { 'content-type': type }
    return by(media.uploadMedia, { body: body as unknown as Record<string, unknown> }, { headers })
  }
  const upload = (bytes: Uint8Array, name?: string, kind = 'logo') =>
    send([
      ['file', bytes, name],
      ['kind', kind],
    ])
  return { ...server, admin, send, upload }
}
