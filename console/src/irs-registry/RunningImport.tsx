import { irsRegistry } from '@hikmah/contract/irs-registry/endpoints'
import type { RegistryImport } from '@hikmah/contract/irs-registry/schemas'
import { Button } from '@mantine/core'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { confirm } from '../kit/feedback/confirm.tsx'
import { notifyFailure } from '../kit/feedback/notify.ts'
import { doingOf, fileNamesOf, partOf } from './import-words.ts'
import classes from './irs-registry.module.css'

/** The progress of an import, and a way to cancel it. */
export function RunningImport({ it }: { it: RegistryImport }) {
  const mayImport = useMay('irs-registry.import')
  const cancel = useWrite(irsRegistry.cancelRegistryImport, { error: ({ message }) => notifyFailure(message) })
  const names = fileNamesOf(it.files.map(({ name }) => name))
  const askAndCancel = async () => {
    const isSure = await confirm({
      title: `Cancel the import of ${names}?`,
      body: `${it.requestedBy} started it. The previous data is kept.`,
      action: 'Cancel import',
      cancel: 'Keep importing',
    })
    if (isSure) cancel.mutate({ params: { id: it._id } })
  }
  const percent = Math.floor(partOf(it) * 100)
  const doing = doingOf(it)
  return (
    <section className={classes.running} aria-label="Import under way">
      <div className={classes.progress}>
        <span>
          <b>{names}</b>
          {` by ${it.requestedBy}`}
        </span>
        <progress max={100} value={percent} aria-label={doing} />
        <span role="status">{doing}</span>
      </div>
      <span className={classes.percent}>{percent}%</span>
      {mayImport && (
        <Button variant="default" loading={cancel.isPending} onClick={askAndCancel}>
          Cancel import
        </Button>
      )}
    </section>
  )
}
