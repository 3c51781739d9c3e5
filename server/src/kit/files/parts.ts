import type { FastifyRequest } from 'fastify'
import { conflict, invalid, tooLarge } from '../errors/refusal.ts'

export const UPLOAD_INCOMPLETE = 'The upload is not complete. Send it again.'

/** A file that comes in parts: what follows the first `at` bytes of it. Refuses more than `max` bytes. */
export async function readPart(request: FastifyRequest, max: number, isLast: boolean) {
  const part = await request.file({ limits: { fileSize: max } }).catch(() => undefined)
  if (part?.fieldname !== 'file') throw invalid('file', 'Send the part as a file')
  const chunks = await part.file.toArray().catch(() => {
    throw invalid('file', UPLOAD_INCOMPLETE)
  })
  if (part.file.truncated)
    throw isLast ? invalid('file', 'The file is longer than announced') : tooLarge('file', 'The part is too large')
  return { name: (part.filename as string | undefined) ?? '', bytes: Buffer.concat(chunks) }
}

/** `received` bytes are here, and `current` says so to whoever sends a part behind them. */
export function assertFollows(at: number, received: number, current: unknown) {
  if (at > received) throw conflict('The part before this one is missing', current)
}
