import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const markOf = (dataDir: string) => join(dataDir, 'first-start.unfinished')

/**
 * Marks the directory until its first start is done. A start that was killed before leaves the mark: nobody was served
 * from that database yet, so it is thrown away and created again, rather than kept half finished.
 */
export function beginFirstStart(dataDir: string, databaseDir: string) {
  const mark = markOf(dataDir)
  // What the killed start had begun may still write there for a moment.
  if (existsSync(mark)) rmSync(databaseDir, { recursive: true, force: true, maxRetries: 10 })
  else if (existsSync(databaseDir)) return
  const file = openSync(mark, 'w')
  fsyncSync(file)
  closeSync(file)
}

/** The database is whole; from now on nothing throws it away. */
export const endFirstStart = (dataDir: string) => rmSync(markOf(dataDir), { force: true })
