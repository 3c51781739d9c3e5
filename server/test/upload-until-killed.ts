import sharp from 'sharp'
import { writeEntries } from '../src/kit/audit/write-entries.ts'
import { type StaffActor, systemActor } from '../src/kit/auth/actor.ts'
import { loadKeys } from '../src/kit/auth/keys.ts'
import { openPostgres } from '../src/kit/db/db.ts'
import { Refusal } from '../src/kit/errors/refusal.ts'
import { createFileStore } from '../src/kit/files/files.ts'
import { openStorage } from '../src/kit/files/storage.ts'
import { systemClock } from '../src/kit/process/clock.ts'
import { createChange } from '../src/kit/write/change.ts'
import { deleteMedia, uploadMedia } from '../src/media/manage-media.ts'

/**
 * `node upload-until-killed.ts DATABASE_URL STORAGE_URL SECRET_KEY STAFF_ID` uploads pictures as the console does, some of
 * them ever the same few, which are deleted again. Says the id of each picture nobody else has once it is kept.
 */
const [url = '', storageUrl = '', secretKey = '', staffId = ''] = process.argv.slice(2)
const database = openPostgres(url)
const keys = loadKeys({ secretKey, dataDir: '', databaseUrl: url, production: false })
const house = {
  db: database.db,
  clock: systemClock,
  files: createFileStore(openStorage(new URL(storageUrl))),
  change: createChange(database, systemClock, {
    letterhead: { sender: '', repliesTo: '' },
    writeEntries: (tx) => writeEntries(tx, keys.audit),
    afterCommit: () => undefined,
  }),
}
const actor: StaffActor = {
  ...systemActor('Uploader'),
  kind: 'staff',
  id: staffId,
  userName: '',
  role: 'hikmah_owner',
  sessionId: '',
}
const AT_ONCE = 3
const SHARED = 5

/** One in four is a picture that others upload and delete too. */
async function uploadOne() {
  const isShared = Math.random() < 0.25
  const color = () => Math.floor(Math.random() * 256)
  const background = isShared
    ? { r: Math.floor(Math.random() * SHARED), g: 0, b: 0 }
    : { r: color(), g: color(), b: 1 + (color() % 255) }
  const width = isShared ? 32 : 16 + (color() % 200)
  const bytes = await sharp({ create: { width, height: 16, channels: 3, background } })
    .png()
    .toBuffer()
  const image = await uploadMedia(house, actor, { kind: 'logo', name: 'logo.png', bytes })
  if (isShared) await deleteMedia(house, actor, image._id, async () => [])
  else process.stdout.write(`${image._id}\n`)
}

await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (;;) {
      await uploadOne().catch((error: unknown) => {
        // Somebody else has just deleted the same.
        if (!(error instanceof Refusal) || error.status >= 500) throw error
      })
    }
  }),
)
