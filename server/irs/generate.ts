import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type RegistryKind, registryKinds } from '@hikmah/contract/irs-registry/words'
import { readArguments } from '../src/kit/process/config-error.ts'
import { BMF_HEADER } from './eo-bmf.ts'
import { bmfLine, type Made, makeRow, pub78Line, revocationLines } from './generate-rows.ts'

const USAGE = `Give a number: npm run irs:generate -- N [--kind ${registryKinds.join('|')}] [--seed 1] [--to FOLDER]
  Synthetic files as the IRS publishes them, of N rows each, the same for the same seed. Nobody in them is real.`

interface File {
  name: string
  head: string
  foot: string
  lines(made: Made): string[]
}

const files: Record<RegistryKind, File> = {
  'eo-bmf': { name: 'eo.csv', head: `${BMF_HEADER.join(',')}\r\n`, foot: '', lines: (made) => [bmfLine(made)] },
  pub78: {
    name: 'data-download-pub78.txt',
    head: '\r\n\r\n',
    foot: '\r\n',
    lines: (made) => [pub78Line(made) ?? ''],
  },
  revocations: { name: 'data-download-revocation.txt', head: '\r\n\r\n', foot: '\r\n', lines: revocationLines },
}

const BATCH = 2000

export async function generate(kind: RegistryKind, rows: number, seed: number, folder: string): Promise<string> {
  const { name, head, foot, lines } = files[kind]
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  const out = createWriteStream(path)
  out.write(head)
  for (let from = 0; from < rows; from += BATCH) {
    let text = ''
    for (let n = from; n < Math.min(rows, from + BATCH); n += 1) text += lines(makeRow(n, seed, rows)).join('')
    if (!out.write(text)) await once(out, 'drain')
  }
  out.end(foot)
  await once(out, 'finish')
  return path
}

function readAsked() {
  const { values, positionals } = readArguments(USAGE, {
    allowPositionals: true,
    options: { kind: { type: 'string' }, seed: { type: 'string', default: '1' }, to: { type: 'string', default: '.' } },
  })
  const rows = Number(positionals[0])
  const kinds = registryKinds.filter((kind) => !values.kind || kind === values.kind)
  const isWhole = Number.isInteger(rows) && rows >= 1 && rows <= 20_000_000
  if (!isWhole || kinds.length === 0 || !/^\d+$/.test(values.seed)) throw new Error(USAGE)
  return { rows, kinds, seed: Number(values.seed), folder: resolve(process.env.INIT_CWD ?? '.', values.to) }
}

if (import.meta.main) {
  try {
    const { rows, kinds, seed, folder } = readAsked()
    for (const kind of kinds) process.stderr.write(`${await generate(kind, rows, seed, folder)}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
