import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Found from the sources and from the bundle alike. */
export const projectRoot = folderWith('package-lock.json', import.meta.dirname)

function folderWith(file: string, folder: string): string {
  return existsSync(join(folder, file)) || folder === dirname(folder) ? folder : folderWith(file, dirname(folder))
}
