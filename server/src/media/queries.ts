import type { Parsed } from '@hikmah/contract/endpoint'
import type { Media, media as mediaEndpoints } from '@hikmah/contract/media'
import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import { devices } from '../hardware/table.ts'
import type { Db, Tx } from '../kit/db.ts'
import { matches } from '../kit/list.ts'
import { notFound } from '../kit/refusal.ts'
import { organizations } from '../organizations/table.ts'
import { media } from './table.ts'

export type MediaRow = typeof media.$inferSelect
const MOST = 100

export async function listMedia(
  db: Db,
  { kind, q = '' }: Parsed<typeof mediaEndpoints.listMedia>['query'],
): Promise<Media[]> {
  const rows = await db
    .select()
    .from(media)
    .where(
      and(
        kind ? eq(media.kind, kind) : undefined,
        q === '' ? undefined : matches(sql`(' ' || lower(${media.name}))`, q),
      ),
    )
    .orderBy(desc(media.createdAt), desc(media.id))
    .limit(MOST)
  return rows.map(presentMedia)
}

export async function readMedia(db: Db, id: string): Promise<MediaRow> {
  const [row] = await db.select().from(media).where(eq(media.id, id))
  if (!row) throw notFound('image')
  return row
}

/** Holds the image: who would use it now waits. */
export async function lockMedia(tx: Tx, id: string): Promise<MediaRow> {
  const [row] = await tx.select().from(media).where(eq(media.id, id)).for('update')
  if (!row) throw notFound('image')
  return row
}

export async function findMediaByContent(db: Db, sha256: string): Promise<MediaRow | undefined> {
  const [row] = await db.select().from(media).where(eq(media.sha256, sha256))
  return row
}

/** Where an image is used. */
export async function readMediaUsage(db: Db, id: string) {
  const rows = await db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(or(eq(organizations.iconMediaId, id), eq(organizations.logoMediaId, id)))
    .orderBy(asc(organizations.name), asc(organizations.id))
  const units = await db
    .select({ id: devices.id, name: devices.deviceId })
    .from(devices)
    .where(eq(devices.imageMediaId, id))
    .orderBy(asc(devices.deviceId))
  return [
    ...rows.map((row) => ({ entity: 'organization', ...row })),
    ...units.map((row) => ({ entity: 'device', ...row })),
  ]
}

export const presentMedia = (row: MediaRow): Media => ({
  _id: row.id,
  kind: row.kind,
  imageUrl: `/api/media/${row.id}/file`,
  imageName: row.name,
  imageSize: row.size,
  width: row.width,
  height: row.height,
  createdAt: row.createdAt.toISOString(),
})
