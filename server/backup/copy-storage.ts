import { createFileStore, isFileName } from '../src/kit/files/files.ts'
import { assertStores, openStorage, placeOf } from '../src/kit/files/storage.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { ConfigError, readArguments } from '../src/kit/process/config-error.ts'
import { runCommand, say, spellCommand } from './command.ts'

const USAGE = `Name where the uploads are to lie, as STORAGE_URL will: ${spellCommand('storage:copy', '"s3://bucket/prefix?region=…"')}`
/** Files between two lines. */
const OFTEN = 1000

/** `npm run storage:copy -- URL` copies the uploads of STORAGE_URL; what is there already is left out (docs/backup.md). */
await runCommand(async (config) => {
  const [target, ...rest] = readArguments(USAGE, { allowPositionals: true }).positionals
  if (!target || rest.length > 0) throw new ConfigError(USAGE)
  const { storageUrl } = readConfig({ STORAGE_URL: target })
  await assertStores(storageUrl)
  const from = createFileStore(openStorage(config.storageUrl))
  const to = openStorage(storageUrl)
  const sizes = new Map<string, number>()
  for await (const page of to.list()) for (const { name, size } of page) sizes.set(name, size)
  let copied = 0
  let present = 0
  for await (const page of from.list()) {
    for (const { name, size } of page.filter((file) => isFileName(file.name))) {
      if (sizes.get(name) === size) present += 1
      else {
        await to.put(name, await from.read(name))
        copied += 1
        if (copied % OFTEN === 0) say(`${copied.toLocaleString('en-US')} copied`)
      }
    }
  }
  const [done, before] = [copied, present].map((count) => count.toLocaleString('en-US'))
  say(`${done} copied to ${placeOf(storageUrl)}, ${before} were there.`)
})
