/** What is edited of an integration, each with its one name on every screen. */
export const integrationFields = {
  name: 'Name',
  shortDescription: 'Short description',
  image: 'Logo',
  longDescription: 'Long description',
  compatibleWith: 'Compatible with',
  integrationApi: 'Integration API',
  stripeProductId: 'Provider product id',
  features: 'Features',
  pricingType: 'Pricing',
  monthly: 'Monthly billing',
  annually: 'Annual billing',
  status: 'Status',
} as const
