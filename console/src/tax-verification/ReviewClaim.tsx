import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { Button, Kbd } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { currentOf } from '../kit/api/api.ts'
import { useCurrentUser } from '../kit/api/current-user.ts'
import { read, useWrite } from '../kit/api/data.ts'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { confirm } from '../kit/feedback/confirm.tsx'
import { notifyFailure } from '../kit/feedback/notify.ts'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { ageOf } from '../kit/format/dates.ts'
import classes from './ReviewClaim.module.css'

interface Props {
  orgId: string
  claim: TaxStatus['claim']
}

/** Claims a review for one person. It avoids double work, but does not keep others from deciding. */
export function ReviewClaim({ orgId, claim }: Props) {
  const client = useQueryClient()
  const { _id: myId } = useCurrentUser()
  const isMine = claim?.byId === myId
  const params = { orgId }
  const take = useWrite(taxVerification.claimTaxReview, {
    error: (failure) => {
      // Somebody else was faster: the button then says so.
      const current = currentOf(taxVerification.claimTaxReview, failure)
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

  return (
    <Button
      variant="default"
      size="xs"
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
  )
}

/** Who has claimed it, and since when. */
export function ClaimBadge({ claim }: { claim: NonNullable<TaxStatus['claim']> }) {
  const { _id: myId } = useCurrentUser()
  const isMine = claim.byId === myId
  return (
    <StatusBadge tone={isMine ? 'success' : 'warning'} glyph="dot" bare>
      {isMine ? 'Claimed by you' : `Claimed by ${claim.by}`}, {ageOf(claim.at)}
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

/** "just now", "5 min ago". */
export function claimedAgo(at: string): string {
  const age = ageOf(at)
  return age === 'now' ? 'just now' : `${age} ago`
}
