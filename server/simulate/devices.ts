import { randomBytes } from 'node:crypto'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { streamPrefix } from '@hikmah/contract/hardware/schemas'
import { media } from '@hikmah/contract/media'
import { markPng } from '../src/demo/fiction.ts'
import type { StaffHeaders } from './staff.ts'
import { about, chance, oneOf, type Stage } from './stage.ts'

const NAME = 'Simulated'
const HOUR_S = 3600
const agents = ['Mozilla/5.0 (X11; Linux aarch64) Chrome/141.0.0.0', 'Mozilla/5.0 (Linux; Android 15) Chrome/141.0.0.0']

interface Unit {
  name: string
  deviceId: string
  key: string
}

/** Units with a key: those that an earlier play made get a new one, what is missing is added as staff would. */
export async function fetchDevices(stage: Stage, staff: StaffHeaders, many: number): Promise<Unit[]> {
  const query = { q: NAME, limit: Math.min(many, 100), page: 1 }
  const known = await stage.call(hardware.listDevices, { query }, staff)
  const units: Unit[] = []
  for (const { _id, name, deviceId } of known.filter((row) => row.name.startsWith(NAME)).slice(0, many)) {
    const { deviceKey: key } = await stage.call(hardware.reissueDeviceKey, { params: { id: _id } }, staff)
    units.push({ name, deviceId, key })
  }
  if (units.length === many) return units
  const imageUrl = await uploadImage(stage, staff)
  while (units.length < many && !stage.isOver) {
    units.push(await addDevice(stage, staff, `${NAME} ${randomBytes(2).toString('hex')}`, imageUrl))
  }
  return units
}

async function uploadImage(stage: Stage, staff: StaffHeaders): Promise<string> {
  const form = new FormData()
  form.set('kind', 'image')
  form.set('file', new Blob([new Uint8Array(await markPng(0))], { type: 'image/png' }), 'device.png')
  return (await stage.call(media.uploadMedia, {}, staff, form)).imageUrl
}

async function addDevice(stage: Stage, staff: StaffHeaders, name: string, imageUrl: string): Promise<Unit> {
  const appStream = oneOf(['DEENKIOSK', 'DEENSCREEN'] as const)
  const query = { appStream: streamPrefix[appStream] }
  const deviceId = await stage.call(hardware.getUniqueDeviceId, { query })
  const body = {
    deviceId,
    appStream,
    // Locally administered: no such hardware exists.
    macAddress: `02${randomBytes(5).toString('hex')}`,
    name,
    price: 499,
    imageMetaData: { imageUrl, imageName: 'device.png' },
  }
  const { deviceKey: key } = await stage.call(hardware.createDevice, { body }, staff)
  return { name, deviceId, key }
}

/** A unit that connects and beats, and now and then drops out, with or without a word, and comes back. */
export async function runDevice(stage: Stage, { name, deviceId, key }: Unit) {
  const headers = { deviceKey: key, 'user-agent': oneOf(agents) }
  let events = 0
  const report = (type: 'connected' | 'disconnected') => {
    events += 1
    const at = new Date()
    const body = {
      type,
      eventId: `${deviceId}-${at.getTime()}-${events}`,
      at: at.toISOString(),
      country: 'United States',
    }
    return stage.act(name, type, () => stage.call(hardware.reportDeviceEvents, { body }, headers))
  }
  await stage.wait(about(60))
  while (!stage.isOver) {
    await report('connected')
    while (!stage.isOver) {
      const beat = await stage.act(name, 'beat', () => stage.call(hardware.heartbeat, { body: {} }, headers))
      await stage.wait(beat?.nextBeatS ?? about(300))
      if (chance(0.15)) break
    }
    if (!stage.isOver && chance(0.5)) await report('disconnected')
    await stage.wait(about(HOUR_S / 3))
  }
}
