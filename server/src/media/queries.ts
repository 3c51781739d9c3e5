import { Id } from '@hikmah/contract/common'
import type { Parsed } from '@hikmah/contract/endpoint'
import type { media as mediaEndpoints } from '@hikmah/contract/media/endpoints'
import type { Media } from '@hikmah/contract/media/schemas'
import { and, asc, desc, eq, ne, or, sql } from 'drizzle-orm'
import { devices } from '../hardware/table.ts'
import type { Db, Tx } from '../kit/db/db.ts'
import { invalid, notFound } from '../kit/http/refusal.ts'
import { matches } from '../kit/list/list.ts'
import { organizations } from '../organizations/table.ts'
import { staff } from '../staff/table.ts'
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

/** The image must be ours. The lock keeps it from being deleted before this commits. */
export async function assertInLibrary(tx: Tx, field: string, mediaId: string | null | undefined) {
  if (mediaId === undefined || mediaId === null) return
  const isId = Id.safeParse(mediaId).success
  const [image] = isId
    ? await tx.select({ id: media.id }).from(media).where(eq(media.id, mediaId)).for('key share')
    : []
  if (!image) throw invalid(field, 'This image is not in the media library')
}

const fileUrl = (id: string) => `/api/media/${id}/file`

/** Where an image is used. */
export async function readMediaUsage(db: Db, id: string) {
  const [users, units, people] = await Promise.all([
    db
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .where(or(eq(organizations.iconMediaId, id), eq(organizations.logoMediaId, id)))
      .orderBy(asc(organizations.name), asc(organizations.id)),
    db
      .select({ id: devices.id, name: devices.deviceId })
      .from(devices)
      .where(eq(devices.imageMediaId, id))
      .orderBy(asc(devices.deviceId)),
    db
      .select({ id: staff.id, name: sql<string>`trim(${staff.firstName} || ' ' || ${staff.lastName})` })
      .from(staff)
      .where(and(eq(staff.image, fileUrl(id.toLowerCase())), ne(staff.image, '')))
      .orderBy(asc(staff.firstName), asc(staff.lastName), asc(staff.id)),
  ])
  return [
    ...users.map((row) => ({ entity: 'organization', ...row })),
    ...units.map((row) => ({ entity: 'device', ...row })),
    ...people.map((row) => ({ entity: 'staff', ...row })),
  ]
}

export const presentMedia = (row: MediaRow): Media => ({
  _id: row.id,
  kind: row.kind,
  imageUrl: fileUrl(row.id),
  imageName: row.name,
  imageSize: row.size,
  width: row.width,
  height: row.height,
  createdAt: row.createdAt.toISOString(),
})
