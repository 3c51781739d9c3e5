import { z } from 'zod'
import { ConfigError } from '../src/kit/process/config-error.ts'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** What is said of them goes to a terminal. */
const Name = z.string().regex(/^[\w.]+$/)
const Count = z.int().nonnegative()
const Digest = z.strictObject({ size: Count, sha256: Sha256 })
const Table = z.strictObject({ name: Name, columns: z.array(Name), rows: Count })

const shared = {
  madeAt: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name: Name, checksum: z.string() })),
  sequences: z.array(z.strictObject({ name: Name, value: z.string().regex(/^-?\d{1,19}$/), isCalled: z.boolean() })),
}

const Manifest = z.strictObject({
  format: z.literal(2),
  ...shared,
  secretKey: Digest,
  tables: z.array(z.strictObject({ ...Table.shape, ...Digest.shape })),
  /** Uploaded files. Each is named by the SHA-256 of its content. */
  uploads: z.array(z.strictObject({ name: Sha256, size: Count })),
})
export type Manifest = z.infer<typeof Manifest>

/** Knows how many rows and which files there are, and nothing of their content. */
const FormerManifest = z.strictObject({
  format: z.literal(1),
  ...shared,
  tables: z.array(Table),
  uploads: z.array(Sha256),
})

const AnyManifest = z.discriminatedUnion('format', [Manifest, FormerManifest])
export type AnyManifest = z.infer<typeof AnyManifest>

export const MANIFEST = 'manifest.json'
export const SECRET_KEY = 'secret.key'
export const tableEntry = (name: string) => `tables/${name}.copy`
export const uploadEntry = (name: string) => `uploads/${name}`

/** As the console takes one, and no more than may be held in memory. */
const KEY_BYTES = { least: 32, most: 65_536 }

/** One file of the archive as its manifest describes it; the former format knows less. */
export interface Expected {
  name: string
  size?: number
  least?: number
  most?: number
  sha256?: string
  rows?: number
}

/** Everything that follows the manifest in the archive, in its order. */
export function entriesOf(manifest: AnyManifest): Expected[] {
  const uploads = manifest.format === 1 ? manifest.uploads.map((name) => ({ name })) : manifest.uploads
  return [
    { ...(manifest.format === 2 && manifest.secretKey), ...KEY_BYTES, name: SECRET_KEY },
    ...manifest.tables.map((table) => ({ ...table, name: tableEntry(table.name) })),
    ...uploads.map((upload) => ({ ...upload, name: uploadEntry(upload.name), sha256: upload.name })),
  ]
}

export function parseManifest(text: string): AnyManifest {
  const manifest: unknown = JSON.parse(text)
  const { format } = z.object({ format: z.number() }).parse(manifest)
  if (format > 2) throw new ConfigError('This backup was made by a newer console. Update this one first.')
  return AnyManifest.parse(manifest)
}
