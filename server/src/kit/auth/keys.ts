import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Keys for one purpose each, all drawn from one secret that is never in the database. */
export interface Keys {
  session: Buffer
  pepper: Buffer
  audit: Buffer
  deviceIds: Buffer
}

/** SECRET_KEY, or a random key kept in DATA_DIR. Instances that share a database must share SECRET_KEY. */
export function loadKeys(secretKey: string | undefined, dataDir: string): Keys {
  const secret = secretKey ?? keptSecret(dataDir)
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'hikmah-console', purpose, 32))
  return {
    session: key('session'),
    pepper: key('pepper'),
    audit: key('audit'),
    deviceIds: key('device-ids'),
  }
}

export const secretKeyFile = (dataDir: string) => join(dataDir, 'secret.key')

function keptSecret(dataDir: string): string {
  const file = secretKeyFile(dataDir)
  try {
    return readFileSync(file, 'utf8')
  } catch {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    return readFileSync(file, 'utf8')
  }
}

export const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex')
