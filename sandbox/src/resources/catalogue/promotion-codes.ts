import { invalid } from '../../errors.ts'
import { add, change } from '../../events/emit.ts'
import { newId, randomText } from '../../ids.ts'
import {
  flag,
  integer,
  mergeMetadata,
  metadata,
  needed,
  object,
  oneOf,
  range,
  type Taken,
  text,
  within,
} from '../../params.ts'
import type { PromotionCode } from '../../records.ts'
import { find, listing, type Route, retrieve, route } from '../../route.ts'
import type { Sandbox } from '../../sandbox.ts'

const url = '/v1/promotion_codes'

const CREATE = {
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
  retrieve('promotion_code', url),
  listing(
    'promotion_code',
    url,
    { active: flag, code: text, coupon: text, created: range, customer: text },
    (params) => (code) =>
      (params.active == null || code.active === params.active) &&
      (!params.code || sameCode(code.code, params.code)) &&
      (!params.coupon || code.promotion.coupon === params.coupon) &&
      (!params.customer || code.customer === params.customer) &&
      within(params.created, code.created),
  ),
  route('POST', url, CREATE, create),
  route('POST', `${url}/:id`, { active: flag, metadata }, (sandbox, { active, metadata }, id = '') => {
    const code = find(sandbox, 'promotion_code', id)
    if (active && !code.active) refuseReactivation(sandbox, code)
    const changes = { active: active ?? code.active, metadata: mergeMetadata(code.metadata, metadata) }
    return change(sandbox, code, changes, 'promotion_code.updated')
  }),
]

function create(sandbox: Sandbox, params: Taken<typeof CREATE>): PromotionCode {
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
      expires_at: params.expires_at ?? null,
      livemode: false,
      max_redemptions: params.max_redemptions ?? null,
      metadata: mergeMetadata(null, params.metadata),
      promotion: { coupon: coupon.id, type: 'coupon' },
      restrictions: {
        first_time_transaction: params.restrictions?.first_time_transaction ?? false,
        minimum_amount: params.restrictions?.minimum_amount ?? null,
        minimum_amount_currency: params.restrictions?.minimum_amount_currency ?? null,
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
