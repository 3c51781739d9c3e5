import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe } from 'vitest'

const isThere = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/**
 * `describe` for tests that run these programs, or are run by `root`; scripts/install-cluster-tools.sh installs the
 * programs. Where one is missing they are skipped, and the name of the skipped group says why.
 */
export function needs(...what: string[]) {
  const missing = what.filter((each) => (each === 'root' ? process.geteuid?.() !== 0 : !isThere(each)))
  return (name: string, tests: () => void) =>
    missing.length > 0 ? describe.skip(`${name} (missing here: ${missing.join(', ')})`, tests) : describe(name, tests)
}
