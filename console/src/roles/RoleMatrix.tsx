import { type RoleTable, roles } from '@hikmah/contract/roles'
import { capitalized } from '@hikmah/contract/words'
import { useQuery } from '@tanstack/react-query'
import { read } from '../kit/api/data.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Page } from '../kit/page/Page.tsx'
import { StaffRoleBadge } from '../staff/StaffRoleBadge.tsx'
import classes from './roles.module.css'

/** The areas by their names in the side menu; others by their own name. An area of one or two joins another. */
const areaLabels: Record<string, string> = {
  session: 'Account and dashboard',
  dashboard: 'Account and dashboard',
  'tax-verification': 'Tax reviews',
  'irs-registry': 'Tax reviews',
  'organization-team': 'Organizations',
  mails: 'Media and emails',
  media: 'Media and emails',
  hardware: 'Hardware/Devices',
  'payment-account': 'Finance',
  payments: 'Finance',
  staff: 'Team Members',
  profile: 'Team Members',
  roles: 'Roles and audit',
  audit: 'Roles and audit',
}

const labelOf = (permission: string) => {
  const [area = ''] = permission.split('.')
  return areaLabels[area] ?? capitalized(area)
}

export const readRoles = read(roles.listRoles, {})

/** /roles: who may do what. It is fixed in the product, so there is nothing to save. */
export function RoleMatrix() {
  const { data, error, refetch } = useQuery(readRoles)
  return (
    <Page title="Manage Roles" sub="What each role can do.">
      {error && <LoadFailure what="The roles" error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name="roles" lines={12} />}
      {data && (
        <>
          <Descriptions {...data.data} />
          <Matrix {...data.data} />
        </>
      )}
    </Page>
  )
}

const Descriptions = ({ roles: all }: RoleTable) => (
  <ul className={classes.roles} aria-label="Roles">
    {all.map(({ role, description }) => (
      <li key={role}>
        <h2>
          <StaffRoleBadge staffRole={role} />
        </h2>
        <p>{description}</p>
      </li>
    ))}
  </ul>
)

function Matrix({ roles: all, permissions }: RoleTable) {
  const areas = Map.groupBy(permissions, ({ permission }) => labelOf(permission))
  return (
    <table className={classes.matrix} aria-label="Permissions by role">
      <thead>
        <tr>
          <th scope="col">Permission</th>
          {all.map(({ role, label }) => (
            <th key={role} scope="col" className={classes.holds} data-letter={label[0]}>
              <span className="spoken-narrow">{label}</span>
            </th>
          ))}
        </tr>
      </thead>
      {[...areas].map(([area, ofArea]) => (
        <tbody key={area}>
          <tr>
            <th scope="rowgroup" colSpan={all.length + 1} className={classes.area}>
              {area}
            </th>
          </tr>
          {ofArea.map(({ permission, description, roles: holders }) => (
            <tr key={permission}>
              <th scope="row">{description}</th>
              {all.map(({ role }) => (
                <td key={role} className={classes.holds} data-holds={holders.includes(role) || undefined}>
                  {holders.includes(role) ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
                  <span className="spoken">{holders.includes(role) ? 'yes' : 'no'}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}
