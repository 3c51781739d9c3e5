import { hardware } from '@hikmah/contract/hardware/endpoints'
import { expect, test } from 'vitest'
import { startWithDevices } from '../../test/devices.ts'
import { sweepDevices } from '../hardware/sweep-devices.ts'
import type { DeviceActor } from '../kit/auth/actor.ts'
import { beatDemoDevices, keepFleet } from './beat-devices.ts'

const { given, house, db, clock, admin, beat, read, storyOf } = await startWithDevices()

test('the devices of the demo beat while it runs, and no other', async () => {
  const [played, replaced, own] = [await given.device(), await given.device(), await given.device()]
  for (const device of [played, replaced, own]) await beat(device)
  const unit = ({ id, deviceId, keyHash }: typeof played) => ({
    by: {
      kind: 'device',
      id,
      name: deviceId,
      keyHash,
      ip: '198.51.100.10',
      userAgent: '',
      requestId: 'demo',
    } as DeviceActor,
    place: { city: 'Plano' },
  })
  await keepFleet(db, [played, replaced].map(unit))
  await admin(hardware.reissueDeviceKey, { params: { id: replaced.id } })
  const demo = { ...house, config: { ...house.config, demoData: true } }

  for (let minute = 0; minute < 40; minute += 1) {
    clock.advance(60)
    await beatDemoDevices(demo)
    await sweepDevices(db, clock.now())
  }

  const stateOf = async ({ id }: { id: string }) => (await read(id)).connectivity
  expect(await Promise.all([played, replaced, own].map(stateOf))).toEqual(['online', 'offline', 'offline'])
  expect(await storyOf(played.id)).toEqual(['connected'])
  expect((await read(played.id)).ipAddress).toBe('198.51.100.10')

  // Switched off over night, and on again.
  clock.advance(8 * 3600)
  await sweepDevices(db, clock.now())
  expect(await stateOf(played)).toBe('offline')
  await beatDemoDevices({ ...demo, config: { ...demo.config, demoData: false } })
  expect(await stateOf(played)).toBe('offline')
  await beatDemoDevices(demo)
  expect(await stateOf(played)).toBe('online')
})
