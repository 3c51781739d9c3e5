import { audit } from '@hikmah/contract/audit'
import type { Data } from '@hikmah/contract/endpoint'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../kit/api/data.ts'
import { Banner } from '../kit/form/FormAlert.tsx'
import { plural } from '../kit/format/texts.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { Hint } from '../kit/popup/Hint.tsx'
import classes from './audit.module.css'

const WHAT_IT_DOES =
  'Recomputes the chain of all entries on the server and says whether any was changed or removed since it was written.'

/** Recomputes the whole chain of entries on the server: the button, and what it found. */
export function useVerifyTrail() {
  const { data, error, isFetching, refetch } = useQuery({
    ...read(audit.verifyAudit, {}),
    // Only when asked: it reads every entry there is.
    enabled: false,
    gcTime: 0,
  })
  const verdict = isFetching ? undefined : data?.data
  return {
    button: (
      <Hint label={WHAT_IT_DOES}>
        <Button variant="default" loading={isFetching} aria-description={WHAT_IT_DOES} onClick={() => void refetch()}>
          Verify
        </Button>
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
