import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.ts'

interface Release {
  version: string
  /** Written into a release alone (scripts/release.ts): a checkout is at whatever commit it is at. */
  commit?: string
}

const { version, commit }: Release = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
export const release: Release = { version, ...(commit && { commit }) }

/** What runs: `0.1.0`, in a release with its commit, `0.1.0 (ca2a93b97f1e)`. */
export const describeRelease = ({ version, commit } = release): string =>
  commit ? `${version} (${commit.slice(0, 12)})` : version
