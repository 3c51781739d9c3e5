import { ApplicationDraft, type ApplicationName } from '@hikmah/contract/applications'
import { type IntegrationApi, IntegrationDraft } from '@hikmah/contract/integrations'
import type { ProductStatus } from '@hikmah/contract/plans'
import sharp from 'sharp'
import { createApplication } from '../applications/routes.ts'
import type { House } from '../house.ts'
import { createIntegration } from '../integrations/routes.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { uploadMedia } from '../media/manage-media.ts'
import { colors, DAY, MINUTE, pick } from './fiction.ts'
import type { Act } from './organizations.ts'

interface DemoApplication {
  name: ApplicationName
  drawing: Drawing
  about: string
  text: string
  features: [title: string, price?: number][]
  /** The standard and the premium plan, in dollars a month. */
  prices: [number, number]
  player?: ['DEENKIOSK Player' | 'DEENSCREEN Player', price: number]
}

const demoApplications: DemoApplication[] = [
  {
    name: 'deenweb',
    drawing: 'web',
    about: 'Website with prayer times, events and giving',
    text: 'A website that a volunteer can keep up to date.\nIt shows the prayer times, the events of the month and how to give.',
    features: [['Prayer times'], ['Event pages'], ['Khutbah archive'], ['Own domain', 12], ['Registration forms', 9]],
    prices: [29, 49],
  },
  {
    name: 'deenkiosk',
    drawing: 'kiosk',
    about: 'Donation and information kiosk for the lobby',
    text: 'A kiosk for the lobby.\nIt takes donations by card, prints no paper, and shows what the community does.',
    features: [['Tap to give'], ['Funds and campaigns'], ['Receipts by email'], ['Offline queue', 15]],
    prices: [39, 79],
    player: ['DEENKIOSK Player', 899],
  },
  {
    name: 'deenfund',
    drawing: 'fund',
    about: 'Online fundraising with recurring gifts',
    text: 'Campaigns with a goal, gifts that come again each month, and statements at the end of the year.',
    features: [['Recurring gifts'], ['Campaign pages'], ['Annual statements'], ['Pledges', 19]],
    prices: [19, 39],
  },
  {
    name: 'deenscreen',
    drawing: 'screen',
    about: 'Announcements and salah times on any screen',
    text: 'Salah and iqamah times, announcements and the countdown to the khutbah, on any screen of the building.',
    features: [['Salah times'], ['Announcements'], ['Countdown to iqamah']],
    prices: [19, 59],
    player: ['DEENSCREEN Player', 549],
  },
]

/** The price is in dollars a month, 0 is Free; it has had its status (Available unless given) for `days`. */
type DemoIntegration = [
  name: string,
  api: IntegrationApi,
  drawing: Drawing,
  applications: readonly ('web' | 'kiosk' | 'fund' | 'screen')[],
  price: number,
  days: number,
  about: string,
  status?: Exclude<ProductStatus, 'Not Available'>,
]

const giving = ['kiosk', 'fund'] as const
const everywhere = ['web', 'kiosk', 'fund', 'screen'] as const

const demoIntegrations: DemoIntegration[] = [
  ['Messages', 'contact', 'messages', ['web'], 0, 300, 'Questions from the website, answered in one place'],
  ['Announcements', 'announcements', 'horn', everywhere, 0, 290, 'Written once, shown everywhere'],
  ['Communications', 'communications', 'people', ['web', 'fund'], 14, 260, 'Letters to the congregation by email'],
  ['Ramadhan timetable', 'ramadhan', 'moon', ['web', 'screen'], 0, 240, 'Suhur, iftar and taraweeh of the month'],
  ['Reminders', 'reminders', 'bell', ['web'], 6, 220, 'A message before each prayer'],
  ['Build a project', 'build-project', 'bricks', ['fund', 'kiosk'], 19, 200, 'A building fund, brick by brick'],
  ['Salah times', 'salah', 'clock', everywhere, 0, 190, 'Times of prayer for the address of the mosque'],
  ['Events', 'events', 'calendar', ['web', 'screen'], 9, 150, 'Classes and dinners with places to book'],
  ['Donation categories', 'donation-category', 'tag', giving, 0, 120, 'Zakat, sadaqah and funds of your own'],
  ['Sponsor notices', 'ads', 'horn', ['screen'], 12, 25, 'Notices of local sponsors between announcements', 'New'],
  [
    'Plan subscriptions',
    'planSubscription',
    'repeat',
    ['web'],
    0,
    9,
    'What the organization has, shown to its treasurer',
    'New',
  ],
  ['Orders', 'orders', 'cart', ['web'], 0, 40, 'Kiosks and screens ordered from the website', 'Coming Soon'],
  ['Recurring gifts', 'subscriptions', 'repeat', giving, 8, 30, 'Monthly gifts started at the kiosk', 'Coming Soon'],
  ['Newsletter import', 'communications', 'messages', ['web'], 0, 60, 'Addresses from an older newsletter', 'Hidden'],
]

/** Drawn for the demo data, one path each on a 24-px grid. */
const drawings = {
  web: 'M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  kiosk: 'M7 3h10v13H7zM12 16v5M9 21h6M10 7h4M10 10h4',
  fund: 'M12 11c-3-2-4-3-4-5a2 2 0 0 1 4-1 2 2 0 0 1 4 1c0 2-1 3-4 5zM3 16h4l3 2h6l5-4M3 20h11l7-5',
  screen: 'M3 4h18v12H3zM8 20h8M12 16v4M6 8h8M6 11h5',
  messages: 'M4 5h16v11h-9l-4 4v-4H4z',
  horn: 'M4 10v4h3l8 4V6l-8 4zM18 9v6',
  moon: 'M16 4a8 8 0 1 0 4 12A7 7 0 0 1 16 4z',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 20h4',
  bricks: 'M3 6h18v12H3zM3 12h18M9 6v6M15 12v6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l4 2',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  cart: 'M3 5h3l2 10h10l2-7H7M10 19h.01M16 19h.01',
  repeat: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5',
  people: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 20c0-4 3-6 6-6s6 2 6 6M16 6a3 3 0 0 1 0 6M18 14c2 1 3 3 3 6',
} as const

type Drawing = keyof typeof drawings

function productPng(drawing: Drawing, n: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="-4 -4 32 32"><rect x="-4" y="-4" width="32" height="32" fill="#fff"/><path d="${drawings[drawing]}" fill="none" stroke="${pick(colors, n)}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer()
}

const OLDEST_DAYS = 400

export function planProducts(house: House, crew: StaffActor[], end: number): Act[] {
  const ids = new Map<string, string>()

  async function picture(by: StaffActor, drawing: Drawing, n: number) {
    const file = { name: `${drawing}-${n}.png`, kind: 'logo' as const, bytes: await productPng(drawing, n) }
    const { imageUrl, imageName, imageSize } = await uploadMedia(house, by, file)
    return { imageUrl, imageName, imageSize }
  }

  const applications = demoApplications.map((application, n): Act => {
    const by = crew[n % crew.length]!
    const { name, drawing, about, text, features, prices, player } = application
    return {
      at: end - (OLDEST_DAYS - n) * DAY,
      run: async () => {
        const image = await picture(by, drawing, n)
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
            plans: demoPlans(prices, features[0]![0]),
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
    const [name, api, drawing, applications, price, days, about, status = 'Available'] = integration
    return {
      at: end - days * DAY - (demoIntegrations.length - n) * MINUTE,
      run: async () => {
        const pricing =
          price === 0
            ? { pricingType: 'Free' }
            : { pricingType: 'Paid', monthlyBilling: { price }, annuallyBilling: { price: price * 10 } }
        const draft = IntegrationDraft.parse({
          name,
          shortDescription: about,
          longDescription: `${about}. It is added with one press and taken off with another.`,
          imageMetaData: await picture(by, drawing, n),
          compatibleWith: applications.map((application) => ({ application: ids.get(`deen${application}`) })),
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

function demoPlans([standard, premium]: [number, number], feature: string) {
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
