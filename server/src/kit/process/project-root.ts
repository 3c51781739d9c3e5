import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of the project, from the sources and from the bundle that is made of them alike. */
export const projectRoot = folderWith('package-lock.json', import.meta.dirname)

function folderWith(file: string, folder: string): string {
  return existsSync(join(folder, file)) || folder === dirname(folder) ? folder : folderWith(file, dirname(folder))
}
