import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Found from the sources, from the bundle and in a release alike. */
export const projectRoot = folderWith('server/migrations', import.meta.dirname)

function folderWith(file: string, folder: string): string {
  return existsSync(join(folder, file)) || folder === dirname(folder) ? folder : folderWith(file, dirname(folder))
}
