import { Id } from '@hikmah/contract/common'
import { foldText } from '@hikmah/contract/fold-text'
import { LOGOS_SHOWN, logoName } from '@hikmah/contract/organizations/logos'
import type { LogoMatch } from '@hikmah/contract/organizations/schemas'
import { asc, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../kit/db/db.ts'
import { organizationNames, organizations } from './table.ts'

const foldedShortName = sql<string>`folded(${organizations.shortName})`

/** The organizations whose id or shortname each file is named after. */
export async function matchLogos(db: Db, files: string[]): Promise<LogoMatch[]> {
  const names = [...new Set(files.map((file) => foldText(logoName(file))))].filter(Boolean)
  const ids = files.map(logoName).filter((name) => Id.safeParse(name).success)
  // By the index of all names, of which only the shortname counts.
  const isNamed = sql`${organizationNames} && ${sql.param(names)}::text[] and ${foldedShortName} = any(${sql.param(names)}::text[])`
  const { id, name, version, logoMediaId } = organizations
  const rows = await db
    .select({ id, name, version, logoMediaId, shortName: foldedShortName })
    .from(organizations)
    .where(ids.length > 0 ? or(inArray(id, ids), isNamed) : isNamed)
    .orderBy(asc(organizations.createdAt), asc(id))
  return files.map((file) => ({
    file,
    organizations: rows
      .filter((row) => row.id === logoName(file).toLowerCase() || row.shortName === foldText(logoName(file)))
      .slice(0, LOGOS_SHOWN)
      .map((row) => ({
        _id: row.id,
        orgName: row.name,
        hasLogo: row.logoMediaId !== null,
        version: row.version,
      })),
  }))
}
