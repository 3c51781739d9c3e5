import { existsSync } from 'node:fs'
import { ConfigError, readArguments } from '../src/kit/process/config-error.ts'
import { onlyFile, runCommand, say, spellCommand } from './command.ts'
import { readArchive, readKeys } from './read-archive.ts'

const USAGE = `Name the archive: ${spellCommand('audit:verify', 'FILE')}`

/** `npm run audit:verify -- FILE` needs the key, and neither a console nor a database. */
await runCommand(async (config) => {
  const file = onlyFile(USAGE, readArguments(USAGE, { allowPositionals: true }).positionals)
  if (!existsSync(file)) throw new ConfigError(`${file} does not exist`)
  const { part, entries, first, last, hash } = await readArchive(file, readKeys(config))
  say(`${part}: ${entries.toLocaleString('en-US')} entries in seals ${first} to ${last} are as they were written.`)
  say(`The last seal is ${hash}`)
})
