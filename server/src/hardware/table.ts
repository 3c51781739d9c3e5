import type { DeviceEdit } from '@hikmah/contract/hardware/drafts'
import type {
  AppStream,
  ConnectionEvent,
  DeviceStatus,
  ListedDeviceStatus,
  StoredDeviceField,
} from '@hikmah/contract/hardware/schemas'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { type ColumnFor, inNameOrder, moment } from '../kit/db/columns.ts'
import { mediaReference } from '../media/table.ts'
import { organizationReference } from '../organizations/table.ts'

export const deviceNames = sql`(array[folded(device_id), lower(mac_address), lower(replace(mac_address, ':', '')), folded(name)])`

export const devices = pgTable(
  'devices',
  {
    id: uuid().primaryKey(),
    deviceId: text('device_id').notNull(),
    appStream: text('app_stream').$type<AppStream>().notNull(),
    macAddress: text('mac_address').notNull(),
    /** Whole US dollars. */
    price: integer().notNull(),
    status: text().$type<DeviceStatus>().notNull(),
    name: text().notNull().default(''),
    details: text().notNull().default(''),
    imageMediaId: mediaReference('image_media_id'),
    imageName: text('image_name').notNull().default(''),
    imageSize: integer('image_size').notNull().default(0),
    /** Minor units. */
    revenue: bigint({ mode: 'number' }).notNull().default(0),
    organizationId: organizationReference(),
    /** Kept by triggers, for the search and the list. */
    organizationName: text('organization_name').notNull().default(''),
    organizationCity: text('organization_city').notNull().default(''),
    organizationState: text('organization_state').notNull().default(''),
    assignedAt: moment('assigned_at'),
    assignedBy: text('assigned_by').notNull().default(''),
    keyHash: text('key_hash').notNull(),
    keyIssuedAt: moment('key_issued_at').notNull(),
    createdAt: moment('created_at').notNull(),
    deletedAt: moment('deleted_at'),
    search: text().generatedAlwaysAs(
      sql`searched(device_id || ' ' || mac_address || ' ' || replace(mac_address, ':', '') || ' ' || name || ' ' || organization_name || ' ' || organization_city || ' ' || state_words(organization_state))`,
    ),
    /** What lists count and filter by: Available means free. */
    listedStatus: text('listed_status')
      .$type<ListedDeviceStatus>()
      .notNull()
      .generatedAlwaysAs(
        sql`case when status = 'Available' and organization_id is not null then 'Assigned' else status end`,
      ),
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('devices_device_id').on(t.deviceId),
    uniqueIndex('devices_mac_address').on(t.macAddress).where(sql`deleted_at is null`),
    uniqueIndex('devices_key').on(t.keyHash),
    index('devices_created').on(t.createdAt, t.id).where(sql`deleted_at is null`),
    index('devices_name').on(inNameOrder(t.name), t.id).where(sql`deleted_at is null`),
    index('devices_price').on(t.price, t.id).where(sql`deleted_at is null`),
    index('devices_stream_created').on(t.appStream, t.createdAt, t.id).where(sql`deleted_at is null`),
    index('devices_status_created').on(t.listedStatus, t.createdAt, t.id).where(sql`deleted_at is null`),
    index('devices_status_name').on(t.listedStatus, inNameOrder(t.name), t.id).where(sql`deleted_at is null`),
    index('devices_status_price').on(t.listedStatus, t.price, t.id).where(sql`deleted_at is null`),
    index('devices_state')
      .on(t.organizationState, t.createdAt, t.id)
      .where(sql`organization_state <> '' and deleted_at is null`),
    index('devices_live').on(t.deviceId, t.id).where(sql`deleted_at is null`),
    index('devices_deleted').on(t.id).where(sql`deleted_at is not null`),
    index('devices_search').using('gin', t.search.op('gin_trgm_ops')).where(sql`deleted_at is null`),
    index('devices_exact').using('gin', deviceNames).where(sql`deleted_at is null`),
    index('devices_organization').on(t.organizationId, t.deviceId).where(sql`organization_id is not null`),
    index('devices_free').on(t.appStream, t.deviceId).where(sql`organization_id is null and deleted_at is null`),
    index('devices_image').on(t.imageMediaId).where(sql`image_media_id is not null`),
  ],
)

export const deviceReference = () => uuid('device_id').references(() => devices.id)

export type DeviceTableRow = typeof devices.$inferSelect

/** Where each field that can be changed is kept. An image is kept by its id and returned as its address. */
export const deviceColumns = {
  status: 'status',
  name: 'name',
  price: 'price',
  details: 'details',
  'imageMetaData.imageUrl': 'imageMediaId',
  'imageMetaData.imageName': 'imageName',
  'imageMetaData.imageSize': 'imageSize',
} as const satisfies { [Field in StoredDeviceField]: ColumnFor<DeviceTableRow, DeviceEdit, Field> }

/** What the last beat left: one row for each device, made with it. The migration says why it lies apart. */
export const deviceBeats = pgTable(
  'device_beats',
  {
    deviceId: deviceReference().primaryKey(),
    lastBeatAt: moment('last_beat_at'),
    connected: boolean().notNull().default(false),
    connectedOn: moment('connected_on'),
    /** By the device's own clock. */
    lastEventAt: moment('last_event_at'),
    ip: text().notNull().default(''),
    country: text().notNull().default(''),
    city: text().notNull().default(''),
    browser: text().notNull().default(''),
    os: text().notNull().default(''),
    lat: doublePrecision(),
    long: doublePrecision(),
    /** How many new events it told on the last day (UTC) that it told any. */
    eventsDay: date('events_day'),
    eventsKept: integer('events_kept').notNull().default(0),
  },
  (t) => [
    index('device_beats_last_seen').on(t.lastBeatAt, t.deviceId),
    index('device_beats_away').on(t.deviceId).where(sql`not connected and last_beat_at is not null`),
  ],
)

export const devicePresence = pgTable(
  'device_presence',
  {
    day: date().notNull(),
    deviceId: deviceReference().notNull(),
    /** How many beats in each of the 24 hours (UTC). */
    beats: smallint().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.deviceId] })],
)

/**
 * Append-only for thirteen months: every connection and its end, in partitions of a month, each of which has the key and
 * no `eventId` twice. `seq` is the order in which we heard of those of the same moment.
 */
export const deviceEvents = pgTable(
  'device_events',
  {
    id: uuid().notNull(),
    seq: bigint({ mode: 'number' }).notNull().default(sql`nextval('device_events_seq')`),
    deviceId: deviceReference().notNull(),
    type: text().$type<ConnectionEvent['type']>().notNull(),
    createdAt: moment('created_at').notNull(),
    ip: text().notNull(),
    country: text().notNull(),
    city: text().notNull(),
    browser: text().notNull(),
    os: text().notNull(),
    lat: doublePrecision(),
    long: doublePrecision(),
    lastActive: moment('last_active'),
    /** The device's own name for it. */
    eventId: text('event_id'),
  },
  (t) => [
    index('device_events_device').on(t.deviceId, t.createdAt, t.seq),
    index('device_events_created').on(t.createdAt),
    index('device_events_type').on(t.deviceId, t.type, t.createdAt, t.seq),
  ],
)
