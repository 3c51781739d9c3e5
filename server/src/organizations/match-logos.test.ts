import { organizations } from '@hikmah/contract/organizations/endpoints'
import { MAX_LOGOS } from '@hikmah/contract/organizations/logos'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'

const { given, as } = await startServer()
const { matchLogos } = organizations
const admin = await as('admin')

const matched = async (files: string[]) =>
  (await admin(matchLogos, { body: { files } })).data.map(({ file, organizations: found }) => [
    file,
    found.map(({ _id }) => _id),
  ])

test('a file goes to the organization whose shortname or id it has, in any case and script', async () => {
  const fremont = await given.organization({ shortName: 'ICFremont' })
  const noor = await given.organization({ shortName: 'مسجد النور', logoName: 'old.png' })
  const [first, second] = [
    await given.organization({ shortName: 'MCA' }),
    await given.organization({ shortName: 'mca' }),
  ]
  await given.organization({ name: 'Bayarea', shortName: '' })
  const files = [
    'icfremont.png',
    `${noor.id.toUpperCase()}.webp`,
    'مسجد النور.jpg',
    'MCA.png',
    'bayarea.png',
    '.png',
    'x',
  ]
  expect(await matched(files)).toEqual([
    ['icfremont.png', [fremont.id]],
    [`${noor.id.toUpperCase()}.webp`, [noor.id]],
    ['مسجد النور.jpg', [noor.id]],
    ['MCA.png', [first.id, second.id]],
    ['bayarea.png', []],
    ['.png', []],
    ['x', []],
  ])
  const [{ organizations: found } = { organizations: [] }] = (
    await admin(matchLogos, { body: { files: ['icfremont.png'] } })
  ).data
  expect(found).toEqual([{ _id: fremont.id, orgName: fremont.name, hasLogo: false, version: 1 }])
})

test('too many files are refused by name, and so is whoever may not edit organizations', async () => {
  const files = Array.from({ length: MAX_LOGOS + 1 }, (_, n) => `${n}.png`)
  const reply = await admin(matchLogos, { body: { files } })
  expect([reply.status, Object.keys(reply.error.fields ?? {})]).toEqual([400, ['files']])
  expect((await (await as('manager'))(matchLogos, { body: { files: ['a.png'] } })).status).toBe(403)
})
