import { invalid } from '../errors.ts'
import { add, change, emit } from '../events/emit.ts'
import {
  decimal,
  flag,
  integer,
  list,
  mergeMetadata,
  metadata,
  needed,
  object,
  oneOf,
  orNull,
  range,
  type Taken,
  text,
} from '../params.ts'
import { type Coupon, newId, type PromotionCode, randomText } from '../records.ts'
import { find, listing, type Route, retrieve, route } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const couponsUrl = '/v1/coupons'

const CREATE_COUPON = {
  amount_off: integer,
  applies_to: object({ products: list(text) }),
  currency: text,
  duration: oneOf('forever', 'once', 'repeating'),
  duration_in_months: integer,
  id: text,
  max_redemptions: integer,
  metadata,
  name: text,
  percent_off: decimal,
  redeem_by: integer,
}

export const coupons: Route[] = [
  retrieve('coupon', couponsUrl),
  listing('coupon', couponsUrl, { created: range }),
  route('POST', couponsUrl, CREATE_COUPON, createCoupon),
  route('POST', `${couponsUrl}/:id`, { metadata, name: text }, (sandbox, { name, metadata }, id = '') => {
    const coupon = find(sandbox, 'coupon', id)
    const changes = { ...(name !== undefined && { name }), metadata: mergeMetadata(coupon.metadata, metadata) }
    return change(sandbox, coupon, changes, 'coupon.updated')
  }),
  route('DELETE', `${couponsUrl}/:id`, {}, (sandbox, _, id = '') => {
    const coupon = sandbox.store.save({ ...find(sandbox, 'coupon', id), valid: false })
    sandbox.store.remove(coupon)
    emit(sandbox, 'coupon.deleted', coupon)
    for (const code of sandbox.store.all('promotion_code')) {
      if (code.promotion.coupon === id) change(sandbox, code, { active: false }, 'promotion_code.updated')
    }
    return { id, object: 'coupon', deleted: true }
  }),
]

function createCoupon(sandbox: Sandbox, params: Taken<typeof CREATE_COUPON>): Coupon {
  const { amount_off = null, percent_off = null, duration } = params
  if ((amount_off === null) === (percent_off === null)) {
    throw invalid('Must provide one of percent_off or amount_off.', 'percent_off')
  }
  if (percent_off !== null && (percent_off <= 0 || percent_off > 100)) {
    throw invalid('percent_off must be greater than 0 and at most 100.', 'percent_off')
  }
  if (amount_off !== null && !params.currency)
    throw invalid('You must pass currency when passing amount_off', 'currency')
  if ((duration === 'repeating') !== (params.duration_in_months != null)) {
    throw invalid('duration_in_months is needed with the duration repeating, and only then.', 'duration_in_months')
  }
  if (params.id && sandbox.store.find('coupon', params.id)) {
    throw invalid('Coupon already exists.', 'id', 'resource_already_exists')
  }
  return add<Coupon>(
    sandbox,
    {
      id: params.id ?? randomText(8),
      object: 'coupon',
      amount_off,
      ...(params.applies_to && { applies_to: { products: params.applies_to.products ?? [] } }),
      created: sandbox.clock.now(),
      currency: params.currency?.toLowerCase() ?? null,
      duration: duration ?? 'once',
      livemode: false,
      metadata: mergeMetadata(null, params.metadata),
      percent_off,
      ...orNull(params, 'duration_in_months', 'max_redemptions', 'name', 'redeem_by'),
      times_redeemed: 0,
      valid: true,
    },
    'coupon.created',
  )
}

const codesUrl = '/v1/promotion_codes'

const CREATE_CODE = {
  active: flag,
  code: text,
  customer: text,
  expires_at: integer,
  max_redemptions: integer,
  metadata,
  promotion: needed(object({ type: needed(oneOf('coupon')), coupon: text })),
  restrictions: object({ first_time_transaction: flag, minimum_amount: integer, minimum_amount_currency: text }),
}

export const promotionCodes: Route[] = [
  retrieve('promotion_code', codesUrl),
  listing(
    'promotion_code',
    codesUrl,
    { active: flag, code: text, coupon: text, created: range, customer: text },
    { code: (record, code) => sameCode(record.code, code), coupon: ({ promotion }, id) => promotion.coupon === id },
  ),
  route('POST', codesUrl, CREATE_CODE, createCode),
  route('POST', `${codesUrl}/:id`, { active: flag, metadata }, (sandbox, { active, metadata }, id = '') => {
    const code = find(sandbox, 'promotion_code', id)
    if (active && !code.active) refuseReactivation(sandbox, code)
    const changes = { active: active ?? code.active, metadata: mergeMetadata(code.metadata, metadata) }
    return change(sandbox, code, changes, 'promotion_code.updated')
  }),
]

function createCode(sandbox: Sandbox, params: Taken<typeof CREATE_CODE>): PromotionCode {
  const coupon = find(sandbox, 'coupon', params.promotion.coupon ?? '', 'promotion[coupon]')
  if (params.customer) find(sandbox, 'customer', params.customer, 'customer')
  const code = params.code ?? randomText(8, 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789')
  if (!/^[A-Za-z0-9-]+$/.test(code)) {
    throw invalid('The code may only contain letters, digits and dashes.', 'code')
  }
  const isActive = params.active ?? true
  const customer = params.customer ?? null
  const twin = sandbox.store
    .all('promotion_code')
    .some((other) => other.active && sameCode(other.code, code) && other.customer === customer)
  if (isActive && twin) throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'code')
  if (params.expires_at && params.expires_at <= sandbox.clock.now()) {
    throw invalid('expires_at must be in the future.', 'expires_at')
  }
  return add<PromotionCode>(
    sandbox,
    {
      id: newId('promo'),
      object: 'promotion_code',
      active: isActive,
      code,
      created: sandbox.clock.now(),
      customer,
      customer_account: null,
      ...orNull(params, 'expires_at', 'max_redemptions'),
      livemode: false,
      metadata: mergeMetadata(null, params.metadata),
      promotion: { coupon: coupon.id, type: 'coupon' },
      restrictions: {
        first_time_transaction: params.restrictions?.first_time_transaction ?? false,
        ...orNull(params.restrictions, 'minimum_amount', 'minimum_amount_currency'),
      },
      times_redeemed: 0,
    },
    'promotion_code.created',
  )
}

function refuseReactivation({ store, clock }: Sandbox, code: PromotionCode) {
  const isOver =
    (code.expires_at !== null && code.expires_at <= clock.now()) ||
    (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions) ||
    !store.find('coupon', code.promotion.coupon ?? '')?.valid
  if (isOver) throw invalid('This promotion code cannot be activated again.', 'active')
}

const sameCode = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
