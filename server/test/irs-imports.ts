import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, inject } from 'vitest'
import { generate } from '../irs/generate.ts'
import { importFiles } from '../irs/import-files.ts'
import { systemActor } from '../src/kit/auth/actor.ts'
import { loadKeys } from '../src/kit/auth/keys.ts'
import { openPostgres, rowsOf } from '../src/kit/db/db.ts'
import { newId } from '../src/kit/db/ids.ts'
import { createDatabase, temporaryFolder } from './cluster.ts'

export const ROWS = 2000

/** A registry that is empty before each test, and files to import into it, one of them whole. */
export async function startImports() {
  const folder = temporaryFolder('hikmah-irs-')
  const { url, drop } = await createDatabase(inject('serverUrl'), inject('template'))
  const database = openPostgres(url)
  const { db } = database
  const keys = loadKeys({ secretKey: 'x'.repeat(40), dataDir: folder, databaseUrl: url, production: false })
  afterAll(async () => {
    await database.close()
    await drop()
    rmSync(folder, { recursive: true })
  })

  const whole = readFileSync(await generate('eo-bmf', ROWS, 1, folder), 'latin1')
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content)
    return name
  }

  const run = (
    names: string[],
    more: { force?: boolean; snapshotOn?: string | null } = {},
    cancelAt = Number.POSITIVE_INFINITY,
  ) => {
    let cancel: () => void = () => undefined
    return importFiles(
      { url, keys, isOwn: false },
      {
        id: newId(),
        by: systemActor('Test'),
        paths: names.map((name) => ({ name, path: join(folder, name) })),
        force: false,
        snapshotOn: '2026-11-10',
        ...more,
        onBegin: (stop) => {
          cancel = stop
          if (cancelAt === 0) cancel()
        },
        onProgress: ({ rows }) => rows >= cancelAt && cancel(),
      },
    )
  }

  const countRows = async (table = 'irs_organizations') =>
    Number((await rowsOf<{ n: string }>(db, sql.raw(`select count(*) as n from ${table}`)))[0]!.n)

  beforeEach(async () => {
    await database.script('truncate irs_organizations, irs_deductibles, irs_revocations, irs_sources, irs_imports')
  })

  return { db, database, whole, file, run, countRows }
}

interface Claimed {
  /** 1 for a password. */
  flags?: number
  /** 8 is how zips are packed. */
  method?: number
  /** Its tenth of November. */
  year?: number
  /** What each entry says it unpacks to. */
  size?: number
}

/** One entry in it, as a packer writes it. */
export const zipOf = (name: string, content: Buffer): Buffer => zipWith({ [name]: content })

/** These entries in it, and what it says of each of them. */
export function zipWith(
  entries: Record<string, Buffer>,
  { flags = 0, method = 8, year = 2026, size }: Claimed = {},
): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  for (const [name, content] of Object.entries(entries)) {
    const packed = deflateRawSync(content)
    const fixed = Buffer.alloc(26)
    fixed.writeUInt16LE(20, 0)
    fixed.writeUInt16LE(flags, 2)
    fixed.writeUInt16LE(method, 4)
    fixed.writeUInt16LE(0x6000, 6)
    fixed.writeUInt16LE(((year - 1980) << 9) | (11 << 5) | 10, 8)
    fixed.writeUInt32LE(crc32(content), 10)
    fixed.writeUInt32LE(packed.length, 14)
    fixed.writeUInt32LE(size ?? content.length, 18)
    fixed.writeUInt16LE(name.length, 22)
    const more = Buffer.alloc(14)
    more.writeUInt32LE(Buffer.concat(locals).length, 10)
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), fixed, Buffer.from(name), packed)
    centrals.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fixed, more, Buffer.from(name))
  }
  const local = Buffer.concat(locals)
  const central = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(entries).length, 4)
  end.writeUInt16LE(Object.keys(entries).length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06', 'latin1'), end])
}
