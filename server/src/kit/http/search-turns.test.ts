import { organizations } from '@hikmah/contract/organizations/endpoints'
import { search } from '@hikmah/contract/search'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'
import { createSearchTurns } from './serve.ts'

const { as, given, house } = await startServer()

const WORDS = Array.from({ length: 25 }, (_, n) => `m${n}`).join(' ')

test('a hundred searches at once leave connections for who opens a list', async () => {
  for (let n = 0; n < 20; n += 1) await given.organization()
  const people = await Promise.all(
    ['owner', 'admin', 'manager', 'manager', 'manager'].map((role) => as(role as 'owner')),
  )
  const connectionsTaken = async () => {
    // Who they are is known from here on, until a write of anybody has it asked again.
    for (const person of people) await person(search.findAnything, { query: { q: 'm' } })
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, house.database.pool().busy)
    }, 1)
    const searches = Array.from({ length: 100 }, (_, n) => {
      const person = people[n % people.length]!
      const query = { q: WORDS }
      return n % 2 ? person(search.findAnything, { query }) : person(organizations.listOrganizations, { query })
    })
    const statuses = (await Promise.all(searches)).map(({ status }) => status)
    clearInterval(watch)
    expect(new Set(statuses)).toEqual(new Set([200]))
    return most
  }
  const rounds = [await connectionsTaken(), await connectionsTaken(), await connectionsTaken()]
  expect(Math.min(...rounds), 'of twenty').toBeLessThan(15)
}, 60_000)

test('one person’s searches take turns among themselves and leave the others theirs', async () => {
  const inTurn = createSearchTurns()
  const under = { anna: 0, bilal: 0 }
  const most = { anna: 0, bilal: 0, all: 0 }
  const searchOf = (person: 'anna' | 'bilal') =>
    inTurn(person, async () => {
      under[person] += 1
      most[person] = Math.max(most[person], under[person])
      most.all = Math.max(most.all, under.anna + under.bilal)
      await new Promise((done) => setTimeout(done, 5))
      under[person] -= 1
    })
  const many = Promise.allSettled(Array.from({ length: 100 }, () => searchOf('anna')))
  let isBilalDone = false
  await searchOf('bilal').then(() => {
    isBilalDone = true
    expect(under.anna).toBeGreaterThan(0)
  })
  expect(isBilalDone).toBe(true)
  const refused = (await many).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(50)
  expect(refused[0]).toMatchObject({ reason: { status: 429, code: 'RATE_LIMITED', retryAfterS: 1 } })
  expect(most).toEqual({ anna: 2, bilal: 1, all: 3 })
  await searchOf('anna')
})

test('searches that nobody waits for any more are not made, and hold up nobody', async () => {
  const inTurn = createSearchTurns()
  const made: string[] = []
  const searchFor = (word: string, isGone = () => false) => inTurn('anna', async () => made.push(word), isGone)
  let hasHungUp = false
  const abandoned = Array.from({ length: 42 }, (_, n) => searchFor(`letter ${n}`, () => hasHungUp && n > 1))
  await expect(searchFor('one too many')).rejects.toMatchObject({ status: 429 })
  hasHungUp = true
  await searchFor('the whole word')
  await Promise.allSettled(abandoned)
  expect(made).toEqual(['letter 0', 'letter 1', 'the whole word'])
})
