import type { FinanceOfCurrency } from '@hikmah/contract/finance'
import { formatMoney } from '@hikmah/contract/money'
import { organizationName } from '@hikmah/contract/organizations/words'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { plural } from '../kit/format/texts.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { Scroller } from '../kit/page/Scroller.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import classes from './finance.module.css'
import { SumLink } from './SumLink.tsx'

const FEW = 10

/** Who paid and who owes, most paid first. */
export function PayersTable({ of: { currency, organizations, others } }: { of: FinanceOfCurrency }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? organizations : organizations.slice(0, FEW)
  return (
    <section>
      <SectionHead title="By organization" />
      <Scroller label="Organizations">
        <table className={classes.table} aria-label={`Organizations in ${currency.toUpperCase()}`}>
          <thead>
            <tr>
              <th scope="col">Organization</th>
              <th scope="col">Paid</th>
              <th scope="col">Due</th>
              <th scope="col">Overdue</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ organization, ...row }) => {
              const name = organization ? organizationName(organization.orgName) : 'Not linked'
              return (
                <tr key={organization?._id ?? 'none'}>
                  <th scope="row" className={classes.name}>
                    {organization ? (
                      <OrganizationLink id={organization._id}>{name}</OrganizationLink>
                    ) : (
                      <LinkTo to="/payments">{name}</LinkTo>
                    )}
                  </th>
                  {(['paid', 'due', 'overdue'] as const).map((kind) => (
                    <td key={kind}>
                      <SumLink of={row[kind]} currency={currency} label={`${kind}, ${name}`} />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
          {others && isWhole && (
            <tfoot>
              <tr>
                <th scope="row">{plural(others.organizations, 'other')}</th>
                <td>{formatMoney(others.paid, currency)}</td>
                <td>{formatMoney(others.due, currency)}</td>
                <td>{formatMoney(others.overdue, currency)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      </Scroller>
      {shown.length < organizations.length && (
        <Button className={classes.more} variant="default" size="xs" onClick={() => setIsWhole(true)}>
          Show {organizations.length - shown.length} more
        </Button>
      )}
    </section>
  )
}
