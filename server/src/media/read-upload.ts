import { MediaKind } from '@hikmah/contract/media'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalid } from '../kit/http/refusal.ts'

export interface Upload {
  name: string
  bytes: Buffer
  kind: z.infer<typeof MediaKind>
}

/** The parts `file` and `kind` of a form, in any order. The whole form is read before anything is refused. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const { files, fields } = await readForm(request)
  for (const name of [...files.map((part) => part.field), ...fields.map((part) => part.field)]) {
    if (name !== 'file' && name !== 'kind') throw invalid(name, 'Send only file and kind')
  }
  const [file] = files.filter((part) => part.field === 'file')
  if (!file) throw invalid('file', 'Send the image as a file')
  const kinds = fields.filter((part) => part.field === 'kind')
  const kind = MediaKind.safeParse(kinds[0]?.value)
  if (kinds.length !== 1 || !kind.success) {
    throw invalid('kind', `Send one of ${MediaKind.options.join(', ')}`)
  }
  return { name: file.name, bytes: file.bytes, kind: kind.data }
}

async function readForm(request: FastifyRequest) {
  const files: { field: string; name: string; bytes: Buffer }[] = []
  const fields: { field: string; value: unknown }[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        // A part of bytes is a file without a name too, whatever the type says.
        const name = (part.filename as string | undefined) ?? ''
        files.push({ field: part.fieldname, name, bytes: await part.toBuffer() })
      } else fields.push({ field: part.fieldname, value: part.value })
    }
  } catch (error) {
    // The parser of the form speaks in plain errors; those of the plugin know their status.
    if (error instanceof Error && 'statusCode' in error) throw error
    throw invalid('file', 'The upload is not complete. Send it again.')
  }
  return { files, fields }
}
