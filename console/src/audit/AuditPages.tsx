import { audit } from '@hikmah/contract/audit'
import type { Data } from '@hikmah/contract/endpoint'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { organizationName } from '@hikmah/contract/organizations/words'
import { staff } from '@hikmah/contract/staff'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useId } from 'react'
import { download, saveAs } from '../kit/api/api.ts'
import { read, useMay } from '../kit/api/data.ts'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { useAction } from '../kit/form/action.ts'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { tabCount } from '../kit/list/ListTable.tsx'
import { EmptyState, LoadFailure } from '../kit/page/ListStates.tsx'
import { ClosedPage } from '../kit/page/LoadedPage.tsx'
import { ButtonLink, Page } from '../kit/page/Page.tsx'
import { Hint } from '../kit/popup/Hint.tsx'
import { OrganizationLink, OrganizationsLink } from '../organizations/OrganizationLink.tsx'
import { AuditTrail, filterOf, useAuditCounts } from './AuditTrail.tsx'
import classes from './audit.module.css'

const WHAT_IT_DOES =
  'Recomputes the chain of all entries on the server and says whether any was changed or removed since it was written.'

function useVerifyTrail() {
  const { data, error, isFetching, refetch } = useQuery({
    ...read(audit.verifyAudit, { query: {} }),
    // Only when asked: it reads every entry there is.
    enabled: false,
    gcTime: 0,
  })
  const verdict = isFetching ? undefined : data?.data
  const id = useId()
  return {
    button: (
      <Hint label={WHAT_IT_DOES}>
        <Button variant="subtle" color="gray" loading={isFetching} aria-describedby={id} onClick={() => void refetch()}>
          Check integrity
        </Button>
        <span id={id} hidden>
          {WHAT_IT_DOES}
        </span>
      </Hint>
    ),
    verdict: (
      <div className={classes.verdict}>
        {error && <LoadFailure what="The audit trail" error={error} onRetry={refetch} />}
        {!error && verdict?.ok && (
          <Banner tone="success" text={`${plural(verdict.entries, 'entry', 'entries')}, unbroken`} />
        )}
        {!error && verdict?.ok === false && <Banner tone="danger" text={problemOf(verdict)} />}
      </div>
    ),
  }
}

function problemOf({ brokenAt, problem }: Pick<Data<typeof audit.verifyAudit>, 'brokenAt' | 'problem'>): string {
  if (problem === 'foreign-key') return 'This trail was written with another secret key'
  if (problem === 'cut-off') return `The trail was cut off: entry ${brokenAt} and everything after it are missing`
  return `Entry ${brokenAt} is the first broken one: it was changed or is missing`
}

const route = getRouteApi('/console/audit')

export function AuditPage() {
  const mayRead = useMay('audit.read')
  return mayRead ? <WholeTrail /> : <ClosedPage title="Audit" what="The audit trail" />
}

function WholeTrail() {
  const search = route.useSearch()
  const mayExport = useMay('audit.export')
  const verify = useVerifyTrail()
  const counts = useAuditCounts(search)
  const { data } = useQuery(read(staff.listStaff, { query: { limit: 100, sort: 'name' } }))
  const people = data?.data.map(({ userName, name }) => ({
    value: userName,
    label: `${name.firstName} ${name.lastName}`.trim(),
  }))
  const save = useAction(async () => {
    saveAs(await download(audit.exportAudit, { query: filterOf(search) }), 'audit.csv')
  })
  return (
    <Page
      title="Audit"
      count={tabCount(counts, search.kind)}
      sub="Everything staff and organizations changed. Entries cannot be edited."
      action={
        <>
          <ButtonLink variant="subtle" color="gray" to="/retention">
            Data retention
          </ButtonLink>
          {verify.button}
          <GuardedButton
            variant="default"
            leftSection={<Icon name="download" size={14} />}
            loading={save.isRunning}
            reason={!mayExport && 'Only an owner can export the audit trail'}
            onClick={() => void save.run(undefined)}
          >
            Export CSV
          </GuardedButton>
        </>
      }
    >
      {verify.verdict}
      {save.error && (
        <div className={classes.verdict}>
          <Banner tone="danger" text={save.error.message.trim()} onDismiss={save.clear} />
        </div>
      )}
      <AuditTrail search={search} people={people} empty="Changes made in the console are recorded here." />
    </Page>
  )
}

const activityRoute = getRouteApi('/console/organization-activity-{$id}')

export function ActivityPage() {
  const { id } = activityRoute.useParams()
  const search = activityRoute.useSearch()
  const mayRead = useMay('audit.read')
  const { data } = useQuery(read(organizations.readOrganization, { params: { id } }))
  const name = data && organizationName(data.data.orgName)
  const verify = useVerifyTrail()
  return (
    <Page
      title="Activity"
      action={mayRead && verify.button}
      sub={data && `Everything that happened to ${name}, newest first.`}
      trail={[
        <OrganizationsLink key="all" />,
        name && (
          <OrganizationLink key="one" id={id}>
            {name}
          </OrganizationLink>
        ),
      ].filter(Boolean)}
    >
      {mayRead ? (
        <>
          {verify.verdict}
          <AuditTrail search={search} organization={id} empty="Changes to this organization are recorded here." />
        </>
      ) : (
        <EmptyState
          title="The activity is for owners and admins"
          text="Your role cannot read the audit trail."
          action={<OrganizationLink id={id}>Go to the organization</OrganizationLink>}
        />
      )}
    </Page>
  )
}
