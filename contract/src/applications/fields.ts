/** What is edited of an application, each with its one name on every screen. */
export const applicationFields = {
  name: 'Application',
  displayName: 'Product name',
  stripeProductId: 'Provider product id',
  shortDescription: 'Short description',
  longDescription: 'Long description',
  image: 'Logo',
  icon: 'Icon',
  features: 'Features',
  plans: 'Plans',
  showHardware: 'Hardware section',
  hardware: 'Hardware',
  status: 'Status',
} as const

export const featureFields = {
  title: 'Title',
  description: 'Description',
  featureType: 'Type',
  price: 'Price',
  status: 'Status',
} as const

export const hardwareFields = {
  name: 'Name',
  price: 'Price',
  billingPeriod: 'Billing cycle',
  setupCost: 'Setup cost',
  shipping: 'Shipping',
} as const
