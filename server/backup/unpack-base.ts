import { createHash } from 'node:crypto'
import { chownSync, createReadStream, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { z } from 'zod'
import { type Base, manifestFile, NOTHING } from '../src/kit/postgres/archive.ts'
import { ConfigError } from '../src/kit/process/config-error.ts'
import type { ServiceAccount } from '../src/kit/process/data-directory.ts'

/** As PostgreSQL writes it; its own checksum is the last line. */
const Manifest = z.object({
  Files: z.array(z.object({ Path: z.string(), Checksum: z.string() })),
  'Manifest-Checksum': z.string(),
})

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const damaged = ({ folder }: Base) => new ConfigError(`The base ${folder} was changed or cut off. ${NOTHING}`)

function readManifest(base: Base): Map<string, string> {
  const text = readFileSync(manifestFile(base.folder), 'utf8')
  try {
    const { Files, ...manifest } = Manifest.parse(JSON.parse(text))
    if (manifest['Manifest-Checksum'] === digest(text.slice(0, text.lastIndexOf('"Manifest-Checksum"'))))
      return new Map(Files.map(({ Path, Checksum }) => [Path, Checksum]))
  } catch {
    // What is no manifest was changed too.
  }
  throw damaged(base)
}

/** Fills the data folder of PostgreSQL from a base, and refuses one that is not as PostgreSQL wrote it. */
export async function unpackBase(base: Base, data: string, account: ServiceAccount) {
  const expected = readManifest(base)
  const give = (path: string) => account.uid !== undefined && chownSync(path, account.uid, account.gid!)
  const makeFolder = (path: string) => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    give(path)
  }
  makeFolder(data)
  const archive = extract()
  const reading = pipeline(createReadStream(join(base.folder, 'base.tar.gz')), createGunzip(), archive)
  reading.catch(() => undefined)
  try {
    for await (const entry of archive) {
      const { name, type } = entry.header
      const path = join(data, name)
      if (!path.startsWith(join(data, '/'))) throw damaged(base)
      if (type === 'directory') makeFolder(path)
      else {
        const hash = createHash('sha256')
        await pipeline(
          entry,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              hash.update(chunk)
              yield chunk
            }
          },
          createWriteStream(path, { mode: 0o600, flags: 'wx' }),
        )
        give(path)
        if (type !== 'file' || expected.get(name) !== hash.digest('hex')) throw damaged(base)
        expected.delete(name)
      }
    }
    await reading
  } catch (error) {
    // Of the disk that is written to.
    if (error instanceof ConfigError || (error as NodeJS.ErrnoException).syscall) throw error
    throw damaged(base)
  }
  if (expected.size > 0) throw damaged(base)
  writeFileSync(join(data, 'recovery.signal'), '')
  give(join(data, 'recovery.signal'))
}
