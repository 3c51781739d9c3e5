import { add } from '../events/emit.ts'
import { decimal, flag, mergeMetadata, metadata, needed, orNull, text } from '../params.ts'
import { newId, type TaxRate, unset } from '../records.ts'
import { listing, type Route, retrieve, route } from '../route.ts'

const url = '/v1/tax_rates'
const CREATE = {
  country: text,
  description: text,
  display_name: needed(text),
  inclusive: needed(flag),
  jurisdiction: text,
  metadata,
  percentage: needed(decimal),
  state: text,
}

export const taxRates: Route[] = [
  retrieve('tax_rate', url),
  listing('tax_rate', url, { inclusive: flag }),
  route('POST', url, CREATE, (sandbox, params) =>
    add<TaxRate>(
      sandbox,
      {
        id: newId('txr'),
        object: 'tax_rate',
        active: true,
        created: sandbox.clock.now(),
        display_name: params.display_name,
        effective_percentage: params.percentage,
        inclusive: params.inclusive,
        livemode: false,
        metadata: mergeMetadata(null, params.metadata),
        percentage: params.percentage,
        rate_type: 'percentage',
        ...orNull(params, 'country', 'description', 'jurisdiction', 'state'),
        ...unset('flat_amount jurisdiction_level tax_type'),
      },
      'tax_rate.created',
    ),
  ),
]
