import type { Address } from '@hikmah/contract/addresses'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import {
  MAY_NOT_EDIT_ORGANIZATIONS,
  type OrganizationField,
  organizationFields,
} from '@hikmah/contract/organizations/words'
import { describeStanding } from '@hikmah/contract/tax-verification/against-record'
import type { RootOf } from '@hikmah/contract/words'
import { Anchor } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useMay } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { GuardedLink } from '../kit/form/SubmitButton.tsx'
import { EmailLink } from '../kit/format/breakable.tsx'
import { fileSize, phoneText } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Columns, SectionHead } from '../kit/page/Page.tsx'
import { TaxStatusTable } from '../tax-verification/TaxStatusPanel.tsx'
import classes from './organization.module.css'

const ActivityPanel = lazy(() => import('../audit/ActivityPanel.tsx').then((it) => ({ default: it.ActivityPanel })))

const CorrespondencePanel = lazy(() =>
  import('./CorrespondencePanel.tsx').then((it) => ({ default: it.CorrespondencePanel })),
)

export const ORG_DETAIL = 'ORG DETAIL'
export const VERIFICATION = 'VERIFICATION'

const labels = { ...organizationFields, phoneFax: 'Phone', orgAddress: 'Address', taxIdStatus: 'Tax Exempted' }

const inHead = ['orgName', 'orgAdmin', 'orgStatus'] as const

/** In the order of the customer's document (first seed, section 2). */
const factsOf = ({ phoneFax, orgAddress, orgEmail, orgWebsite, orgIcon, orgLogo, ...organization }: Organization) => ({
  orgType: organization.orgType,
  phoneFax: phones(phoneFax),
  orgAddress: address(orgAddress),
  orgShortName: organization.orgShortName,
  orgEmail: orgEmail && <EmailLink>{orgEmail}</EmailLink>,
  orgWebsite: orgWebsite && <Website address={orgWebsite} />,
  orgIcon: image('Icon', orgIcon.iconUrl, orgIcon.iconName, orgIcon.iconSize),
  taxIdStatus: exempted(organization.taxIdStatus),
  referredBy: organization.referredBy,
  orgLogo: image('Logo', orgLogo.logoUrl, orgLogo.logoName, orgLogo.logoSize),
})

/** A field without an entry above is shown as is; the types reject fields that are not text. */
type Plain = Exclude<RootOf<OrganizationField>, keyof ReturnType<typeof factsOf> | (typeof inHead)[number]>

function allFacts(organization: Organization): [string, ReactNode][] {
  const facts = factsOf(organization)
  const named: string[] = [...Object.keys(facts), ...inHead]
  const plain = Object.keys(organizationFields).filter(
    (field): field is Plain => !named.some((name) => field === name || field.startsWith(`${name}.`)),
  )
  const told: Record<string, ReactNode> = { ...facts }
  for (const field of plain) told[field] = organization[field]
  return Object.entries(told).map(([field, value]) => [labels[field as keyof typeof labels], value])
}

export function OrganizationFacts({ organization }: { organization: Organization }) {
  const { _id, orgName, taxIdStatus } = organization
  const mayReadAudit = useMay('audit.read')
  return (
    <Columns
      rail={
        mayReadAudit && (
          <Suspense fallback={<LoadingLines name="the activity" />}>
            <ActivityPanel orgId={_id} />
          </Suspense>
        )
      }
    >
      <section aria-label={ORG_DETAIL} className={classes.facts}>
        <SectionHead title={ORG_DETAIL} />
        <Facts facts={allFacts(organization)} />
        <div className={classes.foot}>
          <EditOrganization id={_id} variant="subtle" />
        </div>
      </section>
      <section aria-label={VERIFICATION} className={classes.part}>
        <TaxStatusTable title={VERIFICATION} orgId={_id} taxStatus={taxIdStatus} />
      </section>
      <Suspense fallback={<LoadingLines name="the emails and inquiries" lines={3} />}>
        <CorrespondencePanel orgId={_id} orgName={orgName} />
      </Suspense>
    </Columns>
  )
}

/** In the heading, and below the facts, where the customer's document has it. */
export const EditOrganization = ({ id, variant }: { id: string; variant: 'default' | 'subtle' }) => (
  <GuardedLink
    variant={variant}
    leftSection={<Icon name="edit" />}
    reason={!useMay('organizations.update') && MAY_NOT_EDIT_ORGANIZATIONS}
    to="/edit-organization-detail-{$id}"
    params={{ id }}
  >
    Edit Organization
  </GuardedLink>
)

function phones({ primaryPhone, secondaryPhone }: Organization['phoneFax']): ReactNode {
  const given = [
    [primaryPhone, 'primary'],
    [secondaryPhone, 'secondary'],
  ].filter(([phone]) => phone !== '')
  if (given.length === 0) return null
  return given.map(([phone = '', kind]) => (
    <div key={kind}>
      {phoneText(phone)} <span className="quiet">{kind}</span>
    </div>
  ))
}

function address({ line1, line2, city, state, postalCode, country }: Address): ReactNode {
  const lines = [
    [line1, line2].filter(Boolean).join(', '),
    [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    country,
  ].filter(Boolean)
  if (lines.length === 0) return null
  return lines.map((line) => <div key={line}>{line}</div>)
}

/** Only a web address becomes a link: old data may hold anything. */
function Website({ address }: { address: string }) {
  if (!/^https?:\/\//.test(address)) return address
  return (
    <Anchor href={address} target="_blank" rel="noreferrer">
      {address}
    </Anchor>
  )
}

function image(kind: 'Icon' | 'Logo', url: string, name: string, size: number): ReactNode {
  if (url === '') return null
  return (
    <div className={classes.image}>
      <img src={url} alt={kind} data-wide={kind === 'Logo' || undefined} />
      <span>
        {name} {size > 0 && <span className="quiet">{fileSize(size)}</span>}
      </span>
    </div>
  )
}

function exempted(taxStatus: Organization['taxIdStatus']): ReactNode {
  const { taxExempt, taxExemptDetail } = taxStatus
  const { status, submittedAt } = taxExemptDetail
  if (!taxExempt) return 'No'
  if (status === 'Rejected') return 'Claimed, exemption rejected'
  const contradicted = status === 'Approved' && describeStanding(taxStatus)
  if (contradicted) {
    return (
      <>
        Yes, <span className="late">IRS record says otherwise</span>
      </>
    )
  }
  if (status !== 'Pending' || !submittedAt) return 'Yes'
  return (
    <>
      Yes, <span className="late">in review</span>
    </>
  )
}
