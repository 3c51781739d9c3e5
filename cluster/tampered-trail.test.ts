import { expect, test } from 'vitest'
import { verifyTrail } from '../server/src/kit/audit/verify-trail.ts'
import {
  entryTamperings,
  keepTrail,
  openTrail,
  readNumbers,
  removeLast,
  sealAnew,
  sealTamperings,
  tamper,
  writeEntry,
} from '../server/test/trail.ts'

const TAMPERINGS = 1000
const SEALS = 30

test(`${TAMPERINGS} random tamperings with entries and seals are all found, at once or when the next is sealed`, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 100_000)
  let state = seed
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!

  const { database, db, house, openHouse, time } = await openTrail()
  await house.sealer.seal()
  for (let n = 0; n < SEALS; n += 1) {
    time.now = new Date(Date.UTC(2026, n / 5, 1 + (n % 5)))
    await writeEntry(house, 1 + random(4))
    await house.sealer.seal()
  }
  await writeEntry(house, 6)
  const putBack = await keepTrail(database)
  const { entries, numbers } = await readNumbers(db)
  const kinds = [
    ...Object.keys(entryTamperings),
    ...Object.keys(sealTamperings),
    'all is sealed anew',
    'it is never sealed',
  ]

  const found: Record<string, number> = {}
  for (let n = 0; n < TAMPERINGS; n += 1) {
    const what = pick(kinds)
    const seq = pick(entries)
    const label = `${what}, entry ${seq}, try ${n}, SEED=${seed}`
    if (what === 'it is never sealed') {
      const writer = openHouse()
      await writer.sealer.start(() => undefined)
      await writeEntry(writer, 1 + random(3))
      await tamper(database, removeLast)
      await writer.sealer.stop()
    } else if (what === 'all is sealed anew') {
      await tamper(database, sealAnew(seq))
      await house.sealer.seal()
    } else if (entryTamperings[what]) {
      await tamper(database, entryTamperings[what](seq, pick(entries.filter((other) => other !== seq))))
      if (random(2) === 0) await house.sealer.seal()
    } else {
      await tamper(database, sealTamperings[what]!(pick(numbers.slice(2, -1))))
      if (random(2) === 0) await house.sealer.seal()
    }
    expect((await verifyTrail(database, house.keys)).ok, label).toBe(false)
    found[what] = (found[what] ?? 0) + 1
    await putBack()
    if (n % 100 === 0) expect((await verifyTrail(database, house.keys)).ok, label).toBe(true)
  }
  console.info(`found of each kind: ${JSON.stringify(found)}`)
})
