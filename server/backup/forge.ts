import { createHash } from 'node:crypto'
import { createReadStream, writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gzipSync } from 'node:zlib'
import { extract, type Header, pack } from 'tar-stream'
import { MANIFEST, type Manifest, tableEntry } from './manifest.ts'

export interface Part {
  name: string
  bytes: Buffer
  header?: Partial<Header>
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export async function unpack(path: string): Promise<Part[]> {
  const archive = extract()
  const reading = pipeline(createReadStream(path), createGunzip(), archive)
  const parts: Part[] = []
  for await (const entry of archive) parts.push({ name: entry.header.name, bytes: await buffer(entry as never) })
  await reading
  return parts
}

export async function repack(parts: Part[], file: string) {
  const archive = pack()
  for (const { name, bytes, header } of parts) archive.entry({ name, ...header }, bytes)
  archive.finalize()
  writeFileSync(file, gzipSync(await buffer(archive as never)))
}

export const at = (parts: Part[], start: string) => parts.findIndex(({ name }) => name.startsWith(start))
export const replaced = (parts: Part[], start: string, change: (part: Part) => Partial<Part>) =>
  parts.map((part, n) => (n === at(parts, start) ? { ...part, ...change(part) } : part))

/** As whoever may write the file would: with the manifest made anew for what is in it. */
export function withManifest(parts: Part[], change: (manifest: Manifest) => object = (manifest) => manifest): Part[] {
  const bytesOf = (name: string) => parts.find((part) => part.name === name)!.bytes
  const manifest: Manifest = JSON.parse(bytesOf(MANIFEST).toString())
  const tables = manifest.tables.map((table) => {
    const bytes = bytesOf(tableEntry(table.name))
    return { ...table, size: bytes.length, sha256: sha256(bytes) }
  })
  const bytes = Buffer.from(JSON.stringify(change({ ...manifest, tables })))
  return replaced(parts, MANIFEST, () => ({ bytes }))
}
