import type { Duplicate } from '@hikmah/contract/organizations/schemas'
import { organizationName, organizationStatusLabels } from '@hikmah/contract/organizations/words'
import { plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import classes from './DuplicatesPanel.module.css'

const signs: Record<Duplicate['same'][number], string> = {
  ein: 'same EIN',
  phone: 'same phone',
  website: 'same website',
  name: 'nearly the same name',
}

interface Props {
  found: Duplicate[]
  /** The number of the group whose organizations may share the EIN. */
  groupExemption: string | null
}

/** Possible duplicates, each with what matches and a link. */
export const FoundDuplicates = ({ found, groupExemption }: Props) => (
  <section className={classes.panel} aria-label="May be the same organization">
    <p className={classes.head}>
      <Icon name="copy" />
      {plural(found.length, 'organization')} may be the same
    </p>
    <ul>
      {found.map((one) => (
        <li key={one._id}>
          <LinkTo to="/organization-detail-{$id}" params={{ id: one._id }} underline="always">
            {organizationName(one.orgName)}
          </LinkTo>
          <span className={classes.place}>
            {[one.city, one.state, organizationStatusLabels[one.orgStatus]].filter(Boolean).join(', ')}
          </span>
          <span className={classes.same}>{sentence(one.same)}</span>
        </li>
      ))}
    </ul>
    {groupExemption && (
      <p className={classes.group}>
        The IRS lists this EIN in group exemption {groupExemption}: organizations in the group may share it.
      </p>
    )}
  </section>
)

function sentence(same: Duplicate['same']): string {
  const text = same.map((sign) => signs[sign]).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
