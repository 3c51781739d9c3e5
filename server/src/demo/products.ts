import type { ApplicationName } from '@hikmah/contract/applications/schemas'
import type { IntegrationApi } from '@hikmah/contract/integrations'
import type { ProductStatus } from '@hikmah/contract/plans'
import type { Drawing } from './product-pictures.ts'

/** An application of the demo data: what it does, and what it costs a month by plan. */
interface DemoApplication {
  name: ApplicationName
  drawing: Drawing
  about: string
  text: string
  features: [title: string, price?: number][]
  /** Of the standard and the premium plan, in dollars a month. */
  prices: [number, number]
  player?: ['DEENKIOSK Player' | 'DEENSCREEN Player', price: number]
}

export const demoApplications: DemoApplication[] = [
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
    features: [['Tap to give'], ['Funds and campaigns'], ['Receipts by e-mail'], ['Offline queue', 15]],
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

type IntegrationStatus = Exclude<ProductStatus, 'Not Available'>

interface DemoIntegration {
  name: string
  api: IntegrationApi
  drawing: Drawing
  about: string
  /** In dollars a month; Free without. */
  price?: number
  with: ApplicationName[]
  status: IntegrationStatus
  /** For how many days it has this status. */
  since: number
}

const everywhere: ApplicationName[] = ['deenweb', 'deenkiosk', 'deenfund', 'deenscreen']

export const demoIntegrations: DemoIntegration[] = [
  {
    name: 'Messages',
    api: 'contact',
    drawing: 'messages',
    about: 'Questions from the website, answered in one place',
    with: ['deenweb'],
    status: 'Available',
    since: 300,
  },
  {
    name: 'Announcements',
    api: 'announcements',
    drawing: 'horn',
    about: 'Written once, shown everywhere',
    with: everywhere,
    status: 'Available',
    since: 290,
  },
  {
    name: 'Communications',
    api: 'communications',
    drawing: 'people',
    about: 'Letters to the congregation by e-mail',
    price: 14,
    with: ['deenweb', 'deenfund'],
    status: 'Available',
    since: 260,
  },
  {
    name: 'Ramadhan timetable',
    api: 'ramadhan',
    drawing: 'moon',
    about: 'Suhur, iftar and taraweeh of the month',
    with: ['deenweb', 'deenscreen'],
    status: 'Available',
    since: 240,
  },
  {
    name: 'Reminders',
    api: 'reminders',
    drawing: 'bell',
    about: 'A message before each prayer',
    price: 6,
    with: ['deenweb'],
    status: 'Available',
    since: 220,
  },
  {
    name: 'Build a project',
    api: 'build-project',
    drawing: 'bricks',
    about: 'A building fund, brick by brick',
    price: 19,
    with: ['deenfund', 'deenkiosk'],
    status: 'Available',
    since: 200,
  },
  {
    name: 'Salah times',
    api: 'salah',
    drawing: 'clock',
    about: 'Times of prayer for the address of the mosque',
    with: everywhere,
    status: 'Available',
    since: 190,
  },
  {
    name: 'Events',
    api: 'events',
    drawing: 'calendar',
    about: 'Classes and dinners with places to book',
    price: 9,
    with: ['deenweb', 'deenscreen'],
    status: 'Available',
    since: 150,
  },
  {
    name: 'Donation categories',
    api: 'donation-category',
    drawing: 'tag',
    about: 'Zakat, sadaqah and funds of your own',
    with: ['deenkiosk', 'deenfund'],
    status: 'Available',
    since: 120,
  },
  {
    name: 'Sponsor notices',
    api: 'ads',
    drawing: 'horn',
    about: 'Notices of local sponsors between announcements',
    price: 12,
    with: ['deenscreen'],
    status: 'New',
    since: 25,
  },
  {
    name: 'Plan subscriptions',
    api: 'planSubscription',
    drawing: 'repeat',
    about: 'What the organization has, shown to its treasurer',
    with: ['deenweb'],
    status: 'New',
    since: 9,
  },
  {
    name: 'Orders',
    api: 'orders',
    drawing: 'cart',
    about: 'Kiosks and screens ordered from the website',
    with: ['deenweb'],
    status: 'Coming Soon',
    since: 40,
  },
  {
    name: 'Recurring gifts',
    api: 'subscriptions',
    drawing: 'repeat',
    about: 'Monthly gifts started at the kiosk',
    price: 8,
    with: ['deenkiosk', 'deenfund'],
    status: 'Coming Soon',
    since: 30,
  },
  {
    name: 'Newsletter import',
    api: 'communications',
    drawing: 'messages',
    about: 'Addresses from an older newsletter',
    with: ['deenweb'],
    status: 'Hidden',
    since: 60,
  },
]
