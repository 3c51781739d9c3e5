import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type AppStream, streamPrefix } from '@hikmah/contract/hardware/schemas'
import { and, inArray, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Reads } from '../house.ts'
import type { DeviceActor } from '../kit/auth/actor.ts'
import { randomToken, sha256 } from '../kit/auth/tokens.ts'
import { gather } from '../kit/db/db.ts'
import { rateLimited } from '../kit/errors/refusal.ts'
import { machineAddress } from '../kit/http/edge/network.ts'
import { callerOf } from '../kit/http/serve.ts'
import type { Clock } from '../kit/process/clock.ts'
import { devices } from './table.ts'

const CALLS_A_MINUTE = 60
const UNKNOWN_KEYS_A_MINUTE = 120
const MINUTE_MS = 60_000

/** Counts in memory: each instance counts what it is asked, and forgets it all each minute. */
function createCounter(clock: Clock, max: number, message: string) {
  const counts = new Map<string, number>()
  let endsAt = 0
  return {
    count: (key: string): void => {
      const now = clock.now().getTime()
      if (now >= endsAt) {
        counts.clear()
        endsAt = now + MINUTE_MS
      }
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count > max) throw rateLimited(message, (endsAt - now) / 1000)
    },
    refund: (key: string): void => void counts.set(key, Math.max(0, (counts.get(key) ?? 0) - 1)),
  }
}

/** Counted by key, so that a replaced key does not use up the device's calls. */
export const createPace = (clock: Clock) =>
  createCounter(clock, CALLS_A_MINUTE, 'This device sends too many requests. Send a heartbeat every five minutes.')
    .count

/** Refuses an address that tries too many unknown keys. A valid key is refunded. */
export const createKeyPace = (clock: Clock) =>
  createCounter(clock, UNKNOWN_KEYS_A_MINUTE, 'Too many unknown device keys from your network. Try again in a minute.')

/** With the one that writes beats, three of the pool's twenty connections: staff always find one. */
const AT_ONCE = 2
/** A device that waits for its answers has one. */
const CALLS_OF_ONE = 11
/** About three seconds of work. */
const WAITING_OF_ALL = 1000

const AGAIN_S = 10
/** Those that are sent away together do not come back together. */
const spread = () => AGAIN_S * (1 + 2 * Math.random())

interface Waiting {
  device: string
  start: () => void
}

/**
 * Queues the calls that devices write by before they are judged and take a connection: one of a device at a time, and few
 * of all. In memory, so each instance has a queue of its own; in the database a device's row is locked.
 */
export function createDeviceTurns() {
  const present = new Map<string, number>()
  const busy = new Set<string>()
  const waiting: Waiting[] = []

  const startNext = () => {
    if (busy.size >= AT_ONCE) return
    const next = waiting.findIndex(({ device }) => !busy.has(device))
    const [call] = next < 0 ? [] : waiting.splice(next, 1)
    if (!call) return
    busy.add(call.device)
    call.start()
  }

  return {
    /** Counts a call of the device, and refuses one too many. Returns what to call when it is over. */
    arrive(device: string): () => void {
      const calls = present.get(device) ?? 0
      if (calls >= CALLS_OF_ONE) {
        throw rateLimited('This device sends before it is answered. Wait for the answers, then send this again.', 1)
      }
      present.set(device, calls + 1)
      return () => {
        const left = (present.get(device) ?? 1) - 1
        if (left > 0) present.set(device, left)
        else present.delete(device)
      }
    },
    /** Resolves when it is the device's turn, with the function that ends it. */
    async takeTurn(device: string): Promise<() => void> {
      if (waiting.length >= WAITING_OF_ALL) {
        throw rateLimited('Too many devices report at once. Send these events again later.', spread())
      }
      await new Promise<void>((start) => {
        waiting.push({ device, start })
        startNext()
      })
      return () => {
        busy.delete(device)
        startNext()
      }
    },
  }
}

/** Crockford's base 32: no I, L, O and U, which are read as something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 10

const toCharacter = (byte: number) => ALPHABET[byte % ALPHABET.length]!
const checkCharacter = (key: Buffer, text: string) => toCharacter(createHmac('sha256', key).update(text).digest()[0]!)

/** A prefix, ten random characters and a check character that only we can compute. Nothing is stored. */
export function newDeviceId(key: Buffer, prefix: 'DK' | 'DS'): string {
  const text = prefix + [...randomBytes(CHARACTERS)].map(toCharacter).join('')
  return text + checkCharacter(key, text)
}

/** Whether the id was given by this house, and for this app stream. */
export function isDeviceId(key: Buffer, deviceId: string, appStream: AppStream): boolean {
  if (!/^D[KS][0-9A-HJKMNP-TV-Z]{11}$/.test(deviceId) || !deviceId.startsWith(streamPrefix[appStream])) return false
  const check = checkCharacter(key, deviceId.slice(0, -1))
  return timingSafeEqual(Buffer.from(check), Buffer.from(deviceId.slice(-1)))
}

export const newDeviceKey = () => `dk_${randomToken(32)}`
const KEY = /^dk_[\w-]{43}$/

/** About 200 bytes each. */
const MAX_REMEMBERED = 200_000

/**
 * The device behind a key. Its identity never changes, so it is kept; whether the key is still good is asked again by the
 * very statement that writes (`keep_beats`, reportDeviceEvents), in every instance.
 */
export function createIdentifyDevice({ db, clock }: Reads) {
  const pace = createKeyPace(clock)
  const devicesByKey = new Map<string, { id: string; name: string }>()
  const remember = (keyHash: string, device: { id: string; name: string }) => {
    // A map keeps the order of insertion: the oldest entry makes room.
    const [oldest] = devicesByKey.keys()
    if (devicesByKey.size >= MAX_REMEMBERED && oldest !== undefined) devicesByKey.delete(oldest)
    devicesByKey.set(keyHash, device)
  }
  const find = gather(async (keyHashes: string[]) => {
    const rows = await db
      .select({ id: devices.id, name: devices.deviceId, keyHash: devices.keyHash })
      .from(devices)
      .where(and(inArray(devices.keyHash, keyHashes), isNull(devices.deletedAt)))
    const matches = new Map(rows.map(({ id, name, keyHash }) => [keyHash, { id, name }]))
    for (const [keyHash, device] of matches) remember(keyHash, device)
    return keyHashes.map((keyHash) => matches.get(keyHash))
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
    const device = devicesByKey.get(keyHash) ?? (await findPaced(keyHash, machineAddress(callerOf(request).ip)))
    return device && { kind: 'device', ...device, keyHash, ...callerOf(request) }
  }
}
