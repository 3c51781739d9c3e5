import { audit } from '@hikmah/contract/audit'
import { staff } from '@hikmah/contract/staff'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { download, saveAs } from '../kit/api/api.ts'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { useAction } from '../kit/form/action.ts'
import { Banner } from '../kit/form/FormAlert.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { ClosedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { AuditTrail, filterOf } from './AuditTrail.tsx'
import classes from './audit.module.css'
import { useVerifyTrail } from './verify-trail.tsx'

const route = getRouteApi('/console/audit')

/** /audit: who did what, and what it was before. */
export function AuditPage() {
  const mayRead = useMay('audit.read')
  return mayRead ? <WholeTrail /> : <ClosedPage title="Audit" what="The audit trail" />
}

function WholeTrail() {
  const search = route.useSearch()
  const mayExport = useMay('audit.export')
  const verify = useVerifyTrail()
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
      sub="Who did what, and what it was before. Entries are only ever added."
      action={
        <>
          <SubmitButton
            type="button"
            variant="default"
            isQuiet
            leftSection={<Icon name="download" size={14} />}
            loading={save.isRunning}
            reason={!mayExport && 'Only an owner can export the audit trail'}
            onClick={() => void save.run(undefined)}
          >
            Export CSV
          </SubmitButton>
          {verify.button}
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
