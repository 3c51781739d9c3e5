import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { type ArchivedPart, verifyArchive } from '../src/kit/audit/archive.ts'
import { type Keys, loadKeys, secretKeyFile } from '../src/kit/auth/keys.ts'
import type { Config } from '../src/kit/process/config.ts'
import { ConfigError } from '../src/kit/process/config-error.ts'

/** Those the trail was written with; never new ones. */
export function readKeys(config: Config): Keys {
  if (!config.secretKey && !existsSync(secretKeyFile(config.dataDir)))
    throw new ConfigError('SECRET_KEY: set the key that the trail was written with, or the DATA_DIR where it lies')
  return loadKeys(config)
}

/** Verifies all of an archive. Throws a sentence that says what does not fit. */
export async function readArchive(file: string, keys: Keys): Promise<ArchivedPart> {
  const bytes = createReadStream(file)
  const text = bytes.pipe(createGunzip({ rejectGarbageAfterEnd: true }))
  const failed = new Promise<never>((_resolve, reject) => {
    bytes.once('error', ({ message }) => reject(new ConfigError(`${file} cannot be read (${message}).`)))
    text.once('error', () => reject(new ConfigError(`${file} is no archive, or it was damaged or cut off.`)))
  })
  try {
    return await Promise.race([
      verifyArchive(createInterface({ input: text, crlfDelay: Infinity }), keys.audit),
      failed,
    ])
  } finally {
    bytes.destroy()
  }
}
