import type { Organization } from '@hikmah/contract/organizations/schemas'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../kit/api/data.ts'
import classes from './decision.module.css'
import type { Desk } from './last-act.ts'

interface Props {
  org: Organization
  irsName: string
  desk: Desk
  onRenamed: () => unknown
}

/** Whether an organization that the record has under nearly the same name shall take that name. */
export function NameHint({ org, irsName, desk, onRenamed }: Props) {
  const mayEdit = useMay('organizations.update')
  const [isKept, setKept] = useState(false)
  if (!mayEdit || isKept) return null
  const take = () =>
    desk.changeOrganization(
      org,
      {
        edit: { orgName: irsName },
        text: 'Took the IRS name',
        back: { edit: { orgName: org.orgName }, text: 'Took the sent name again' },
      },
      onRenamed,
    )
  return (
    <section aria-label="Name on file">
      <p className={classes.hint}>Same organization? If so, correct the name on file too.</p>
      <div className={classes.chips}>
        <Button
          variant="default"
          size="xs"
          className={classes.chip}
          title={irsName}
          loading={desk.isChanging}
          onClick={take}
        >
          Use the IRS name
        </Button>
        <Button variant="default" size="xs" className={classes.chip} onClick={() => setKept(true)}>
          Keep the sent name
        </Button>
      </div>
    </section>
  )
}
