import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { redraw } from './architecture.ts'
import { layers, simplify } from './imports.ts'

const DOCUMENT = join(import.meta.dirname, '../docs/architecture.md')

test('docs/architecture.md shows the imports as they are; `npm run architecture` draws it again', async () => {
  await expect(redraw(readFileSync(DOCUMENT, 'utf8'))).toMatchFileSnapshot(DOCUMENT)
})

test('a circle is drawn as one box, and an arrow only where no others imply it', () => {
  const drawn = simplify(
    new Map([
      ['a', new Set(['b', 'd'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b', 'd'])],
      ['d', new Set<string>()],
    ]),
  )
  expect([...drawn].map(([folder, imported]) => [folder, ...imported])).toEqual([['a', 'b, c'], ['b, c', 'd'], ['d']])
  expect(layers(drawn)).toEqual([['a'], ['b, c'], ['d']])
})
