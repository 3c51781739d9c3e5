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
import { LinkTo } from '../../kit/page/LinkTo.tsx'
import { SectionHead } from '../../kit/page/Page.tsx'
import classes from './facts.module.css'
import { type Claims, dayText, differs, type Evidence, type IrsFact, irsFacts } from './irs-facts.ts'
import { type FactLine, FactsTable, Marked, MarksLegend, Spoken } from './ReviewFacts.tsx'

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
  const isImported = evidence !== null && evidence.sources.length > 0
  const facts = isImported ? irsFacts(claims, evidence) : []
  const count = facts.filter(differs).length
  const first = isChanged || isTyped ? 'On record' : 'Submitted'
  return (
    <>
      <SectionHead title={TITLE}>
        {facts.some(({ pieces }) => pieces?.some(({ isSame }) => !isSame)) && (
          <MarksLegend first={first} second="IRS" />
        )}
        {isImported && <FileLine evidence={evidence} />}
      </SectionHead>
      {isTyped && (
        <p className={classes.typed} role="status">
          <Icon name="edit" size={14} />
          This is about {claims.ein}, as typed in the decision and not saved.
        </p>
      )}
      {isImported ? (
        <>
          <FactsTable
            name={TITLE}
            first={first}
            second={IRS_RECORD}
            lines={facts.map((fact) => describeFact(fact, first))}
          />
          <Spoken>{plural(count, 'difference')}</Spoken>
          <Sources evidence={evidence} />
        </>
      ) : (
        <NoEvidence ein={claims.ein} />
      )}
    </>
  )
}

function NoEvidence({ ein }: { ein: string }) {
  return (
    <p className={classes.none}>
      {ein === '' ? (
        'No EIN is known yet, so nothing can be looked up in the IRS files.'
      ) : (
        <>
          No IRS files have been imported yet. <LinkTo to="/irs-registry">Go to the IRS files</LinkTo>
        </>
      )}
    </p>
  )
}

/** "File of Nov 9, 2026": the newest of the list of exempt organizations, or of what there is. */
function FileLine({ evidence: { sources, stale } }: { evidence: Evidence }) {
  const source = sources.find(({ kind }) => kind === 'eo-bmf') ?? sources[0]
  return (
    <span className={classes.count}>
      {source && `File of ${dayText(source.snapshotOn)}`}
      {stale && (
        <>
          {' '}
          <StatusBadge tone="warning" bare>
            over {STALE_DAYS} days old
          </StatusBadge>
        </>
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

function describeFact(fact: IrsFact, source: string): FactLine {
  const { field, ours, irs, note, pieces, result } = fact
  const isMarked = pieces?.some(({ isSame }) => !isSame)
  return {
    field,
    differs: differs(fact),
    isSame: ours === undefined || (result.tone === 'success' && !isMarked && !note),
    first:
      ours === undefined ? (
        <i>Not in the form</i>
      ) : isMarked ? (
        <span>
          <Marked pieces={pieces!} only="first" />
        </span>
      ) : (
        ours || <i>Not given</i>
      ),
    second: (
      <>
        <span>
          {irs === undefined ? <i>Not in the IRS files</i> : isMarked ? <Marked pieces={pieces!} only="second" /> : irs}
        </span>
        {note && <span className={classes.note}>{note}</span>}
      </>
    ),
    result: <Result fact={fact} source={source} />,
  }
}

function Result({ fact: { ours, irs, pieces, result }, source }: { fact: IrsFact; source: string }) {
  if (result.tone === 'warning' || result.tone === 'danger') {
    return (
      <StatusBadge tone={result.tone} bare>
        {result.says}
        {pieces && (
          <Spoken>
            : {source.toLowerCase()} {ours}, IRS record {irs}
          </Spoken>
        )}
      </StatusBadge>
    )
  }
  return (
    <span className={classes.same} data-agrees={result.tone || undefined}>
      {result.tone === 'success' && <Icon name="check" size={14} />}
      {result.says}
    </span>
  )
}

export const LOOKING_UP = 'Looking it up'

const TYPING_MS = 300

export interface LookedUp {
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
  if (!isTyped) return { evidence: taxStatus.verdict, isTyped, isChecking: false, failure: null }
  return {
    evidence: (isSettled && check.data?.data) || null,
    isTyped,
    isChecking: !isSettled || check.isPending,
    failure: isSettled ? check.error : null,
  }
}
