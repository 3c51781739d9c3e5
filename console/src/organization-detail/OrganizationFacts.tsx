import type { Address, Organization } from '@hikmah/contract/organizations/schemas'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { ActivityPanel } from '../audit/ActivityPanel.tsx'
import { useMay } from '../kit/api/current-user.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { fileSize, phoneText } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './organization.module.css'

/** ORG DETAIL: the facts, and what happened beside them. */
export function OrganizationFacts({ organization }: { organization: Organization }) {
  const { orgType, orgShortName, phoneFax, orgAddress, orgEmail, orgWebsite, referredBy } = organization
  const { orgIcon, orgLogo, taxIdStatus } = organization
  const mayReadAudit = useMay('audit.read')
  return (
    <div className={classes.columns} data-beside={mayReadAudit || undefined}>
      <section aria-label="ORG DETAIL">
        <SectionHead title="ORG DETAIL" />
        <Facts
          facts={[
            ['Org Type', orgType],
            ['Shortname', orgShortName],
            ['Phone', phones(phoneFax)],
            ['Address', address(orgAddress)],
            ['Org Email', orgEmail && <Anchor href={`mailto:${orgEmail}`}>{orgEmail}</Anchor>],
            ['Website', orgWebsite && <Website address={orgWebsite} />],
            ['Icon', image('Icon', orgIcon.iconUrl, orgIcon.iconName, orgIcon.iconSize)],
            ['Logo', image('Logo', orgLogo.logoUrl, orgLogo.logoName, orgLogo.logoSize)],
            ['Tax Exempted', exempted(taxIdStatus)],
            ['Referred By', referredBy],
          ]}
        />
        <div className={classes.foot}>
          <EditLink id={organization._id} />
        </div>
      </section>
      {mayReadAudit && <ActivityPanel orgId={organization._id} />}
    </div>
  )
}

function EditLink({ id }: { id: string }) {
  const mayEdit = useMay('organizations.update')
  const label = (
    <>
      <Icon name="edit" />
      &nbsp;Edit Organization
    </>
  )
  if (mayEdit) {
    return (
      <ButtonLink variant="default" to="/edit-organization-detail-{$id}" params={{ id }}>
        {label}
      </ButtonLink>
    )
  }
  return (
    <SubmitButton type="button" variant="default" reason="Only owners and admins edit organizations">
      {label}
    </SubmitButton>
  )
}

function phones({ primaryPhone, secondaryPhone }: Organization['phoneFax']): ReactNode {
  const given = [
    [primaryPhone, 'primary'],
    [secondaryPhone, 'secondary'],
  ].filter(([phone]) => phone !== '')
  if (given.length === 0) return null
  return given.map(([phone = '', kind]) => (
    <div key={kind}>
      {phoneText(phone)} <span className={classes.quiet}>{kind}</span>
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

/** Only a web address becomes a link: what was kept long ago may be anything. */
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
      <div>
        {name}
        {size > 0 && <div className={classes.quiet}>{fileSize(size)}</div>}
      </div>
    </div>
  )
}

function exempted({ taxExempt, taxExemptDetail: { status, submittedAt } }: Organization['taxIdStatus']): ReactNode {
  if (!taxExempt) return 'No'
  if (status !== 'Pending' || !submittedAt) return 'Yes'
  return (
    <>
      Yes, <span className={classes.waiting}>exemption in review</span>
    </>
  )
}
