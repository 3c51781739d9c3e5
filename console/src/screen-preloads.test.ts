import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pathOf, screens } from './screens.ts'

const built = join(import.meta.dirname, '../dist')
const preloads: { pattern: string; files: string[] }[] = JSON.parse(
  readFileSync(join(built, 'screen-preloads.json'), 'utf8'),
)

const example = (address: string) => address.replace(/\{?\$\w+\}?/g, '0199a1b2-0000-7000-8000-000000000000')

test.each(screens.map(pathOf))('%s is asked for together with the files of its screen', (address) => {
  const fitting = preloads.filter(({ pattern }) => new RegExp(pattern).test(example(address)))
  expect(fitting).toHaveLength(1)
  expect(fitting[0]?.files.length).toBeGreaterThan(0)
  for (const file of fitting[0]?.files ?? []) expect(readFileSync(join(built, file)).length).toBeGreaterThan(0)
})

/** The trail of all is read on and on, from the newest entry. */
const ASKS_NOTHING = ['/audit']

const found = screens.filter(({ options }) => options.staticData?.items || options.staticData?.finds)

test.each(
  found.filter((screen) => !ASKS_NOTHING.includes(pathOf(screen))).map((screen) => [pathOf(screen), screen] as const),
)('%s asks for what it shows while it is loading', (_path, { options }) =>
  expect(options.staticData?.asks).toBeDefined(),
)
