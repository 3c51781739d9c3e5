import { hardware } from '@hikmah/contract/hardware/endpoints'
import { navigation } from '@hikmah/contract/navigation'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { expect, test } from 'vitest'
import { startServer } from '../../../../test/start.ts'

const { as, call, given } = await startServer()

const statuses = async (calls: Promise<{ status: number }>[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('of 300 codes at once from one address thirty are looked at, nobody is told that the server is busy, and who is signed in is served', async () => {
  const owner = await as('owner')
  const codes = Array.from({ length: 300 }, (_, n) =>
    call(signIn.authenticate, { body: { userName: `n${n}@masjid.example`, password: 'Wrong-Pass-1', code: '123456' } }),
  )
  const own = owner(navigation.readNavigationCounts, {})
  expect(await statuses(codes)).toEqual({ 401: 30, 429: 270 })
  expect((await own).status).toBe(200)
})

test('of 300 unknown device keys 120 are looked for, and a device that is known goes on', async () => {
  const { deviceKey } = await given.device()
  const beat = (key: string) => call(hardware.heartbeat, { body: {} }, { headers: { deviceKey: key } })
  expect((await beat(deviceKey)).status).toBe(200)
  const strangers = Array.from({ length: 300 }, (_, n) => beat(`dk_${String(n).padStart(43, 'a')}`))
  expect(await statuses(strangers)).toEqual({ 401: 120, 429: 180 })
  expect((await beat(deviceKey)).status).toBe(200)
})
