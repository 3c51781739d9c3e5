import { applications } from '@hikmah/contract/applications'
import { integrations } from '@hikmah/contract/integrations'
import { defaultPlans } from '@hikmah/contract/plans'
import { newId } from '../src/kit/db/ids.ts'
import { media } from '../src/media/table.ts'
import { startServer } from './start.ts'

const billing = (billingPeriod: 'Monthly' | 'Annually', price = 0, discountPercentage = 0) => ({
  stripePlanId: '',
  price,
  billingPeriod,
  discountPercentage,
})

/** A server with an admin and a manager who write the catalogue. */
export const startCatalogue = async () => catalogueOn(await startServer())

/** The same on a server that runs. */
export async function catalogueOn<S extends Awaited<ReturnType<typeof startServer>>>(server: S) {
  const { as, db, clock } = server
  const [admin, manager] = [await as('admin'), await as('manager')]

  async function givenImage(): Promise<string> {
    const id = newId()
    const file = { kind: 'logo' as const, name: 'logo.png', contentType: 'image/png', size: 10, width: 1, height: 1 }
    await db.insert(media).values({ ...file, id, sha256: id, createdAt: clock.now() })
    return `/api/media/${id}/file`
  }
  const imageUrl = await givenImage()

  const plan = (more: object = {}) => ({
    id: 'standard-plan',
    name: 'Standard',
    status: 'Available',
    monthlyBilling: billing('Monthly', 29, 15),
    annuallyBilling: billing('Annually', 295.8, 15),
    features: [{ title: 'Prayer times', description: '', featureType: 'Included' }],
    ...more,
  })
  const feature = (more: object = {}) => ({
    title: 'Prayer times',
    description: 'On every page',
    featureType: 'Free',
    price: 0,
    status: 'Available',
    ...more,
  })
  const application = (more: object = {}) => ({
    name: 'deenweb',
    displayName: 'DEENWEB',
    stripeProductId: '',
    shortDescription: 'Website with prayer times',
    longDescription: 'A website for a mosque.\nWith prayer times, events and giving.',
    imageMetaData: { imageUrl, imageName: 'logo.png', imageSize: 10 },
    iconMetaData: { iconUrl: imageUrl, iconName: 'icon.png', imageSize: 10 },
    features: [feature()],
    plans: defaultPlans.map((named) =>
      plan({ ...named, monthlyBilling: billing('Monthly'), annuallyBilling: billing('Annually'), features: [] }),
    ),
    hardware: [],
    showHardware: false,
    status: 'Coming Soon',
    ...more,
  })
  const addApplication = (more: object = {}, by = admin) =>
    by(applications.createApplication, { body: application(more) })
  const integration = (application: string, more: object = {}) => ({
    name: 'Salah times',
    stripeProductId: '',
    shortDescription: 'Times of prayer',
    longDescription: 'Shows the **times** of prayer',
    imageMetaData: { imageUrl, imageName: 'logo.png', imageSize: 10 },
    compatibleWith: [{ application, applicationName: 'whatever' }],
    integrationApi: 'salah',
    features: [{ title: 'Adhan', description: '', status: 'Available' }],
    pricing: { pricingType: 'Free' },
    status: 'Coming Soon',
    ...more,
  })
  const addIntegration = (application: string, more: object = {}, by = admin) =>
    by(integrations.createIntegration, { body: integration(application, more) })

  return {
    ...server,
    admin,
    manager,
    givenImage,
    imageUrl,
    billing,
    plan,
    feature,
    application,
    addApplication,
    integration,
    addIntegration,
    listed: async () => (await admin(applications.listApplications, { query: {} })).data,
  }
}
