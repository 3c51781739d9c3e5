import { applications } from '@hikmah/contract/applications'
import type { Input } from '@hikmah/contract/endpoint'
import { integrations } from '@hikmah/contract/integrations'
import { media } from '@hikmah/contract/media'
import { defaultPlans } from '@hikmah/contract/plans'
import { type createGiven, unique } from './given.ts'

type Given = ReturnType<typeof createGiven>
type Draft = Input<typeof applications.createApplication>['body']
type IntegrationDraft = Input<typeof integrations.createIntegration>['body']

/** Products of a test's own, beside those of the demo data. */
export function createProducts({ asked }: Given) {
  async function picture() {
    const [image] = await asked(media.listMedia, { query: {} })
    const { imageUrl, imageName, imageSize } = image!
    return { imageUrl, imageName, imageSize }
  }

  async function application(displayName = `App ${unique()}`, more: Partial<Draft> = {}) {
    const image = await picture()
    const billing = { price: 0 }
    return asked(applications.createApplication, {
      query: {},
      body: {
        name: 'deenweb',
        displayName,
        shortDescription: 'Website with prayer times',
        longDescription: 'A website for a mosque.',
        imageMetaData: image,
        iconMetaData: { iconUrl: image.imageUrl, iconName: image.imageName, imageSize: image.imageSize },
        features: [{ title: 'Prayer times', featureType: 'Free', status: 'Available' }],
        plans: defaultPlans.map((plan) => ({
          ...plan,
          status: 'Available' as const,
          monthlyBilling: billing,
          annuallyBilling: billing,
        })),
        status: 'Coming Soon',
        ...more,
      },
    })
  }

  async function integration(name = `Link ${unique()}`, more: Partial<IntegrationDraft> = {}) {
    const [one] = await asked(applications.listApplications, { query: {} })
    return asked(integrations.createIntegration, {
      query: {},
      body: {
        name,
        shortDescription: 'Times of prayer',
        longDescription: 'Shows the times of prayer',
        imageMetaData: await picture(),
        compatibleWith: [{ application: one!._id }],
        pricing: { pricingType: 'Free' },
        status: 'Coming Soon',
        ...more,
      },
    })
  }

  const listed = async (of: 'applications' | 'integrations') =>
    of === 'applications'
      ? (await asked(applications.listApplications, { query: {} })).map(({ displayName }) => displayName)
      : (await asked(integrations.listIntegrations, { query: {} })).map(({ name }) => name)

  return { application, integration, listed }
}
