import { irsRegistry } from '@hikmah/contract/irs-registry/endpoints'
import { registryKindNames, registryKinds, STALE_DAYS } from '@hikmah/contract/irs-registry/words'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { findEinProblem } from '@hikmah/contract/tax-verification/rules'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { IRS_RECORD } from '@hikmah/contract/tax-verification/words'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../../kit/api/api.ts'
import { StatusBadge } from '../../kit/display/StatusBadge.tsx'
import { plural } from '../../kit/format/texts.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import { LinkTo, SectionHead } from '../../kit/page/Page.tsx'
import classes from './facts.module.css'
import { type Claims, dayText, differs, type Evidence, irsFacts, isMarked } from './irs-facts.ts'
import { FactsTable, MarksLegend } from './ReviewFacts.tsx'

const TITLE = 'Facts and IRS record'

interface Props {
  claims: Claims
  evidence: Evidence | null
  /** The EIN is in the field and not saved yet; the facts are about that one. */
  isTyped: boolean
  /** The record has changed since the submission, and the record is compared. */
  isChanged: boolean
}

export function IrsFacts({ claims, evidence, isTyped, isChanged }: Props) {
  const facts = evidence ? irsFacts(claims, evidence) : []
  const source = isChanged || isTyped ? 'On record' : 'Submitted'
  return (
    <>
      <SectionHead title={TITLE}>
        {facts.some(isMarked) && <MarksLegend first={source.toLowerCase()} second="IRS" />}
        {evidence && <FileLine evidence={evidence} />}
      </SectionHead>
      {isTyped && (
        <p className={classes.typed} role="status">
          <Icon name="edit" size={14} />
          This is about {claims.ein}, as typed in the decision and not saved.
        </p>
      )}
      {evidence ? (
        <>
          <FactsTable
            name={TITLE}
            facts={facts}
            first={{ head: source, missing: 'Not in the form', empty: <span className="quiet">Not given</span> }}
            second={{ head: IRS_RECORD, missing: 'Not in the IRS files', empty: '' }}
            speak={({ first, second }) => `: ${source.toLowerCase()} ${first}, IRS record ${second}`}
          />
          <span className="spoken">{plural(facts.filter(differs).length, 'difference')}</span>
          <Sources evidence={evidence} />
        </>
      ) : claims.ein === '' ? (
        <p className={classes.none}>No EIN is known yet, so nothing can be looked up in the IRS files.</p>
      ) : (
        <p className={classes.none}>
          No IRS files have been imported yet. <LinkTo to="/irs-registry">Go to the IRS files</LinkTo>
        </p>
      )}
    </>
  )
}

/** "File of Nov 9, 2026": the newest of the list of exempt organizations, or of what there is. */
function FileLine({ evidence: { sources, stale } }: { evidence: Evidence }) {
  const source = sources.find(({ kind }) => kind === 'eo-bmf') ?? sources[0]
  return (
    <span className="fine">
      {source && `File of ${dayText(source.snapshotOn)}`}
      {stale && ' '}
      {stale && (
        <StatusBadge tone="warning" bare>
          over {STALE_DAYS} days old
        </StatusBadge>
      )}
    </span>
  )
}

/** Which files were searched: not being in a file that is not imported means nothing. */
function Sources({ evidence: { sources } }: { evidence: Evidence }) {
  return (
    <ul className={classes.sources}>
      {registryKinds.map((kind) => {
        const source = sources.find((file) => file.kind === kind)
        return (
          <li key={kind}>
            {registryKindNames[kind]}: {source ? dayText(source.snapshotOn) : 'not imported'}
          </li>
        )
      })}
    </ul>
  )
}

export const LOOKING_UP = 'Looking it up'

const TYPING_MS = 300

export interface LookedUp {
  /** Null as long as no file of the IRS is imported. */
  evidence: Evidence | null
  /** It is about the EIN in the field, which differs from the one on record. */
  isTyped: boolean
  isChecking: boolean
  failure: Error | null
}

/** The IRS evidence for the EIN in the field: the stored one for the EIN on record, else looked up at once. */
export function useEvidence(taxStatus: TaxStatus, org: Organization | undefined, ein: string): LookedUp {
  const isTyped = ein !== taxStatus.taxIdEin && findEinProblem(ein) === undefined
  const [typed] = useDebouncedValue(isTyped ? ein : undefined, TYPING_MS)
  const isSettled = typed === (isTyped ? ein : undefined)
  const { orgName = '', orgShortName = '', orgType = '', orgAddress } = org ?? {}
  const question =
    orgAddress && typed && isSettled
      ? { taxIdEin: typed, orgName, orgShortName, orgType, city: orgAddress.city, state: orgAddress.state }
      : undefined
  const check = useQuery({
    queryKey: [irsRegistry.checkRegistry.path, question],
    queryFn: question ? ({ signal }) => call(irsRegistry.checkRegistry, { body: question }, { signal }) : skipToken,
    retry: false,
  })
  const evidence = isTyped ? isSettled && check.data?.data : taxStatus.verdict
  return {
    evidence: evidence && evidence.sources.length > 0 ? evidence : null,
    isTyped,
    isChecking: isTyped && (!isSettled || check.isPending),
    failure: isTyped && isSettled ? check.error : null,
  }
}
