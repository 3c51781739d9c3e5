import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type AppStream, streamPrefix } from '@hikmah/contract/hardware/schemas'
import { and, inArray, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Reads } from '../house.ts'
import type { DeviceActor } from '../kit/auth/actor.ts'
import { randomToken, sha256 } from '../kit/auth/tokens.ts'
import { gather } from '../kit/db/db.ts'
import { machineAddress } from '../kit/http/edge/network.ts'
import { callerOf } from '../kit/http/serve.ts'
import { createKeyPace } from './device-pace.ts'
import { devices } from './table.ts'

/** Crockford's base 32: no I, L, O and U, which are read as something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 10

const characterOf = (byte: number) => ALPHABET[byte % ALPHABET.length]!
const checkOf = (key: Buffer, text: string) => characterOf(createHmac('sha256', key).update(text).digest()[0]!)

/** A prefix, ten random characters and a check character that only we can compute. Nothing is stored. */
export function newDeviceId(key: Buffer, prefix: 'DK' | 'DS'): string {
  const text = prefix + [...randomBytes(CHARACTERS)].map(characterOf).join('')
  return text + checkOf(key, text)
}

/** Whether the id was given by this house, and for this app stream. */
export function isDeviceId(key: Buffer, deviceId: string, appStream: AppStream): boolean {
  if (!/^D[KS][0-9A-HJKMNP-TV-Z]{11}$/.test(deviceId) || !deviceId.startsWith(streamPrefix[appStream])) return false
  const check = checkOf(key, deviceId.slice(0, -1))
  return timingSafeEqual(Buffer.from(check), Buffer.from(deviceId.slice(-1)))
}

export const newDeviceKey = () => `dk_${randomToken(32)}`
const KEY = /^dk_[\w-]{43}$/

/** About 200 bytes each. */
const MAX_KEPT = 200_000

/**
 * The device behind a key. Its identity never changes, so it is kept; whether the key is still good is asked again by the
 * very statement that writes (`keep_beats`, reportDeviceEvents), in every instance.
 */
export function createIdentifyDevice({ db, clock }: Reads) {
  const pace = createKeyPace(clock)
  const known = new Map<string, { id: string; name: string }>()
  const keep = (keyHash: string, device: { id: string; name: string }) => {
    // A map keeps the order of insertion: the oldest entry makes room.
    const [oldest] = known.keys()
    if (known.size >= MAX_KEPT && oldest !== undefined) known.delete(oldest)
    known.set(keyHash, device)
  }
  const find = gather(async (keyHashes: string[]) => {
    const rows = await db
      .select({ id: devices.id, name: devices.deviceId, keyHash: devices.keyHash })
      .from(devices)
      .where(and(inArray(devices.keyHash, keyHashes), isNull(devices.deletedAt)))
    const found = new Map(rows.map(({ id, name, keyHash }) => [keyHash, { id, name }]))
    for (const [keyHash, device] of found) keep(keyHash, device)
    return keyHashes.map((keyHash) => found.get(keyHash))
  })

  const findPaced = async (keyHash: string, address: string) => {
    pace.count(address)
    let isUnknown = false
    try {
      const device = await find(keyHash)
      isUnknown = !device
      return device
    } finally {
      if (!isUnknown) pace.refund(address)
    }
  }

  return async (key: string, request: FastifyRequest): Promise<DeviceActor | undefined> => {
    if (!KEY.test(key)) return undefined
    const keyHash = sha256(key)
    const device = known.get(keyHash) ?? (await findPaced(keyHash, machineAddress(callerOf(request).ip)))
    return device && { kind: 'device', ...device, keyHash, ...callerOf(request) }
  }
}
