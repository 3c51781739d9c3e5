import { z } from 'zod'
import { listOf, PageQuery } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { KeptSource, NewRegistryImport, RegistryImport, RegistryQuestion, Verdict } from './schemas.ts'
import { IMPORT_PART_BYTES, IRS_REGISTRY, MAX_IMPORT_FILES } from './words.ts'

export const irsRegistry = describeEndpoints(IRS_REGISTRY, {
  listRegistrySources: {
    call: 'GET /hikmah/registry/sources',
    summary: 'List the IRS files in use',
    allow: 'irs-registry.read',
    response: z.array(KeptSource),
  },
  listRegistryImports: {
    call: 'GET /hikmah/registry/imports',
    summary: 'List the imports of IRS files',
    description: 'Newest first.',
    allow: 'irs-registry.read',
    query: PageQuery,
    ...listOf(RegistryImport),
  },
  startRegistryImport: {
    call: 'POST /hikmah/registry/imports',
    summary: 'Begin an import of IRS files',
    description:
      'Names the files; then each is sent in parts. When all are there, the import starts by itself. All files of the EO BMF in one import are one snapshot.',
    refusals: { 429: 'RATE_LIMITED: too many imports today' },
    example: { body: { files: [{ name: 'eo1.csv', size: 61_000_000 }] } },
    allow: 'irs-registry.import',
    body: NewRegistryImport,
    response: RegistryImport,
  },
  readRegistryImport: {
    call: 'GET /hikmah/registry/imports/:id',
    summary: 'Get the progress of an import',
    allow: 'irs-registry.read',
    response: RegistryImport,
  },
  sendRegistryPart: {
    call: 'POST /hikmah/registry/imports/:id/parts',
    keyless: true,
    summary: 'Send a part of a file to import',
    description: `\`multipart/form-data\` with \`file\`, at most ${IMPORT_PART_BYTES / 1_048_576} MB: what follows the first \`at\` bytes of the file with that place in the import, from 0 on. The same part may be sent again.`,
    refusals: {
      409: 'CONFLICT: earlier parts are missing, or the upload is over; `current` is the import',
      413: 'VALIDATION: the part is too large',
    },
    allow: 'irs-registry.import',
    query: z.object({
      file: z.coerce
        .number()
        .int()
        .min(0)
        .max(MAX_IMPORT_FILES - 1),
      at: z.coerce.number().int().min(0),
    }),
    upload: true,
    bodyLimit: IMPORT_PART_BYTES + 65_536,
    response: RegistryImport,
    conflict: RegistryImport,
  },
  cancelRegistryImport: {
    call: 'DELETE /hikmah/registry/imports/:id',
    summary: 'Cancel an import',
    description: 'The files in use stay as they are.',
    refusals: { 409: 'CONFLICT: the import is over; `current` is the import' },
    allow: 'irs-registry.import',
    response: RegistryImport,
    conflict: RegistryImport,
  },
  checkRegistry: {
    call: 'POST /hikmah/registry/check',
    summary: 'Compare an organization with the IRS registry',
    description:
      'What the imported IRS files say of an EIN and a name. This is only a suggestion, and nothing is stored. Absence is never a reason to reject.',
    refusals: { 409: 'CONFLICT: no file of the IRS that lists exempt organizations is imported yet' },
    example: {
      body: {
        taxIdEin: '84-0917362',
        orgName: 'Islamic Center of Fremont',
        orgType: 'Masjid/Islamic Center',
        city: 'Fremont',
        state: 'CA',
      },
    },
    allow: 'tax-verification.decide',
    body: RegistryQuestion,
    response: Verdict,
  },
})
