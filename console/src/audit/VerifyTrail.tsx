import { audit } from '@hikmah/contract/audit'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../kit/data.ts'
import { Banner } from '../kit/FormAlert.tsx'
import { LoadFailure } from '../kit/ListStates.tsx'
import { plural } from '../kit/texts.ts'
import classes from './audit.module.css'

/** Recomputes the whole chain of entries on the server and says whether any was changed. */
export function VerifyTrail() {
  const { data, error, isFetching, refetch } = useQuery({
    ...read(audit.verifyAudit, {}),
    // Only when asked: it reads every entry there is.
    enabled: false,
    gcTime: 0,
  })
  const verdict = data?.data
  return (
    <div className={classes.verdict}>
      <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
        Verify
      </Button>
      {error && <LoadFailure what="The verdict" error={error} onRetry={refetch} />}
      {verdict && !error && !isFetching && (
        <div className={classes.verdict}>
          {verdict.ok ? (
            <Banner tone="success" text={`${plural(verdict.entries, 'entry', 'entries')}, unbroken`} />
          ) : (
            <Banner
              tone="danger"
              text={`Broken: entry ${verdict.brokenAt} is the first that was changed or is missing`}
            />
          )}
        </div>
      )}
    </div>
  )
}
