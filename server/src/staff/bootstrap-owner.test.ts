import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { rowsOf } from '../kit/db/db.ts'
import { bootstrapOwner } from './bootstrap-owner.ts'

const { house } = await startServer()

const inProduction = (password: string) => {
  const owner = { email: 'imam@masjid.example', password, name: 'Yusuf Rahmani', isDemo: false }
  return { ...house, config: { ...house.config, production: true, owner } }
}

test('production makes no owner with a password that is guessed at once, and names the setting', async () => {
  for (const password of ['Password1', 'Yusuf-Rahmani-1']) {
    await expect(bootstrapOwner(inProduction(password))).rejects.toThrow(/^OWNER_PASSWORD: This password/)
  }
  const rule = /^OWNER_PASSWORD: At least 8 characters with/
  await expect(bootstrapOwner(inProduction('three quiet olive trees'))).rejects.toThrow(rule)
  expect(await rowsOf(house.db, sql`select 1 from staff`)).toEqual([])
  expect(await bootstrapOwner(inProduction('Correct-Horse-7'))).toBe(true)
})
