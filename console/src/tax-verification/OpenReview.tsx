import type { Organization } from '@hikmah/contract/organizations/schemas'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { DuplicatesPanel, knownOf } from '../duplicates/DuplicatesPanel.tsx'
import { call } from '../kit/api/api.ts'
import { countText, plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { Deferred } from '../kit/page/Deferred.tsx'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import { DecisionWaiting } from './decision/DecisionHead.tsx'
import { TaxDecisionForm } from './decision/TaxDecisionForm.tsx'
import { useTaxDecision } from './decision/use-tax-decision.ts'
import classes from './desk.module.css'
import { IrsFacts } from './facts/IrsFacts.tsx'
import { type Claims, differs, irsFacts } from './facts/irs-facts.ts'
import { ReviewFacts } from './facts/ReviewFacts.tsx'
import { compareFacts, hasChanged } from './facts/review-facts.ts'
import { useEvidence } from './facts/use-evidence.ts'
import { queueOf } from './queue-search.ts'
import { countSteps } from './ReviewHistory.tsx'

const route = getRouteApi('/console/varify-ein/{$orgId}')

interface Props {
  orgId: string
  orgName: string
  /** Undefined until loaded. */
  org: Organization | undefined
  taxStatus: TaxStatus
  mayDecide: boolean
  onSaved: () => unknown
  openNext: () => unknown
}

/** The facts next to the IRS record, and the decision: an EIN typed there is looked up here. */
export function OpenReview({ orgId, orgName, org, taxStatus, mayDecide, onSaved, openNext }: Props) {
  const search = route.useSearch()
  const decision = useTaxDecision({ orgId, orgName, taxStatus, queue: queueOf(search), mayDecide })
  const { ein } = decision.values
  const lookedUp = useEvidence(taxStatus, org, ein)
  const { evidence, isTyped, isChecking } = lookedUp
  useTold(orgId, taxStatus, mayDecide)

  const facts = org ? compareFacts(taxStatus, org) : []
  const changed = facts.filter(hasChanged)
  const claims: Claims | undefined = org && {
    ...org,
    ein: isTyped ? ein : taxStatus.taxIdEin,
    taxExempt: taxStatus.taxExempt,
  }
  const isImported = evidence !== null && evidence.sources.length > 0
  const count = claims && isImported ? irsFacts(claims, evidence).filter(differs).length : changed.length
  return (
    <>
      <DeskParts
        changed={count}
        documents={taxStatus.documents.length + taxStatus.earlier.documents}
        events={countSteps(taxStatus)}
      />
      <section className={classes.facts} aria-label="Facts">
        {claims ? (
          <>
            {isChecking ? (
              <LoadingLines name="the IRS record" />
            ) : (
              <IrsFacts claims={claims} evidence={evidence} isTyped={isTyped} isChanged={changed.length > 0} />
            )}
            <Deferred>
              {org && (
                <div className={classes.duplicates}>
                  <DuplicatesPanel {...knownOf(org)} />
                </div>
              )}
              <ReviewFacts key={String(isImported)} facts={facts} isAlone={!isImported && !isTyped} />
              {taxStatus.documents.length > 0 && (
                <Link to="." search={{ ...search, part: 'documents' }} resetScroll={false} className={classes.toPapers}>
                  <Icon name="document" />
                  {plural(taxStatus.documents.length, 'document')}
                  <Icon name="right" />
                </Link>
              )}
            </Deferred>
          </>
        ) : (
          <LoadingLines name="the review" />
        )}
      </section>
      <aside className={classes.decision} aria-label="Decision">
        <Deferred instead={<DecisionWaiting isComing />}>
          <TaxDecisionForm
            orgId={orgId}
            decision={decision}
            admin={org?.orgAdmin ?? ''}
            taxStatus={taxStatus}
            changed={changed.map(({ field }) => field)}
            lookedUp={lookedUp}
            mayDecide={mayDecide}
            onSaved={onSaved}
            openNext={openNext}
          />
        </Deferred>
      </aside>
    </>
  )
}

/** Tells the server that this reviewer is looking at this version, so that it can time the decision. */
function useTold(orgId: string, { version, waitingSince }: TaxStatus, mayDecide: boolean) {
  const isAsked = mayDecide && waitingSince !== null
  const told = useRef<number>(undefined)
  useEffect(() => {
    if (!isAsked || told.current === version) return
    told.current = version
    // Nothing on the page depends on it.
    call(taxVerification.openTaxReview, { params: { orgId } }, { isQuiet: true }).catch(() => {})
  }, [orgId, version, isAsked])
}

const deskPartsRoute = getRouteApi('/console/varify-ein/{$orgId}')

interface DeskPartsProps {
  /** How many facts have changed. */
  changed: number
  documents: number
  events: number
}

/** Chooses which part of the review a small screen shows, with the decision below. */
function DeskParts({ changed, documents, events }: DeskPartsProps) {
  const search = deskPartsRoute.useSearch()
  const parts = [
    { part: 'facts', label: 'Facts', count: changed === 0 ? '' : changed === 1 ? '1 differs' : `${changed} differ` },
    { part: 'documents', label: 'Document', count: countText(documents) },
    { part: 'history', label: 'History', count: countText(events) },
  ] as const
  return (
    <nav className={classes.parts} aria-label="Parts of the review">
      {parts.map(({ part, label, count }) => (
        <Link
          key={part}
          to="."
          search={{ ...search, part: part === 'facts' ? undefined : part }}
          resetScroll={false}
          replace
          className={classes.part}
          activeOptions={{ explicitUndefined: true }}
        >
          {label} <span>{count}</span>
        </Link>
      ))}
    </nav>
  )
}
