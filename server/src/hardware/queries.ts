import type { Parsed } from '@hikmah/contract/endpoint'
import type { hardware } from '@hikmah/contract/hardware/endpoints'
import {
  type ConnectionEvent,
  type Connectivity,
  type Device,
  type DeviceRow,
  type DeviceState,
  type DevicesQuery,
  listedDeviceStatuses,
  OFFLINE_AFTER_S,
  type StoredDeviceField,
} from '@hikmah/contract/hardware/schemas'
import type { RootOf } from '@hikmah/contract/words'
import { and, asc, count, desc, eq, getTableColumns, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { inNameOrder } from '../kit/db/columns.ts'
import { type Db, kept } from '../kit/db/db.ts'
import { conflict, existing } from '../kit/errors/refusal.ts'
import { readPage } from '../kit/list/read-page.ts'
import { isPaged, newestFirst, type Order, orderOf, type Picked, pagingOf, streamRows } from '../kit/list/rows.ts'
import { detailOf, type SearchSource } from '../kit/list/search.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { nestedFields, shownIn } from '../media/queries.ts'
import { type DeviceTableRow, deviceBeats, deviceColumns, deviceEvents, deviceNames, devices } from './table.ts'

/** A device without a beat since then counts as disconnected. */
export const offlineSince = (now: Date) => secondsAfter(now, -OFFLINE_AFTER_S)

function connectivityOf(beat: { lastBeatAt: Date | null; connected: boolean }, now: Date): Connectivity {
  if (!beat.lastBeatAt) return 'never'
  return beat.connected && beat.lastBeatAt > offlineSince(now) ? 'online' : 'offline'
}

type Query = z.infer<typeof DevicesQuery>

const { search: _search, listedStatus: _listedStatus, keyHash: _keyHash, ...wholeRow } = getTableColumns(devices)
const { lastBeatAt, connected, connectedOn, ip, country, browser, os } = getTableColumns(deviceBeats)
const listRow = { ...wholeRow, lastBeatAt, connected, connectedOn, ip, country, browser, os }

const isLive = isNull(devices.deletedAt)
export const isDevice = (id: string) => and(eq(devices.id, id), isLive)

const selected = (db: Db) =>
  db.select(listRow).from(devices).innerJoin(deviceBeats, eq(deviceBeats.deviceId, devices.id)).$dynamic()

type ListRow = Awaited<ReturnType<typeof selected>>[number]

const selectRows = (db: Db) => (picked: Picked) =>
  db
    .select({ ...listRow, ...picked.counts })
    .from(devices)
    .innerJoin(picked.from, eq(devices.id, picked.id))
    .innerJoin(deviceBeats, eq(deviceBeats.deviceId, devices.id))
    .orderBy(...picked.order)

const fields = {
  deviceId: [devices.deviceId],
  name: [inNameOrder(devices.name)],
  appStream: [devices.appStream, devices.createdAt],
  status: [devices.listedStatus, devices.createdAt],
  price: [devices.price],
  createdAt: [devices.createdAt],
}

type Sort = NonNullable<Query['sort']>
const isByBeat = (sort: Sort): sort is 'lastActive' | '-lastActive' => sort === 'lastActive' || sort === '-lastActive'

/** Devices that were never seen come before all others. */
function orderBy(sort: Sort): Order {
  if (!isByBeat(sort)) return orderOf(fields, devices.id, sort)
  const isOldestFirst = sort === 'lastActive'
  return [
    { by: lastBeatAt, way: isOldestFirst ? 'asc nulls first' : 'desc nulls last' },
    { by: deviceBeats.deviceId, way: isOldestFirst ? 'asc' : 'desc' },
  ]
}

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

function hasConnectivity(wanted: NonNullable<Query['connectivity']>, now: Date): SQL {
  if (wanted === 'never') return sql`${lastBeatAt} is null`
  const since = at(offlineSince(now))
  if (wanted === 'online') return sql`(${connected} and ${lastBeatAt} > ${since})`
  // Each half has an index.
  return sql`(${lastBeatAt} <= ${since} or (not ${connected} and ${lastBeatAt} is not null))`
}

function isNotSeenFor(days: number, now: Date): SQL {
  const since = at(secondsAfter(now, -days * DAY_S))
  return sql`(${lastBeatAt} <= ${since} or (${lastBeatAt} is null and ${devices.createdAt} <= ${since}))`
}

const both = sql`${devices} inner join ${deviceBeats} on ${deviceBeats.deviceId} = ${devices.id}`

/** The beats lie apart in narrow rows: what asks for nothing else is picked from them alone. */
function sourceOf(
  { q, status, state, appStream, connectivity, notSeenDays }: Query,
  sort: Sort,
  some: SQL | undefined,
) {
  if (!isByBeat(sort) && !connectivity && !notSeenDays)
    return { from: sql`${devices}`, id: devices.id, isInList: isLive }
  const asksDevice = some || q || status || state || appStream || notSeenDays || !isByBeat(sort)
  if (asksDevice) return { from: both, id: devices.id, isInList: isLive }
  const isDeleted = sql`(select from ${devices} where ${devices.id} = ${deviceBeats.deviceId} and ${devices.deletedAt} is not null)`
  return { from: sql`${deviceBeats}`, id: deviceBeats.deviceId, isInList: notExists(isDeleted) }
}

const isNotAssigned = isNull(devices.organizationId)

/** A page of all devices, or of `some`: those of an organization or of none, which are fewer and counted as they are. */
export async function listDevices(db: Db, query: Query, now: Date, some?: SQL) {
  const { status, state, appStream, connectivity, notSeenDays, sort = '-createdAt' } = query
  const { isInList, ...source } = sourceOf(query, sort, some)
  return readPage(db, query, {
    present: (row) => presentRow(row, now),
    rows: { ...source, where: and(isInList, some), order: orderBy(sort), select: selectRows(db) },
    tabs: {
      stored: some ? undefined : 'devices',
      statuses: listedDeviceStatuses,
      countBy: devices.listedStatus,
      countFrom: source.id === devices.id ? source.from : both,
    },
    preparedSort: some ? undefined : '-createdAt',
    tab: status && eq(devices.listedStatus, status),
    areFiltersIndexed: Boolean(state),
    filters: and(
      // Its index holds only those that are set.
      state ? and(eq(devices.organizationState, state), ne(devices.organizationState, '')) : undefined,
      appStream && eq(devices.appStream, appStream),
      connectivity && hasConnectivity(connectivity, now),
      notSeenDays ? isNotSeenFor(notSeenDays, now) : undefined,
    ),
    search: [devices.search],
  })
}

/** Of addresses that name one; the state with most that are offline first. */
export function listDeviceStates(db: Db, now: Date): Promise<DeviceState[]> {
  const offline = sql<number>`count(*) filter (where ${hasConnectivity('offline', now)})::int`
  const { organizationState: state } = devices
  return db
    .select({ state, devices: count(), offline })
    .from(devices)
    .innerJoin(deviceBeats, eq(deviceBeats.deviceId, devices.id))
    .where(and(isLive, ne(state, '')))
    .groupBy(state)
    .orderBy(desc(offline), desc(count()), state)
}

const inventory = (db: Db, now: Date) => ({
  from: sql`${devices}`,
  id: devices.id,
  select: selectRows(db),
  present: (row: ListRow) => presentRow(row, now),
})

export const streamDevices = (db: Db, now: Date) =>
  streamRows({ ...inventory(db, now), where: isLive, ...newestFirst(devices) })

export const listNotAssignedDevices = (db: Db, query: Query, now: Date) =>
  listDevices(db, { sort: 'deviceId', ...query }, now, isNotAssigned)

export const streamNotAssignedDevices = (db: Db, now: Date) =>
  streamRows({
    ...inventory(db, now),
    where: and(isLive, isNotAssigned),
    order: [devices.appStream, devices.deviceId].map((by) => ({ by, way: 'asc' })),
    after: (last: ListRow) => sql`(${devices.appStream}, ${devices.deviceId}) > (${last.appStream}, ${last.deviceId})`,
  })

export async function listOrganizationDevices(db: Db, organizationId: string, query: Query, now: Date) {
  const isItsOwn = eq(devices.organizationId, organizationId)
  if (isPaged(query)) return listDevices(db, { sort: 'deviceId', ...query }, now, isItsOwn)
  const own = await kept(selected(db).where(isItsOwn).orderBy(asc(devices.deviceId)))
  return { data: own.map((row) => presentRow(row, now)) }
}

const IN_TIMELINE = 10
/** By their own time; of the same moment as we heard of them. */
const latestFirst = [desc(deviceEvents.createdAt), desc(deviceEvents.seq)]

export async function readDevice(db: Db, id: string, now: Date): Promise<Device> {
  const row = existing(await kept(selected(db).where(isDevice(id))), 'device')
  const newest = (type: ConnectionEvent['type']) =>
    db
      .select()
      .from(deviceEvents)
      .where(and(eq(deviceEvents.deviceId, id), eq(deviceEvents.type, type)))
      .orderBy(...latestFirst)
      .limit(IN_TIMELINE)
  const events = await kept(unionAll(newest('connected'), newest('disconnected')))
  const of = (type: ConnectionEvent['type']) =>
    events
      .filter((event) => event.type === type)
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.seq - a.seq)
      .map(presentEvent)
  return {
    ...presentRow(row, now),
    timeline: { connected: of('connected'), disconnected: of('disconnected') },
    keyIssuedAt: row.keyIssuedAt.toISOString(),
    assignedAt: row.assignedAt?.toISOString() ?? null,
    browser: row.browser,
    os: row.os,
  }
}

export async function listDeviceEvents(
  db: Db,
  id: string,
  { type, ...query }: Parsed<typeof hardware.listDeviceEvents>['query'],
) {
  existing(await db.select({ id: devices.id }).from(devices).where(isDevice(id)), 'device')
  const { page, limit, offset } = pagingOf(query)
  const filter = and(eq(deviceEvents.deviceId, id), type && eq(deviceEvents.type, type))
  const events = await db
    .select()
    .from(deviceEvents)
    .where(filter)
    .orderBy(...latestFirst)
    .limit(limit)
    .offset(offset)
  const total = await db.$count(deviceEvents, filter)
  return { data: events.map(presentEvent), meta: { total, page, limit } }
}

/** Holds the device until the transaction ends. Its beats and events may go on meanwhile. */
export const lockDevice = async (tx: Tx, id: string) =>
  existing(await tx.select(wholeRow).from(devices).where(isDevice(id)).for('no key update'), 'device')
export type LockedDevice = Awaited<ReturnType<typeof lockDevice>>

export const aboutDevice = ({ id, deviceId }: Pick<DeviceTableRow, 'id' | 'deviceId'>) =>
  ({ entity: 'device', entityId: id, entityName: deviceId }) as const

export const saveDevice = (tx: Tx, id: string, changed: Partial<DeviceTableRow>) =>
  tx
    .update(devices)
    .set({ ...changed, version: sql`${devices.version} + 1` })
    .where(eq(devices.id, id))

export const conflictOn = async (tx: Tx, id: string, message: string) =>
  conflict(message, await readDevice(tx, id, tx.at))

/** Finds the number, such as `#100001`, of the open order that waits for a device. `app.ts` passes that of orders to `hardwareRoutes`. */
export type FindOrder = (tx: Tx, deviceId: string) => Promise<string | undefined>

export const devicesWithImage = shownIn('device', {
  id: devices.id,
  name: devices.deviceId,
  images: [devices.imageMediaId],
})

type Edited = Pick<DeviceRow, RootOf<StoredDeviceField>>

const presentRow = (row: ListRow, now: Date): DeviceRow => ({
  ...nestedFields<Edited>(deviceColumns, row),
  _id: row.id,
  deviceId: row.deviceId,
  appStream: row.appStream,
  macAddress: row.macAddress,
  country: row.country,
  ipAddress: row.ip,
  lastActive: row.lastBeatAt?.toISOString() ?? null,
  connectedOn: row.connectedOn?.toISOString() ?? null,
  connectivity: connectivityOf(row, now),
  revenue: row.revenue,
  orgId: row.organizationId
    ? {
        _id: row.organizationId,
        orgName: row.organizationName,
        city: row.organizationCity,
        state: row.organizationState,
      }
    : null,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
})

const presentEvent = ({
  id,
  createdAt,
  lastActive,
  seq: _seq,
  deviceId: _deviceId,
  eventId: _eventId,
  ...event
}: typeof deviceEvents.$inferSelect): ConnectionEvent => ({
  ...event,
  _id: id,
  created: createdAt.toISOString(),
  lastActive: lastActive?.toISOString() ?? null,
})

export const deviceSource: SearchSource = {
  type: 'device',
  permission: 'hardware.read',
  table: devices,
  where: isLive,
  title: devices.deviceId,
  detail: detailOf(devices.name, devices.macAddress, devices.organizationName),
  status: devices.listedStatus,
  search: devices.search,
  names: deviceNames,
}
