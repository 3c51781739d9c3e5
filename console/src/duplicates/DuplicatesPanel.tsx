import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Duplicate, DuplicatesQuery, Organization } from '@hikmah/contract/organizations/schemas'
import { organizationName, organizationStatusLabels } from '@hikmah/contract/organizations/words'
import { capitalized } from '@hikmah/contract/words'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '../kit/api/data.ts'
import { plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { LinkTo } from '../kit/page/Page.tsx'
import classes from './DuplicatesPanel.module.css'

const TYPING_MS = 300

/** The signs of an organization on record, or as it stands in its form. */
export const duplicatesQuery = ({ _id, orgName, orgWebsite, phoneFax, orgAddress, taxIdStatus }: Organization) => ({
  ein: taxIdStatus.taxIdEin,
  phone: phoneFax.primaryPhone,
  webLink: orgWebsite,
  orgName,
  city: orgAddress.city,
  state: orgAddress.state,
  except: _id,
})

/** Cut to the allowed length: a field may hold more while typing. */
const short = ({ ein, phone, webLink, orgName, city, state, except }: DuplicatesQuery): DuplicatesQuery => ({
  ein: ein?.slice(0, 20),
  phone: phone?.slice(0, 40),
  webLink: webLink?.slice(0, 2048),
  orgName: orgName?.slice(0, 100),
  city: city?.slice(0, 50),
  state: state?.slice(0, 50),
  except,
})

const signs: Record<Duplicate['same'][number], string> = {
  ein: 'same EIN',
  phone: 'same phone',
  website: 'same website',
  name: 'nearly the same name',
}

const folded = (name: string) => name.trim().toLowerCase()

/** Possible duplicates. In an empty form it goes below the buttons, which it would push away as it appears. */
export function DuplicatesPanel(about: DuplicatesQuery) {
  // As text, which is the same at the next render.
  const [signsAsText] = useDebouncedValue(JSON.stringify(short(about)), TYPING_MS)
  const query: DuplicatesQuery = JSON.parse(signsAsText)
  const { data, error } = useQuery({
    ...read(organizations.findDuplicates, { query }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const { organizations: duplicates = [], groupExemption = null } = error ? {} : (data?.data ?? {})
  const own = folded(query.orgName ?? '')
  const areNamesakes = duplicates.every(({ same, orgName }) => same.join() === 'name' && folded(orgName) === own)
  return (
    // Always there, so that what appears in it is read out.
    <div role="status">
      {error && <p className={classes.failed}>Could not check for duplicate organizations.</p>}
      {duplicates.length > 0 && (
        <section className={classes.panel} aria-label="May be the same organization">
          <p className={classes.head}>
            <Icon name="copy" />
            <span>
              {areNamesakes
                ? `${plural(duplicates.length, 'organization is', 'organizations are')} also named ${query.orgName?.trim()}`
                : `${plural(duplicates.length, 'organization')} may be the same`}
            </span>
          </p>
          <ul data-inline={areNamesakes || undefined}>
            {duplicates.map(({ _id, orgName, city, state, orgStatus, same }) => {
              const place = [city, state, organizationStatusLabels[orgStatus]].filter(Boolean).join(', ')
              return (
                <li key={_id}>
                  <LinkTo to="/organization-detail-{$id}" params={{ id: _id }} underline="always">
                    {areNamesakes ? place : organizationName(orgName)}
                  </LinkTo>
                  {!areNamesakes && (
                    <>
                      <span className={classes.place}>{place}</span>
                      <span className={classes.same}>
                        {capitalized(
                          same
                            .map((sign) => (sign === 'name' && folded(orgName) === own ? 'same name' : signs[sign]))
                            .join(', '),
                        )}
                      </span>
                    </>
                  )}
                </li>
              )
            })}
          </ul>
          {groupExemption && (
            <p className={classes.group}>
              The IRS lists this EIN in group exemption {groupExemption}: organizations in the group may share it.
            </p>
          )}
        </section>
      )}
    </div>
  )
}
