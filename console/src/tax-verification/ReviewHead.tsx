import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { newestSubmission, type TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { Button, Kbd } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { conflictingRow } from '../kit/api/api.ts'
import { read, useCurrentUser, useWrite } from '../kit/api/data.ts'
import rail from '../kit/desk/rail.module.css'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { confirm, notifyFailure } from '../kit/feedback/messages.tsx'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { ageInWords, ageText, formatDate } from '../kit/format/texts.ts'
import { Age } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { ButtonLink, PageTitle } from '../kit/page/Page.tsx'
import { Hint } from '../kit/popup/Hint.tsx'
import classes from './queue.module.css'
import { BlockedMark } from './ReviewBadges.tsx'

interface Props {
  orgId: string
  orgName: string
  taxStatus: TaxStatus | undefined
  mayClaim: boolean
}

export function ReviewHead({ orgId, orgName, taxStatus, mayClaim }: Props) {
  const navigate = useNavigate()
  const page = { to: '/organization-detail-{$id}', params: { id: orgId } } as const
  useShortcut('O', 'Open the organization', () => void navigate(page))
  return (
    <header className={rail.head}>
      <PageTitle key={orgId} title={orgName} />
      <p className={rail.sub}>
        <span>{taxStatus && submissionText(taxStatus)}</span>
        {mayClaim && taxStatus?.claim && <ClaimBadge claim={taxStatus.claim} />}
        {taxStatus?.isBlocked && <BlockedMark />}
      </p>
      {mayClaim && taxStatus && <ReviewClaim key={`claim of ${orgId}`} orgId={orgId} claim={taxStatus.claim} />}
      <ButtonLink
        variant="default"
        size="xs"
        className={classes.openOrganization}
        aria-label="Open organization"
        title="Open organization (O)"
        {...page}
      >
        <Icon name="open" size={14} />
      </ButtonLink>
    </header>
  )
}

function submissionText(taxStatus: TaxStatus): string {
  const last = newestSubmission(taxStatus)
  if (!last) return 'Nothing was submitted by the organization'
  return `${last.status} ${formatDate(last.submittedAt, 'moment')} by ${last.by}`
}

const CLAIM_MEANING = 'Shows others that you are on it. It only warns: anyone who may decide still can.'

/** Claims a review for one person. It avoids double work, but does not keep others from deciding. */
function ReviewClaim({ orgId, claim }: { orgId: string; claim: TaxStatus['claim'] }) {
  const client = useQueryClient()
  const { _id: myId } = useCurrentUser()
  const isMine = claim?.byId === myId
  const params = { orgId }
  const take = useWrite(taxVerification.claimTaxReview, {
    error: (failure) => {
      // Somebody else was faster: the button then says so.
      const current = conflictingRow(taxVerification.claimTaxReview, failure)
      const { queryKey } = read(taxVerification.readTaxStatus, { params })
      if (current) client.setQueryData(queryKey, { data: current, meta: undefined })
      notifyFailure(failure.message)
    },
  })
  const giveBack = useWrite(taxVerification.releaseTaxReview, { error: ({ message }) => notifyFailure(message) })

  async function claimIt() {
    if (!claim) take.mutate({ params, body: {} })
    else if (isMine) giveBack.mutate({ params })
    else if (await isSure(claim)) take.mutate({ params, body: { takeOver: true } })
  }
  const does = !claim ? 'Claim' : isMine ? 'Release' : 'Take over'
  useShortcut('C', `${does} the review`, () => void claimIt(), { disabled: isMine })

  const id = useId()
  return (
    <Hint label={CLAIM_MEANING}>
      <Button
        variant="default"
        size="xs"
        aria-describedby={id}
        loading={take.isPending || giveBack.isPending}
        onClick={() => void claimIt()}
        rightSection={
          !isMine && (
            <Kbd size="xs" className={classes.key} aria-hidden="true">
              C
            </Kbd>
          )
        }
      >
        {does}
      </Button>
      <span id={id} hidden>
        {CLAIM_MEANING}
      </span>
    </Hint>
  )
}

function ClaimBadge({ claim }: { claim: NonNullable<TaxStatus['claim']> }) {
  const { _id: myId } = useCurrentUser()
  const isMine = claim.byId === myId
  return (
    <StatusBadge tone={isMine ? 'success' : 'warning'} glyph="dot" bare>
      <Age text={`Claimed by ${isMine ? 'you' : claim.by}, ${ageText(claim.at)}`} />
    </StatusBadge>
  )
}

const isSure = ({ by, at }: NonNullable<TaxStatus['claim']>) =>
  confirm({
    title: 'Take over this review?',
    body: `${by} claimed it ${claimedAgo(at)} and may be about to decide.`,
    action: 'Take over',
    destructive: false,
  })

function claimedAgo(at: string): string {
  const age = ageText(at)
  return age === 'now' ? 'just now' : `${ageInWords(age)} ago`
}
