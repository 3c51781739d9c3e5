import { invalid } from '../../errors.ts'
import { add, change, emit } from '../../events/emit.ts'
import { randomText } from '../../ids.ts'
import {
  decimal,
  integer,
  list,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  range,
  type Taken,
  text,
  within,
} from '../../params.ts'
import type { Coupon } from '../../records.ts'
import { find, listing, type Route, retrieve, route } from '../../route.ts'
import type { Sandbox } from '../../sandbox.ts'

const url = '/v1/coupons'

const CREATE = {
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
  retrieve('coupon', url),
  listing(
    'coupon',
    url,
    { created: range },
    ({ created }) =>
      (coupon) =>
        within(created, coupon.created),
  ),
  route('POST', url, CREATE, create),
  route('POST', `${url}/:id`, { metadata, name: text }, (sandbox, { name, metadata }, id = '') => {
    const coupon = find(sandbox, 'coupon', id)
    const changes = { ...(name !== undefined && { name }), metadata: mergeMetadata(coupon.metadata, metadata) }
    return change(sandbox, coupon, changes, 'coupon.updated')
  }),
  route('DELETE', `${url}/:id`, {}, (sandbox, _, id = '') => {
    const coupon = sandbox.store.save({ ...find(sandbox, 'coupon', id), valid: false })
    sandbox.store.remove(coupon)
    emit(sandbox, 'coupon.deleted', coupon)
    for (const code of sandbox.store.all('promotion_code')) {
      if (code.promotion.coupon === id) change(sandbox, code, { active: false }, 'promotion_code.updated')
    }
    return { id, object: 'coupon', deleted: true }
  }),
]

function create(sandbox: Sandbox, params: Taken<typeof CREATE>): Coupon {
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
      duration_in_months: params.duration_in_months ?? null,
      livemode: false,
      max_redemptions: params.max_redemptions ?? null,
      metadata: mergeMetadata(null, params.metadata),
      name: params.name ?? null,
      percent_off,
      redeem_by: params.redeem_by ?? null,
      times_redeemed: 0,
      valid: true,
    },
    'coupon.created',
  )
}
