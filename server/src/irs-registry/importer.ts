import { join } from 'node:path'
import { projectRoot } from '../kit/process/project-root.ts'

/** As little memory as the import is quick with. */
const MEMORY = ['--max-semi-space-size=4', '--max-old-space-size=160']

/** What `npm run irs:import` runs (package.json), to which the files are added. `scripts/prepare.mjs` builds it. */
export const importerCommand = () => [process.execPath, ...MEMORY, join(projectRoot, 'server/irs/dist/import.js')]
