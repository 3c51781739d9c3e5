import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Parsed } from '@hikmah/contract/endpoint'
import { MAX_UPLOADS, type papersLink, type UploadedPaper } from '@hikmah/contract/papers-link'
import {
  documentTypes,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENTS,
  NOT_A_DOCUMENT,
  TOO_MANY_DOCUMENTS,
} from '@hikmah/contract/tax-verification/words'
import { EMPTY_FILE } from '@hikmah/contract/words'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { House } from '../house.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict, invalid, notFound, rateLimited } from '../kit/errors/refusal.ts'
import { cleanFileName, contentTypeOf } from '../kit/files/files.ts'
import { assertFollows, readPart, writePart } from '../kit/files/parts.ts'
import { DAY_S } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import {
  assertTakesPapers,
  findPapersLink,
  linkHolder,
  lockPapersLink,
  presentUpload,
  readUploads,
} from './papers-request.ts'
import { paperUploads } from './table.ts'

type Place = Parsed<typeof papersLink.uploadPaper>['query']

/** Of a paper until all of it is here. Backups skip `.part`. */
const draftPath = (storageDir: string, id: string) => join(storageDir, `paper-${id}.part`)

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

/** Takes a paper, or a part of one; with its last part it is judged and kept. */
export async function uploadPaper(
  house: House,
  actor: PublicActor,
  token: string,
  { id, at, size }: Place,
  request: FastifyRequest,
): Promise<UploadedPaper> {
  const { link, organization } = await findPapersLink(house, actor, token)
  assertTakesPapers(link, organization, house.clock.now())
  if (!id && at > 0) throw invalid('id', 'Send the id that the first part was given')
  const total = id ? (await readUpload(house.db, link.id, id)).size : size
  if (total !== undefined && at >= total) throw invalid('at', `The document has ${total} bytes`)
  const part = await readPart(request, (total ?? MAX_DOCUMENT_BYTES) - at, total !== undefined)
  if (part.bytes.length === 0) throw invalid('file', EMPTY_FILE)
  if (at === 0) assertDocument(part.bytes)
  return house.change(linkHolder(actor, organization), async (tx) => {
    // A link that ends, or the same part sent twice, waits until this part is on disk.
    const locked = await lockPapersLink(tx, link.id)
    assertTakesPapers(locked, organization, tx.at)
    const upload = id
      ? await readUpload(tx, link.id, id)
      : await startUpload(tx, link.id, part.name, total ?? part.bytes.length)
    if (upload.sha256) return presentUpload(upload)
    assertFollows(at, upload.received, presentUpload(upload))
    const path = draftPath(house.config.storageDir, upload.id)
    await mkdir(dirname(path), { recursive: true })
    await writePart(path, at, part.bytes)
    const received = at + part.bytes.length
    const whole = received === upload.size ? await keepWhole(house, path) : undefined
    const [saved] = await tx
      .update(paperUploads)
      .set({ received, ...whole })
      .where(eq(paperUploads.id, upload.id))
      .returning()
    return presentUpload(saved!)
  })
}

async function keepWhole({ files }: Pick<House, 'files'>, path: string) {
  const bytes = await readFile(path)
  const contentType = assertDocument(bytes)
  const sha256 = await files.keep(bytes)
  await rm(path, { force: true })
  return { sha256, contentType }
}

async function startUpload(tx: Tx, linkId: string, name: string, size: number) {
  const all = await tx.$count(paperUploads, eq(paperUploads.linkId, linkId))
  if (all >= MAX_UPLOADS)
    throw rateLimited('Too many documents were uploaded with this link. Ask for a new one.', DAY_S)
  if ((await readUploads(tx, linkId)).length >= MAX_DOCUMENTS)
    throw conflict(`${TOO_MANY_DOCUMENTS}. Remove one first.`)
  const [row] = await tx
    .insert(paperUploads)
    .values({ id: newId(), linkId, name: cleanFileName(name, 'document'), size, received: 0, createdAt: tx.at })
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
  await rm(draftPath(house.config.storageDir, id), { force: true })
}
