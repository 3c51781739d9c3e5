import type { Parsed } from '@hikmah/contract/endpoint'
import type { hardware } from '@hikmah/contract/hardware/endpoints'
import {
  type ConnectionEvent,
  type Device,
  type DeviceRow,
  DeviceStatus,
  type DevicesQuery,
} from '@hikmah/contract/hardware/schemas'
import { and, asc, count, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { BATCH_ROWS, inBatches } from '../kit/db/batches.ts'
import type { Db, Tx } from '../kit/db/db.ts'
import { conflict, notFound } from '../kit/http/refusal.ts'
import { countsColumn, listMeta, matches, orderOf, pagingOf, readCounts, tabCounts } from '../kit/list/list.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { mediaUrl } from '../organizations/queries.ts'
import { organizations } from '../organizations/table.ts'
import { connectivityOf, offlineSince } from './rules.ts'
import { type DeviceTableRow, deviceBeats, deviceEvents, devices } from './table.ts'

type Query = z.infer<typeof DevicesQuery>

const { search: _search, keyHash: _keyHash, ...wholeRow } = getTableColumns(devices)
const { lastBeatAt, seenHour, connected, connectedOn, ip, country } = getTableColumns(deviceBeats)
const listRow = { ...wholeRow, lastBeatAt, connected, connectedOn, ip, country }

const isLive = isNull(devices.deletedAt)

const rows = (db: Db) =>
  db.select(listRow).from(devices).innerJoin(deviceBeats, eq(deviceBeats.deviceId, devices.id)).$dynamic()

type ListRow = Awaited<ReturnType<typeof rows>>[number]

const fields = {
  deviceId: [devices.deviceId],
  name: [devices.name],
  appStream: [devices.appStream, devices.createdAt],
  status: [devices.status, devices.createdAt],
  price: [devices.price],
  createdAt: [devices.createdAt],
}

/** Who was never seen comes before all who were. The hour goes first, because the index has it. */
function orderBy(sort: NonNullable<Query['sort']>): SQL[] {
  if (sort === 'lastActive')
    return [sql`${seenHour} nulls first`, sql`${lastBeatAt} nulls first`, asc(deviceBeats.deviceId)]
  if (sort === '-lastActive') {
    return [sql`${seenHour} desc nulls last`, sql`${lastBeatAt} desc nulls last`, desc(deviceBeats.deviceId)]
  }
  return orderOf(fields, devices.id, sort)
}

const HOUR_S = 3600
const DAY_S = 86_400
const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

/** The conditions on the hour say nothing new; they are there for the index. */
function hasConnectivity(wanted: NonNullable<Query['connectivity']>, now: Date): SQL {
  const since = offlineSince(now)
  if (wanted === 'never') return sql`${seenHour} is null`
  const isOnline = sql`${connected} and ${lastBeatAt} > ${at(since)}`
  return wanted === 'online'
    ? sql`${seenHour} > ${at(secondsAfter(since, -HOUR_S))} and ${isOnline}`
    : sql`${seenHour} is not null and not (${isOnline})`
}

function isNotSeenFor(days: number, now: Date): SQL {
  const since = at(secondsAfter(now, -days * DAY_S))
  return sql`((${seenHour} <= ${since} and ${lastBeatAt} <= ${since}) or (${seenHour} is null and ${devices.createdAt} <= ${since}))`
}

const filterOf = ({ q, status, appStream, connectivity, notSeenDays }: Query, now: Date) =>
  and(
    isLive,
    q ? matches(devices.search, q) : undefined,
    status && eq(devices.status, status),
    appStream && eq(devices.appStream, appStream),
    connectivity && hasConnectivity(connectivity, now),
    notSeenDays ? isNotSeenFor(notSeenDays, now) : undefined,
  )

const isNarrowed = ({ q, appStream, connectivity, notSeenDays }: Query) =>
  Boolean(q || appStream || connectivity || notSeenDays)

const countMatching = (db: Db, filter: SQL | undefined) =>
  db.select({ all: count() }).from(devices).innerJoin(deviceBeats, eq(deviceBeats.deviceId, devices.id)).where(filter)

/** A page of the list, its counts and, where the list is narrowed, the number of matching rows: one query. */
export async function listDevices(db: Db, query: Query, now: Date) {
  const paging = pagingOf(query)
  const filter = filterOf(query, now)
  const narrowed = isNarrowed(query)
  const page = await db
    .select({
      ...listRow,
      counts: countsColumn('devices'),
      matching: narrowed ? sql<number>`(${countMatching(db, filter)})` : sql<null>`null`,
    })
    .from(devices)
    .innerJoin(deviceBeats, eq(deviceBeats.deviceId, devices.id))
    .where(filter)
    .orderBy(...orderBy(query.sort ?? '-createdAt'))
    .limit(paging.limit)
    .offset(paging.offset)
  const [first] = page
  const counts = first
    ? tabCounts(first.counts, DeviceStatus.options)
    : await readCounts(db, 'devices', DeviceStatus.options)
  const matching = narrowed ? Number(first?.matching ?? (await countMatching(db, filter))[0]?.all ?? 0) : undefined
  const total = matching ?? counts[query.status ?? 'all'] ?? 0
  return { data: page.map((row) => presentRow(row, now)), meta: listMeta(paging, total, counts) }
}

/** Every device, newest first. */
export async function* streamDevices(db: Db, now: Date): AsyncGenerator<DeviceRow> {
  const all = inBatches<ListRow>((last) =>
    rows(db)
      .where(
        and(isLive, last && sql`(${devices.createdAt}, ${devices.id}) < (${at(last.createdAt)}, ${last.id}::uuid)`),
      )
      .orderBy(desc(devices.createdAt), desc(devices.id))
      .limit(BATCH_ROWS),
  )
  for await (const row of all) yield presentRow(row, now)
}

/** Every device without an organization, by app stream and device id. */
export async function* streamNotAssignedDevices(db: Db, now: Date): AsyncGenerator<DeviceRow> {
  const all = inBatches<ListRow>((last) =>
    rows(db)
      .where(
        and(
          isLive,
          isNull(devices.organizationId),
          last && sql`(${devices.appStream}, ${devices.deviceId}) > (${last.appStream}, ${last.deviceId})`,
        ),
      )
      .orderBy(asc(devices.appStream), asc(devices.deviceId))
      .limit(BATCH_ROWS),
  )
  for await (const row of all) yield presentRow(row, now)
}

export async function listOrganizationDevices(db: Db, organizationId: string, now: Date): Promise<DeviceRow[]> {
  const known = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (known.length === 0) throw notFound('organization')
  const own = await rows(db).where(eq(devices.organizationId, organizationId)).orderBy(asc(devices.deviceId))
  return own.map((row) => presentRow(row, now))
}

const IN_TIMELINE = 10

export async function readDevice(db: Db, id: string, now: Date): Promise<Device> {
  const [row] = await rows(db).where(and(eq(devices.id, id), isLive))
  if (!row) throw notFound('device')
  const newest = (type: ConnectionEvent['type']) =>
    db
      .select()
      .from(deviceEvents)
      .where(and(eq(deviceEvents.deviceId, id), eq(deviceEvents.type, type)))
      .orderBy(desc(deviceEvents.seq))
      .limit(IN_TIMELINE)
  const events = await unionAll(newest('connected'), newest('disconnected'))
  const of = (type: ConnectionEvent['type']) =>
    events
      .filter((event) => event.type === type)
      .sort((a, b) => b.seq - a.seq)
      .map(presentEvent)
  return {
    ...presentRow(row, now),
    timeline: { connected: of('connected'), disconnected: of('disconnected') },
    keyIssuedAt: row.keyIssuedAt.toISOString(),
  }
}

/** Connected and disconnected, newest first. */
export async function listDeviceEvents(
  db: Db,
  id: string,
  { type, ...query }: Parsed<typeof hardware.listDeviceEvents>['query'],
) {
  const known = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.id, id), isLive))
  if (known.length === 0) throw notFound('device')
  const { page, limit, offset } = pagingOf(query)
  const filter = and(eq(deviceEvents.deviceId, id), type && eq(deviceEvents.type, type))
  const events = await db
    .select()
    .from(deviceEvents)
    .where(filter)
    .orderBy(desc(deviceEvents.seq))
    .limit(limit)
    .offset(offset)
  const total = await db.$count(deviceEvents, filter)
  return { data: events.map(presentEvent), meta: { total, page, limit } }
}

/** Holds the device until the transaction ends. Its beats and events may go on meanwhile. */
export async function lockDevice(tx: Tx, id: string) {
  const [row] = await tx
    .select(wholeRow)
    .from(devices)
    .where(and(eq(devices.id, id), isLive))
    .for('no key update')
  if (!row) throw notFound('device')
  return row
}
export type LockedDevice = Awaited<ReturnType<typeof lockDevice>>

export const saveDevice = (tx: Tx, id: string, changed: Partial<DeviceTableRow>) =>
  tx
    .update(devices)
    .set({ ...changed, version: sql`${devices.version} + 1` })
    .where(eq(devices.id, id))

/** A refusal that shows the device as it stands. */
export const conflictOn = async (tx: Tx, id: string, message: string) =>
  conflict(message, await readDevice(tx, id, tx.at))

const presentRow = (row: ListRow, now: Date): DeviceRow => ({
  _id: row.id,
  deviceId: row.deviceId,
  appStream: row.appStream,
  macAddress: row.macAddress,
  price: row.price,
  status: row.status,
  name: row.name,
  country: row.country,
  ipAddress: row.ip,
  lastActive: row.lastBeatAt?.toISOString() ?? null,
  connectedOn: row.connectedOn?.toISOString() ?? null,
  connectivity: connectivityOf(row, now),
  revenue: row.revenue,
  orgId: row.organizationId ? { _id: row.organizationId, orgName: row.organizationName } : null,
  details: row.details,
  imageMetaData: { imageUrl: mediaUrl(row.imageMediaId), imageName: row.imageName, imageSize: row.imageSize },
  createdAt: row.createdAt.toISOString(),
  version: row.version,
})

const presentEvent = (row: typeof deviceEvents.$inferSelect): ConnectionEvent => ({
  _id: row.id,
  type: row.type,
  created: row.createdAt.toISOString(),
  ip: row.ip,
  country: row.country,
  browser: row.browser,
  os: row.os,
  lat: row.lat,
  long: row.long,
  city: row.city,
  lastActive: row.lastActive?.toISOString() ?? null,
})
