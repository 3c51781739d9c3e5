import { ApplicationDraft } from '@hikmah/contract/applications/schemas'
import { IntegrationDraft } from '@hikmah/contract/integrations'
import { createApplication } from '../applications/save-application.ts'
import type { House } from '../house.ts'
import { createIntegration } from '../integrations/save-integration.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { uploadMedia } from '../media/manage-media.ts'
import type { Act } from './plan.ts'
import { type Drawing, productPng } from './product-pictures.ts'
import { demoApplications, demoIntegrations } from './products.ts'

const DAY = 86_400_000
const OLDEST_DAYS = 400

/** The catalogue: four applications of the first days, and integrations that came since. */
export function planProducts(house: House, crew: StaffActor[], end: number): Act[] {
  const ids = new Map<string, string>()

  async function picture(by: StaffActor, drawing: Drawing, n: number) {
    const bytes = await productPng(drawing, n)
    const { imageUrl, imageName, imageSize } = await uploadMedia(house, by, {
      name: `${drawing}-${n}.png`,
      kind: 'logo',
      bytes,
    })
    return { imageUrl, imageName, imageSize }
  }

  const applications = demoApplications.map((application, n): Act => {
    const by = crew[n % crew.length]!
    const { name, about, text, features, prices, player } = application
    return {
      at: end - (OLDEST_DAYS - n) * DAY,
      run: async () => {
        const image = await picture(by, application.drawing, n)
        const { _id } = await createApplication(
          house,
          by,
          ApplicationDraft.parse({
            name,
            displayName: name.toUpperCase(),
            shortDescription: about,
            longDescription: text,
            imageMetaData: image,
            iconMetaData: { iconUrl: image.imageUrl, iconName: image.imageName, imageSize: image.imageSize },
            features: features.map(([title, price = 0]) => ({
              title,
              featureType: price > 0 ? 'Paid' : 'Free',
              price,
              status: 'Available',
            })),
            plans: plansOf(prices, features[0]![0]),
            showHardware: player !== undefined,
            hardware: player ? [{ name: player[0], price: player[1], billingPeriod: 'Annually' }] : [],
            status: 'Available',
          }),
        )
        ids.set(name, _id)
      },
    }
  })

  const integrations = demoIntegrations.map((integration, n): Act => {
    const by = crew[n % crew.length]!
    const { name, api, drawing, about, price, status, since } = integration
    return {
      at: end - since * DAY - (demoIntegrations.length - n) * 60_000,
      run: async () => {
        const pricing =
          price === undefined
            ? { pricingType: 'Free' }
            : { pricingType: 'Paid', monthlyBilling: { price }, annuallyBilling: { price: price * 10 } }
        const draft = IntegrationDraft.parse({
          name,
          shortDescription: about,
          longDescription: `${about}. It is added with one press and taken off with another.`,
          imageMetaData: await picture(by, drawing, n),
          compatibleWith: integration.with.map((application) => ({ application: ids.get(application) })),
          integrationApi: api,
          features: [
            { title: name, description: about, status: status === 'Hidden' ? 'Hidden' : 'Available' },
            { title: 'In two languages', status: 'Coming Soon' },
          ],
          pricing,
          status,
        })
        await createIntegration(house, by, draft)
      },
    }
  })

  return [...applications, ...integrations]
}

function plansOf([standard, premium]: [number, number], feature: string) {
  const plan = (id: string, name: string, price: number) => ({
    id,
    name,
    status: 'Available',
    monthlyBilling: { price },
    annuallyBilling: { price: price * 10 },
    features: [{ title: feature, featureType: 'Included' }],
  })
  return [
    plan('free-plan', 'Free', 0),
    plan('standard-plan', 'Standard', standard),
    plan('premium-plan', 'Premium', premium),
    plan('custom-plan', 'Custom', 0),
  ]
}
