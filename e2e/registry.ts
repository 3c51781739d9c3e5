import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { BMF_HEADER } from '../server/irs/eo-bmf.ts'
import { temporaryFolder } from '../server/test/cluster.ts'
import { pdfOf } from './pdf.ts'
import type { Platform } from './platform.ts'
import { sharedCluster } from './shared-cluster.ts'
import type { Given } from './test.ts'

const run = promisify(execFile)

/** A line of the EO BMF, by the columns that matter: of a church in Fremont, California, that is all in order. */
type Listed = { EIN: string; NAME: string } & Record<string, string>

const usual = {
  CITY: 'FREMONT',
  STATE: 'CA',
  ZIP: '94536-5217',
  GROUP: '0000',
  SUBSECTION: '03',
  AFFILIATION: '3',
  RULING: '201109',
  DEDUCTIBILITY: '1',
  FOUNDATION: '10',
  STATUS: '01',
  FILING_REQ_CD: '06',
  NTEE_CD: 'X40',
}

interface Revoked {
  ein: string
  name: string
  /** As 15-JAN-2022. */
  on: string
}

const bmfOf = (rows: Listed[]) =>
  [BMF_HEADER, ...rows.map((row) => BMF_HEADER.map((column) => ({ ...usual, ...row })[column] ?? ''))]
    .map((cells) => cells.join(','))
    .join('\r\n')

const revokedOf = (rows: Revoked[]) =>
  rows.map(({ ein, name, on }) => [ein, name, '', '', 'FREMONT', 'CA', '94536', 'US', '03', on, on, ''].join('|'))

/** Puts files with these lines in the place of those of the IRS, by the command that an operator uses. EINs without their hyphen. */
export async function importRegistry(platform: Platform, listed: Listed[], revoked: Revoked[]) {
  const folder = temporaryFolder('hikmah-e2e-irs-')
  const files = {
    'eo.csv': listed.length > 0 && bmfOf(listed),
    'revocation.txt': revoked.length > 0 && ['', '', ...revokedOf(revoked), ''].join('\r\n'),
  }
  const paths = Object.entries(files).flatMap(([name, text]) => {
    if (text) writeFileSync(join(folder, name), text)
    return text ? [join(folder, name)] : []
  })
  await run(process.execPath, ['server/irs/import.ts', ...paths, '--force'], {
    env: {
      ...process.env,
      DATABASE_URL: platform.databaseUrl,
      DATA_DIR: folder,
      SECRET_KEY: sharedCluster().secretKey,
      LOG_LEVEL: 'warn',
    },
  })
  rmSync(folder, { recursive: true, force: true })
}

/** The line of an organization, under its own name unless told otherwise. */
export const listed = (number: string, name: string, but: Partial<Listed> = {}): Listed => ({
  EIN: number.replace('-', ''),
  NAME: name.toUpperCase(),
  ...(but as Record<string, string>),
})

/** An organization in Fremont, California, that has handed in its EIN and a letter. */
export async function submitted(given: Given, orgName: string, taxIdEin: string, letter = pdfOf(['Letter 947'])) {
  const made = await given.organization(orgName)
  await given.asked(organizations.updateOrganization, {
    params: { id: made.orgId },
    body: {
      orgType: 'Masjid/Islamic Center',
      orgAddress: { line1: '4212 Peralta Blvd', city: 'Fremont', state: 'CA', postalCode: '94536', country: 'USA' },
    },
  })
  const body = { taxIdEin, taxExempt: true, documents: [{ name: 'letter.pdf', data: letter }] }
  const submit = () => given.asked(taxVerification.submitTaxPapers, { params: { orgId: made.orgId }, body }, made.own)
  await submit()
  return { ...made, taxIdEin, submitAgain: submit }
}
