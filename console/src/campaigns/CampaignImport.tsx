import {
  appliesText,
  CAMPAIGN_ADDED,
  type CampaignPreview,
  campaignFields,
  campaigns,
  discountType,
  durationText,
  exampleDuration,
  offText,
  redemptionLimit,
  valueText,
} from '@hikmah/contract/campaigns'
import { formatMoney } from '@hikmah/contract/money'
import { INVALID_PROMO_CODE } from '@hikmah/contract/orders/words'
import { Button, Radio, SegmentedControl } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { call, failureText } from '../kit/api/api.ts'
import { useMay, useWrite } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { useAction } from '../kit/form/action.ts'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { countText, formatDate } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Page, SectionHead } from '../kit/page/Page.tsx'
import {
  ADD_CAMPAIGN,
  CampaignLink,
  CampaignStatusBadge,
  campaignsTrail,
  MAY_NOT_CHANGE,
  toMilliseconds,
} from './CampaignCells.tsx'
import { PromoIdField, useBriefly } from './campaign-form.tsx'
import classes from './campaigns.module.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'

/** As with price ids: a moment after a paste, as the person may go on typing. */
const PASTE_REST_MS = 600

/** /add-new-campaign: looks a promo code up at the provider, shows what it is, and imports it on the last press. */
export function AddCampaign() {
  const navigate = useNavigateOnceSaved()
  const mayManage = useMay('campaigns.manage')
  const [promoCode, setPromoCode] = useState('')
  const [refusal, refuse] = useBriefly()
  const [chosen, choose] = useState<string>()
  const [lookedUp, setLookedUp] = useState<{ text: string; matches: CampaignPreview[] }>()
  const pasted = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pasted.current), [])
  const lookup = useAction(
    async (text: string) => {
      const { data } = await call(campaigns.previewCampaign, { query: { promoCode: text } })
      return { text, matches: data }
    },
    (result) => {
      setLookedUp(result)
      choose(result.matches[0]?.id)
      if (result.matches.length === 0) refuse(INVALID_PROMO_CODE)
    },
  )
  const create = useWrite(campaigns.createCampaign, {
    success: (added, message) => {
      // What answers for the server without a campaign is no campaign either.
      if (!added || typeof added === 'string') return refuse(added || INVALID_PROMO_CODE)
      notifySuccess(message ?? CAMPAIGN_ADDED, added.code)
      return navigate({ to: '/campaign' })
    },
  })
  const text = promoCode.trim()
  const matches = lookedUp?.text === text ? lookedUp.matches : undefined
  const match = matches?.find(({ id }) => id === chosen) ?? matches?.[0]

  function look(typed: string) {
    clearTimeout(pasted.current)
    const asked = typed.trim()
    if (mayManage && asked !== '' && lookedUp?.text !== asked) void lookup.run(asked)
  }

  const missing =
    (text === '' && `Enter the ${campaignFields.id}`) ||
    (lookup.isRunning && 'Looking it up') ||
    (!matches && 'It is looked up when you leave the field') ||
    (!match && 'Stripe has no such code')

  return (
    <Page title={ADD_CAMPAIGN} trail={campaignsTrail}>
      <div className={classes.import}>
        <Form
          label={ADD_CAMPAIGN}
          onSubmit={(event) => {
            event.preventDefault()
            if (!match) look(promoCode)
            else if (mayManage) create.mutate({ body: { promoCode: match.id } })
          }}
        >
          <SegmentedControl
            aria-label="Campaign"
            fullWidth
            value="stripe"
            data={[
              { value: 'stripe', label: 'Add From Stripe' },
              { value: 'custom', label: 'Custom Campaign', disabled: true },
            ]}
          />
          <p className="fine">Custom campaigns are not available yet</p>
          <PromoIdField
            value={promoCode}
            // It disappears before anyone would come upon it.
            errorProps={{ role: 'alert' }}
            error={refusal ?? create.error?.fields.promoCode}
            description="The code itself, or its Stripe id (promo_…). Looked up as you leave the field."
            onChange={({ currentTarget }) => {
              setPromoCode(currentTarget.value)
              refuse(undefined)
              lookup.clear()
            }}
            onPaste={({ currentTarget }) => {
              clearTimeout(pasted.current)
              pasted.current = setTimeout(() => look(currentTarget.value), PASTE_REST_MS)
            }}
            onBlur={() => look(promoCode)}
          />
          {lookup.error && (
            <p className={classes.failure} role="alert">
              <span>{failureText(lookup.error)} Nothing was saved.</span>
              <Button variant="default" size="xs" onClick={() => look(promoCode)}>
                Retry
              </Button>
            </p>
          )}
          {matches && matches.length > 1 && (
            <Radio.Group
              label={`${matches.length} promotion codes are named ${matches[0]?.code}`}
              value={match?.id ?? ''}
              onChange={choose}
            >
              <div className={classes.radios}>
                {matches.map(({ id, coupon, created, displayStatus }) => (
                  <Radio
                    key={id}
                    value={id}
                    label={`${offText(coupon)}, ${displayStatus}`}
                    description={`${id}, ${formatDate(toMilliseconds(created), 'll')}`}
                    classNames={{ description: classes.about ?? '' }}
                  />
                ))}
              </div>
            </Radio.Group>
          )}
          {match?.imported && (
            <p className={classes.already} role="status">
              <span>
                <b>
                  {match.code} was imported on <When at={match.imported.createdAt} />.
                </b>{' '}
                Importing refreshes it from Stripe; what is kept here stays.
              </span>
              <CampaignLink id={match.imported._id}>Open it</CampaignLink>
            </p>
          )}
          <FormActions failure={!create.error?.fields.promoCode && create.error}>
            <SubmitButton loading={create.isPending} reason={mayManage ? missing : MAY_NOT_CHANGE}>
              Add Now
            </SubmitButton>
            <CancelLink to="/campaign" />
          </FormActions>
        </Form>
        <section aria-label="What will be imported" className={classes.preview}>
          <SectionHead title="What will be imported" />
          {match ? (
            <Preview match={match} />
          ) : (
            <p className="quiet">Enter a code to see what it gives, to whom and until when. Nothing is saved yet.</p>
          )}
        </section>
      </div>
    </Page>
  )
}

function Preview({ match }: { match: CampaignPreview }) {
  const { code, coupon, restrictions, example, displayStatus, expires_at: till } = match
  const { minimum_amount: minimum, minimum_amount_currency: minimumCurrency } = restrictions
  const limit = redemptionLimit(match)
  const facts = [
    restrictions.first_time_transaction && 'first order only',
    till && `until ${formatDate(toMilliseconds(till), 'll')}`,
  ].filter(Boolean)
  return (
    <>
      <h3 className={classes.code}>
        {code} <CampaignStatusBadge status={displayStatus} />
        <small>Nothing is saved yet</small>
      </h3>
      <p>
        <b>{offText(coupon)}</b>, {[appliesText(coupon), ...facts].join(', ')}.
      </p>
      {example && (
        <p className={classes.example}>
          <span>
            An example{' '}
            <b>
              {example.quantity > 1 && `${example.quantity} × `}
              {example.name}, monthly
            </b>
          </span>
          <span>
            <s>{formatMoney(example.before, example.currency)}</s> <b>{formatMoney(example.after, example.currency)}</b>{' '}
            {exampleDuration(coupon)}
          </span>
        </p>
      )}
      <Facts
        facts={[
          [campaignFields.value, valueText(coupon)],
          ['Used', limit === null ? countText(match.times_redeemed) : `${match.times_redeemed} of ${countText(limit)}`],
          [campaignFields.discountType, discountType(coupon)],
          ['Limit', limit === null ? 'unlimited' : `${countText(limit)} in total`],
          [campaignFields.duration, durationText(coupon)],
          ['Minimum', minimum !== null && formatMoney(minimum, minimumCurrency ?? 'usd')],
          ['Coupon', coupon.name || coupon.id],
          ['Currency', coupon.currency?.toUpperCase() ?? 'Any'],
          [campaignFields.validFrom, <When key="from" at={toMilliseconds(match.created)} as="moment" />],
          [campaignFields.appliesTo, appliesText(coupon)],
          [
            campaignFields.validTill,
            till === null ? 'No end' : <When key="till" at={toMilliseconds(till)} as="moment" />,
          ],
          ['Customers', restrictions.customer ? `${restrictions.customer} only` : 'Any organization'],
        ]}
      />
    </>
  )
}
