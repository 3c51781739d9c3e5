import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFauxqs } from 'fauxqs'
import { atTheEnd } from './start.ts'

/** An empty one. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hikmah-store-'))
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Takes any key. */
const KEY = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }

/** An object store with an empty bucket, as `STORAGE_URL` names it. */
export async function startBucket(): Promise<string> {
  Object.assign(process.env, KEY)
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  server.createBucket('files')
  atTheEnd(() => server.stop())
  return `s3://files/console?endpoint=http://127.0.0.1:${server.port}`
}

/** What is true of uploads is true of them wherever they lie. */
export const bothStores = async () =>
  [
    ['a folder', {}],
    ['a bucket', { STORAGE_URL: await startBucket() }],
  ] as [where: string, env: Record<string, string>][]
