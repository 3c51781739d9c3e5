import { Id } from '@hikmah/contract/common'
import type { Parsed } from '@hikmah/contract/endpoint'
import {
  type ListedMedia,
  type Media,
  type MediaUse,
  type media as mediaEndpoints,
  mediaKinds,
} from '@hikmah/contract/media'
import { getPath, REQUIRED, setPath } from '@hikmah/contract/words'
import { and, count, desc, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { existing, invalid } from '../kit/errors/refusal.ts'
import { isPaged, pagingOf, tabCounts } from '../kit/list/rows.ts'
import { matches } from '../kit/list/search.ts'
import type { Tx } from '../kit/write/tx.ts'
import { media } from './table.ts'

export type MediaRow = typeof media.$inferSelect
const MAX_SHOWN = 100

/** How many uses of an image a list tells by name. */
const USES_NAMED = 3

/** A page if requested, otherwise the newest hundred. The counts of the kinds respect the search. */
export async function listMedia(
  db: Db,
  users: MediaUsers[],
  { kind, q = '', ...asked }: Parsed<typeof mediaEndpoints.listMedia>['query'],
) {
  const { page, limit, offset } = pagingOf(isPaged(asked) ? asked : { limit: MAX_SHOWN })
  const uses = sql.join(
    users.map(
      ({ uses }, place) => sql`select u.*, ${place}::int as place from (${uses}) as u (media_id, entity, id, name)`,
    ),
    sql` union `,
  )
  const isUsedBy = sql`${media.id} in (select media_id from (${uses}) as uses where ${matches(sql`searched(name)`, q)})`
  const isFound = q === '' ? undefined : or(matches(sql`searched(${media.name})`, q), isUsedBy)
  const rows = await db
    .select()
    .from(media)
    .where(and(isFound, kind ? eq(media.kind, kind) : undefined))
    .orderBy(desc(media.createdAt), desc(media.id))
    .limit(limit)
    .offset(offset)
  const found = await db.select({ kind: media.kind, n: count() }).from(media).where(isFound).groupBy(media.kind)
  const counts = tabCounts(Object.fromEntries(found.map((row) => [row.kind, row.n])), mediaKinds)
  const whole = q === '' ? counts.all : await db.$count(media)
  const named = Map.groupBy(
    await rowsOf<MediaUse & { mediaId: string; useCount: number }>(
      db,
      sql`select media_id as "mediaId", entity, id, name, use_count as "useCount" from (
        select uses.*, count(*) over of_image::int as use_count, row_number() over (of_image order by place, name, id) as n
        from (${uses}) as uses where media_id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])
        window of_image as (partition by media_id)
      ) as counted where n <= ${USES_NAMED} order by n`,
    ),
    ({ mediaId }) => mediaId,
  )
  const present = (row: MediaRow): ListedMedia => {
    const ofImage = named.get(row.id) ?? []
    return {
      ...presentMedia(row),
      uses: ofImage.map(({ entity, id, name }) => ({ entity, id, name })),
      useCount: ofImage[0]?.useCount ?? 0,
    }
  }
  return {
    data: rows.map(present),
    meta: { total: counts[kind ?? 'all'] ?? 0, page, limit, counts, whole: whole ?? 0 },
  }
}

export const readMedia = async (db: Db, id: string): Promise<MediaRow> =>
  existing(await db.select().from(media).where(eq(media.id, id)), 'image')

/** Locks the image: who would use it waits. */
export const lockMedia = async (tx: Tx, id: string): Promise<MediaRow> =>
  existing(await tx.select().from(media).where(eq(media.id, id)).for('update'), 'image')

export async function findMediaByContent(db: Db, sha256: string): Promise<MediaRow | undefined> {
  const [row] = await db.select().from(media).where(eq(media.sha256, sha256))
  return row
}

/** The lock keeps the image from being deleted before this commits. */
export async function assertInLibrary(tx: Tx, field: string, mediaId: string | null | undefined) {
  if (mediaId === undefined || mediaId === null) return
  const isId = Id.safeParse(mediaId).success
  const [image] = isId
    ? await tx.select({ id: media.id }).from(media).where(eq(media.id, mediaId)).for('key share')
    : []
  if (!image) throw invalid(field, 'This image is not in the media library')
}

/** The id in the URL of an image, which may not exist. */
export const mediaIdOf = (imageUrl: string): string | undefined => imageUrl.split('/')[3]

export async function libraryImageId(tx: Tx, field: string, imageUrl: string): Promise<string> {
  const id = mediaIdOf(imageUrl)
  if (!id) throw invalid(field, REQUIRED)
  await assertInLibrary(tx, field, id)
  return id
}

const fileUrl = (id: string) => `/api/media/${id}/file`

/** As a pattern of PostgreSQL, which finds the id. */
export const FILE_URL = fileUrl('([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})')

export const mediaUrl = (mediaId: string | null) => (mediaId === null ? '' : fileUrl(mediaId))

type FindMediaUsers = (db: Db, mediaId: string) => Promise<MediaUse[]>

/** `app.ts` passes those of all features to `mediaRoutes`. */
export interface MediaUsers {
  find: FindMediaUsers
  /** A select of each use of any image: the id of the image, what it is that uses it, its id and its name. */
  uses: SQL
}

interface ShownImages {
  id: PgColumn
  name: SQLWrapper
  images: PgColumn[]
  /** By the name where it is left out. */
  order?: SQLWrapper
}

export const shownIn = (entity: MediaUse['entity'], { id, name, images, order = name }: ShownImages): MediaUsers => ({
  async find(db, mediaId) {
    const rows = await db
      .select({ id: sql<string>`${id}`, name: sql<string>`${name}` })
      .from(id.table)
      .where(or(...images.map((image) => eq(image, mediaId))))
      .orderBy(sql`${order}`, id)
    return rows.map((row) => ({ entity, ...row }))
  },
  uses: sql.join(
    images.map(
      (image) => sql`select ${image}, ${entity}::text, ${id}, ${name} from ${id.table} where ${image} is not null`,
    ),
    sql` union `,
  ),
})

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

/** The column of each edited field by its path; the type of every such table says it has them all. */
type ColumnsByField = Readonly<Record<string, string>>

const isImage = (column: string) => column.toLowerCase().endsWith('mediaid')

const storedValue = (column: string, sent: unknown) =>
  isImage(column) && typeof sent === 'string' ? (sent === '' ? null : mediaIdOf(sent)) : sent

/** What an edit sends, by columns; an image is stored by its id. */
export const editedColumns = <Row>(columns: ColumnsByField, edit: object) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([field, column]) => {
      const value = storedValue(column, getPath(edit, field))
      return value === undefined ? [] : [[column, value]]
    }),
  ) as Partial<Row>

/** By path, for the audit trail; an image appears as its URL. */
export const editedFields = (columns: ColumnsByField, row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).map(([field, column]) => {
      const kept = getPath(row, column)
      return [field, isImage(column) ? mediaUrl(kept as string | null) : kept]
    }),
  )

/** Nested as in the answer that the caller names. */
export const nestedFields = <Nested>(columns: ColumnsByField, row: object) =>
  Object.entries(editedFields(columns, row)).reduce(
    (nested, [path, value]) => setPath(nested, path, value),
    {},
  ) as Nested
