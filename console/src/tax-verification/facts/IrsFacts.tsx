import { irsRegistry } from '@hikmah/contract/irs-registry/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { findEinProblem } from '@hikmah/contract/tax-verification/rules'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kit/api/api.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import { LinkTo, SectionHead } from '../../kit/page/Page.tsx'
import { ChangesSince } from './ChangesSince.tsx'
import { FactRows } from './FactRows.tsx'
import classes from './facts.module.css'
import { compareWithIrs, type IrsComparison, summarizeFacts } from './irs-facts.ts'
import type { Claims, Evidence, Fact } from './irs-record.ts'

const TITLE = 'Facts and IRS record'
const SHOWN = 3

interface Props {
  claims: Claims
  lookedUp: LookedUp
  taxStatus: TaxStatus
  /** What the organization's page says now and its submission did not. */
  changed: Fact[]
  /** May look an EIN up. */
  mayCheck: boolean
}

/** Everything that was sent beside the IRS record, in any column: what differs first, then what agrees, then the rest folded. */
export function IrsFacts({ claims, lookedUp, taxStatus, changed, mayCheck }: Props) {
  const { evidence, isTyped } = lookedUp
  const comparison = compareWithIrs(claims, evidence)
  return (
    <div className={classes.section}>
      <SectionHead title={TITLE}>
        <span className="fine">{summarizeFacts(comparison)}</span>
      </SectionHead>
      {isTyped && (
        <p className={classes.typed} role="status">
          <Icon name="edit" size={14} />
          This is about {claims.ein}, as typed in the decision and not saved.
        </p>
      )}
      <FactRows name={TITLE} facts={comparison.facts} sides={[changed.length > 0 ? 'Now' : 'Sent', 'IRS']} />
      {evidence ? (
        <RecordFold comparison={comparison} evidence={evidence} orgType={claims.orgType} />
      ) : (
        <NotChecked ein={claims.ein} lookedUp={lookedUp} mayCheck={mayCheck} />
      )}
      <ChangesSince taxStatus={taxStatus} evidence={evidence} changed={changed} />
    </div>
  )
}

interface FoldProps {
  comparison: IrsComparison
  evidence: Evidence
  orgType: string
}

/** What only the record has, in one line that opens; of who is not listed, what that means. */
function RecordFold({ comparison: { irsOnly, isListed }, evidence, orgType }: FoldProps) {
  if (isListed === null) return null
  if (!isListed) {
    return (
      <details className={classes.only}>
        <summary>
          {orgType.startsWith('Masjid') ? (
            <span>
              <b>A mosque need not be listed.</b> New EINs take weeks to appear. Neither is a reason to reject.
            </span>
          ) : (
            <span>
              <b>New EINs take weeks to appear.</b> That is no reason to reject.
            </span>
          )}
          <Icon name="down" size={14} />
        </summary>
        <ul>
          {evidence.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </details>
    )
  }
  if (irsOnly.length === 0) return null
  const more = irsOnly.length - SHOWN
  return (
    <details className={classes.only}>
      <summary>
        <span>
          <b>IRS only:</b>{' '}
          <span className={classes.folded}>
            {irsOnly
              .slice(0, SHOWN)
              .map(({ short }) => short)
              .join(' · ')}
            {more > 0 && ` · ${more} more`}
          </span>
        </span>
        <Icon name="down" size={14} />
      </summary>
      <dl>
        {irsOnly.map(({ field, text }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function NotChecked({ ein, lookedUp, mayCheck }: { ein: string; lookedUp: LookedUp; mayCheck: boolean }) {
  if (ein === '') {
    return <p className={classes.none}>No EIN is known yet, so nothing can be looked up in the IRS files.</p>
  }
  return (
    <div className={classes.none} role="status">
      <p>
        {lookedUp.failure ? (
          <>
            {lookedUp.failure.message} <LinkTo to="/irs-registry">Go to the IRS files</LinkTo>
          </>
        ) : (
          'This EIN has not been checked with the IRS files.'
        )}
      </p>
      {mayCheck && (
        <Button variant="default" size="xs" onClick={lookedUp.check}>
          Check now
        </Button>
      )}
    </div>
  )
}

export const LOOKING_UP = 'Looking it up'

const TYPING_MS = 300

export interface LookedUp {
  /** Null as long as it was not looked up, and where no file of the IRS is imported. */
  evidence: Evidence | null
  /** It is about the EIN in the field, which differs from the one on record. */
  isTyped: boolean
  isChecking: boolean
  failure: Error | null
  /** Looks the EIN up that was not checked, or again after a failure. */
  check: () => void
}

/** The IRS evidence for the EIN in the field: the stored one for the EIN on record, else looked up at once. */
export function useEvidence(taxStatus: TaxStatus, org: Organization | undefined, ein: string): LookedUp {
  const isTyped = ein !== taxStatus.taxIdEin && findEinProblem(ein) === undefined
  const [typed] = useDebouncedValue(isTyped ? ein : undefined, TYPING_MS)
  const isSettled = typed === (isTyped ? ein : undefined)
  const [isAsked, setAsked] = useState(false)
  const stored = taxStatus.verdict
  const asked = isTyped ? typed : isAsked && !stored ? taxStatus.taxIdEin : undefined
  const { orgName = '', orgShortName = '', orgType = '', orgAddress } = org ?? {}
  const question =
    orgAddress && asked && isSettled
      ? { taxIdEin: asked, orgName, orgShortName, orgType, city: orgAddress.city, state: orgAddress.state }
      : undefined
  const check = useQuery({
    queryKey: [irsRegistry.checkRegistry.path, question],
    queryFn: question ? ({ signal }) => call(irsRegistry.checkRegistry, { body: question }, { signal }) : skipToken,
    retry: false,
  })
  const found = question ? check.data?.data : undefined
  const evidence = isTyped ? found : (stored ?? found)
  return {
    evidence: evidence && evidence.sources.length > 0 ? evidence : null,
    isTyped,
    isChecking: (isTyped && !isSettled) || (question !== undefined && check.isFetching && !found),
    failure: question ? check.error : null,
    check: () => (question ? check.refetch() : setAsked(true)),
  }
}
