import { buffer } from 'node:stream/consumers'
import type { Parsed } from '@hikmah/contract/endpoint'
import { MAX_UPLOADS, type papersLink, type UploadedPaper } from '@hikmah/contract/papers-link'
import {
  documentTypes,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENTS,
  NOT_A_DOCUMENT,
  TOO_MANY_DOCUMENTS,
} from '@hikmah/contract/tax-verification/papers'
import { EMPTY_FILE } from '@hikmah/contract/words'
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Files, House, Reads } from '../house.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { limit } from '../kit/auth/throttle.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict, invalid, notFound, rateLimited } from '../kit/errors/refusal.ts'
import { cleanFileName, contentTypeOf } from '../kit/files/files.ts'
import { assertFollows, readPart } from '../kit/files/parts.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import {
  assertTakesPapers,
  findPapersLink,
  linkHolder,
  lockPapersLink,
  presentUpload,
  readUploads,
} from './papers-request.ts'
import { papersLinks, paperUploads } from './table.ts'

type Place = Parsed<typeof papersLink.uploadPaper>['query']

const HOUR_S = 3600

/** Of a paper until all of it is here. Backups skip `.part`. */
export const paperDraft = (id: string) => `paper-${id}.part`

async function readUpload(db: Db, linkId: string, id: string) {
  const isIt = and(eq(paperUploads.id, id), eq(paperUploads.linkId, linkId), isNull(paperUploads.removedAt))
  const [row] = await db.select().from(paperUploads).where(isIt)
  if (!row) throw notFound('document')
  return row
}

function assertDocument(bytes: Buffer): string {
  const contentType = contentTypeOf(bytes)
  if (!contentType || !documentTypes.includes(contentType)) throw invalid('file', NOT_A_DOCUMENT)
  return contentType
}

/** Five papers of 10 MB are 200 parts of the page's. */
const PARTS_AN_HOUR = 1000
/** Each may hold 10 MB in memory, and keeps a processor busy for a third of a second. */
const PARTS_AT_ONCE = 10
const underWay = new Map<string, number>()

/** Whoever has a link, or finds one, must not hold up everybody else. */
async function withinTurns<T>(house: House, linkId: string, receive: () => Promise<T>): Promise<T> {
  const count = underWay.get(linkId) ?? 0
  if (count >= PARTS_AT_ONCE) throw rateLimited('Too many parts at once. Send one after the other.', 1)
  underWay.set(linkId, count + 1)
  try {
    await limit(house, {
      key: `paper-parts:${linkId}`,
      max: PARTS_AN_HOUR,
      windowS: HOUR_S,
      message: 'Too many parts were sent with this link. Try again in an hour.',
    })
    return await receive()
  } finally {
    const left = underWay.get(linkId)! - 1
    if (left > 0) underWay.set(linkId, left)
    else underWay.delete(linkId)
  }
}

/** Takes a paper, or a part of one; with its last part it is judged and kept. */
export async function uploadPaper(
  house: House,
  actor: PublicActor,
  token: string,
  place: Place,
  request: FastifyRequest,
): Promise<UploadedPaper> {
  const found = await findPapersLink(house, actor, token)
  assertTakesPapers(found.link, found.organization, house.clock.now())
  return withinTurns(house, found.link.id, () => receivePart(house, actor, found, place, request))
}

async function receivePart(
  house: House,
  actor: PublicActor,
  { link, organization }: Awaited<ReturnType<typeof findPapersLink>>,
  { id, at, size, key }: Place,
  request: FastifyRequest,
): Promise<UploadedPaper> {
  if (!id && at > 0) throw invalid('id', 'Send the id that the first part was given')
  const total = id ? (await readUpload(house.db, link.id, id)).size : size
  if (total !== undefined && at >= total) throw invalid('at', `The document has ${total} bytes`)
  const part = await readPart(request, (total ?? MAX_DOCUMENT_BYTES) - at, total !== undefined)
  if (part.bytes.length === 0) throw invalid('file', EMPTY_FILE)
  if (at === 0) assertDocument(part.bytes)
  let draft = ''
  let isBegun = false
  const store = async (tx: Tx) => {
    // A link that ends, or the same part sent twice, waits until this part is on disk.
    const locked = await lockPapersLink(tx, link.id)
    assertTakesPapers(locked, organization, tx.at)
    const upload = id
      ? await readUpload(tx, link.id, id)
      : await startUpload(tx, link.id, { name: part.name, size: total ?? part.bytes.length, key })
    if (upload.sha256) return presentUpload(upload)
    draft = paperDraft(upload.id)
    // Less is on disk than was said, if the power failed; more, if a part was written whose change then failed.
    const here = Math.min(upload.received, await house.files.draftSize(draft))
    const current = { ...presentUpload(upload), received: here }
    assertFollows(at, here, current)
    if (at < here) return current
    isBegun = here === 0
    await house.files.writeDraft(draft, at, part.bytes)
    const received = at + part.bytes.length
    const whole = received === upload.size ? await keepWhole(house, tx, draft) : undefined
    const [row] = await tx
      .update(paperUploads)
      .set({ received, ...whole })
      .where(eq(paperUploads.id, upload.id))
      .returning()
    return presentUpload(row!)
  }
  // What a first try has written would pass for a part that was received.
  const saved = await house.change(linkHolder(actor, organization), store, 'once').catch(async (failure) => {
    // Of a paper that it would have begun nothing stays.
    if (isBegun) await house.files.discard(draft)
    throw failure
  })
  if (draft && saved.received === saved.size) await house.files.discard(draft)
  return saved
}

async function keepWhole({ files }: Files, tx: Tx, draft: string) {
  const bytes = await buffer(await files.openDraft(draft))
  const contentType = assertDocument(bytes)
  const sha256 = await files.keep(tx, bytes)
  return { sha256, contentType }
}

interface UploadStart {
  name: string
  size: number
  key: string | undefined
}

async function startUpload(tx: Tx, linkId: string, { name, size, key }: UploadStart) {
  const uploads = await readUploads(tx, linkId)
  const same = key && uploads.find(({ callerKey }) => callerKey === key)
  if (same && same.size !== size) throw invalid('size', `The document has ${same.size} bytes`)
  if (same) return same
  const all = await tx.$count(paperUploads, eq(paperUploads.linkId, linkId))
  if (all >= MAX_UPLOADS)
    throw rateLimited('Too many documents were uploaded with this link. Ask for a new one.', DAY_S)
  if (uploads.length >= MAX_DOCUMENTS) throw conflict(`${TOO_MANY_DOCUMENTS}. Remove one first.`)
  const [row] = await tx
    .insert(paperUploads)
    .values({
      id: newId(),
      linkId,
      callerKey: key ?? null,
      name: cleanFileName(name, 'document'),
      size,
      received: 0,
      createdAt: tx.at,
    })
    .returning()
  return row!
}

export async function removePaper(house: House, actor: PublicActor, token: string, id: string): Promise<void> {
  const { link, organization } = await findPapersLink(house, actor, token)
  assertTakesPapers(link, organization, house.clock.now())
  await house.change(linkHolder(actor, organization), async (tx) => {
    assertTakesPapers(await lockPapersLink(tx, link.id), organization, tx.at)
    await readUpload(tx, link.id, id)
    await tx.update(paperUploads).set({ removedAt: tx.at }).where(eq(paperUploads.id, id))
  })
  await house.files.discard(paperDraft(id))
}

/** Whoever comes a little late finds them again behind the link that replaces an expired one. */
const KEPT_AFTER_END_S = DAY_S
/** Papers of one look. */
const AT_ONCE = 200

/** Forgets what was uploaded with a link that has ended, finished or not, unless it was sent; the bytes are swept. */
export async function forgetUnsentPapers({ db, clock }: Reads): Promise<void> {
  const { expiresAt, submittedAt, revokedAt } = papersLinks
  const before = secondsAfter(clock.now(), -KEPT_AFTER_END_S)
  const isOver = lte(sql`coalesce(${submittedAt}, ${revokedAt}, ${expiresAt})`, before)
  for (let count = AT_ONCE; count === AT_ONCE; ) {
    // Whoever renews a link takes along what is left.
    const over = db
      .select({ id: paperUploads.id })
      .from(paperUploads)
      .innerJoin(papersLinks, eq(papersLinks.id, paperUploads.linkId))
      .where(isOver)
      .limit(AT_ONCE)
      .for('update', { of: papersLinks, skipLocked: true })
    const forgotten = await db
      .delete(paperUploads)
      .where(inArray(paperUploads.id, over))
      .returning({ id: paperUploads.id })
    count = forgotten.length
  }
}
