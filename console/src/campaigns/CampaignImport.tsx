import {
  CAMPAIGN_ADDED,
  type CampaignPreview,
  campaignFields,
  campaignStatuses,
  campaigns,
  campaignTypes,
  exampleDuration,
  offText,
  redemptionLimit,
} from '@hikmah/contract/campaigns'
import { formatMoney } from '@hikmah/contract/money'
import { INVALID_PROMO_CODE } from '@hikmah/contract/orders/words'
import { Anchor, Button, Radio } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { call, failureText } from '../kit/api/api.ts'
import { useMay, useWrite } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { ChoiceField, TextField } from '../kit/field/TextField.tsx'
import { useAction } from '../kit/form/action.ts'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved, useUnsavedGuard } from '../kit/form/unsaved.ts'
import { countText, formatDate, plural } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { Page, SectionHead } from '../kit/page/Page.tsx'
import {
  ADD_CAMPAIGN,
  CampaignLink,
  CampaignStatusBadge,
  campaignsTrail,
  MAY_NOT_CHANGE,
  toMilliseconds,
} from './CampaignCells.tsx'
import { limitFacts, restrictionFacts, TermsText, termsFacts, usedText } from './CampaignTerms.tsx'
import {
  type CampaignValues,
  campaignForm,
  checkCampaign,
  newCampaign,
  PromoIdField,
  SourceChoice,
  useBriefly,
} from './campaign-form.tsx'
import classes from './campaigns.module.css'
import '@mantine/core/styles/Radio.layer.css'

/** As with price ids: a moment after a paste, as the person may go on typing. */
const PASTE_REST_MS = 600

/** /add-new-campaign: looks a promo code up at the provider, shows what it is, and imports it on the last press. */
export function AddCampaign() {
  const navigate = useNavigateOnceSaved()
  const mayManage = useMay('campaigns.manage')
  const [promoCode, setPromoCode] = useState('')
  const [refusal, refuse] = useBriefly()
  const [chosen, choose] = useState<string>()
  const [lookedUp, setLookedUp] = useState<{ text: string; matches: CampaignPreview[]; near: string[] }>()
  const pasted = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pasted.current), [])
  const lookup = useAction(
    async (text: string) => {
      const { data, meta } = await call(campaigns.previewCampaign, { query: { promoCode: text } })
      return { text, matches: data, near: meta.near }
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
      return navigate({ to: '/campaign', ignoreBlocker: true })
    },
    error: ({ fields }) => own.setErrors(fields),
  })
  const own = useForm({ initialValues: newCampaign, validate: checkCampaign, ...validateWhenLeft })
  useUnsavedGuard(() => promoCode !== '' || own.isDirty())
  const text = promoCode.trim()
  const matches = lookedUp?.text === text ? lookedUp.matches : undefined
  const near = lookedUp?.text === text ? lookedUp.near : []
  const match = matches?.find(({ id }) => id === chosen) ?? matches?.[0]

  function look(typed: string) {
    clearTimeout(pasted.current)
    const asked = typed.trim()
    if (mayManage && asked !== '' && lookedUp?.text !== asked) void lookup.run(asked)
  }

  const missing =
    (text === '' && `Enter the ${campaignFields.id}`) ||
    (lookup.isRunning && 'Looking the code up') ||
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
            else if (mayManage && (match.imported || !own.validate().hasErrors)) {
              // What was chosen of one that is here already stays.
              const chosenHere = !match.imported && own.isDirty() && campaignForm.send(own.values)
              create.mutate({ body: { promoCode: match.id, ...chosenHere } })
            }
          }}
        >
          <SourceChoice />
          <PromoIdField
            value={promoCode}
            // It disappears before anyone would come upon it.
            errorProps={{ role: 'alert' }}
            error={refusal ?? create.error?.fields.promoCode}
            description="The code itself, or its Stripe ID (promo_…). Looked up as you leave the field."
            rightSectionWidth={84}
            rightSection={
              <span className={classes.found} role="status">
                {lookup.isRunning && 'Looking …'}
                {match && (
                  <>
                    <Icon name="check" size={14} /> Found
                  </>
                )}
              </span>
            }
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
          {near.length > 0 && (
            <p className={classes.near} role="status">
              Stripe has{' '}
              {near.map((code, i) => (
                <Fragment key={code}>
                  {i > 0 && ' and '}
                  <Anchor
                    component="button"
                    type="button"
                    onClick={() => {
                      setPromoCode(code)
                      refuse(undefined)
                      look(code)
                    }}
                  >
                    {code}
                  </Anchor>
                </Fragment>
              ))}
              .
            </p>
          )}
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
                    label={
                      <span className={classes.offer}>
                        <b>{offText(coupon)}</b> <CampaignStatusBadge status={displayStatus} bare />
                      </span>
                    }
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
          {!match?.imported && <OwnFields form={own} />}
          <FormActions failure={!create.error?.fields.promoCode && create.error}>
            <SubmitButton loading={create.isPending} reason={mayManage ? missing : MAY_NOT_CHANGE}>
              Add Now
            </SubmitButton>
            <CancelLink to="/campaign" />
          </FormActions>
        </Form>
        <section aria-label="What will be imported" className={classes.preview}>
          <SectionHead title="What will be imported">
            <small className="quiet">Nothing is saved yet</small>
          </SectionHead>
          {match ? (
            <Preview match={match} />
          ) : (
            <p className={classes.nothing}>Enter a code to see what it gives, to whom and until when.</p>
          )}
        </section>
      </div>
    </Page>
  )
}

/** The picture is added on the page of the campaign. */
function OwnFields({ form }: { form: UseFormReturnType<CampaignValues> }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.own}>
      <h2 id={id}>
        Kept here, not in Stripe <small className="quiet">optional</small>
      </h2>
      <ChoiceField
        label={campaignFields.campaignType}
        data={[{ value: '', label: 'None yet' }, ...campaignTypes]}
        {...form.getInputProps('campaignType')}
      />
      <TextField
        label={campaignFields.organizationLimit}
        inputMode="numeric"
        placeholder="Any number of organizations"
        {...form.getInputProps('organizationLimit')}
      />
      <ChoiceField label={campaignFields.status} data={[...campaignStatuses]} {...form.getInputProps('status')} />
    </section>
  )
}

function Preview({ match }: { match: CampaignPreview }) {
  const { code, coupon, use, example, page } = match
  const limit = redemptionLimit(match)
  const groups: [string, [string, ReactNode][]][] = [
    ['Terms', termsFacts(match)],
    [
      'Use',
      [
        ['Used', limit === null ? usedText(match) : `${usedText(match)} of ${countText(limit)}`],
        ['By', plural(use.organizations, 'organization')],
        ['Last used', use.lastUsedAt && <When key="last" at={use.lastUsedAt} />],
        ['Given away', use.amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ')],
      ],
    ],
    ['Limits', limitFacts(match)],
    ['Restrictions', [...restrictionFacts(match), ['Currency', coupon.currency?.toUpperCase() ?? 'Any']]],
  ]
  return (
    <>
      <h3 className={classes.code}>
        {code} <CampaignStatusBadge status={match.displayStatus} />
        <a className={classes.page} href={page} target="_blank" rel="noreferrer">
          Open in Stripe <Icon name="open" size={12} />
        </a>
      </h3>
      <p className={classes.terms}>
        <TermsText campaign={match} />.
      </p>
      <div className={classes.previewed}>
        {groups.map(([title, facts]) => (
          <div key={title}>
            <h4>{title}</h4>
            <Facts columns={1} facts={facts} />
          </div>
        ))}
      </div>
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
    </>
  )
}
