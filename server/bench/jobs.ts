import { applicationId, deviceCount, einOf, nameOf, personOf } from './seed.ts'
import { invoiceNumberOf } from './seed-commerce.ts'
import { idOf } from './seed-parts.ts'

/** What is asked, of a database of that many organizations. `bare` is the same asked of bench/bare.ts. */
export interface Job {
  name: string
  path: (rows: number) => string
  bare?: (rows: number) => string
  /** A search that hits thousands may grow more. */
  hitsThousands?: true
}

const lists = '/api/hikmah/getAllOrganizations'
const middleName = (rows: number) => encodeURIComponent(nameOf(Math.floor(rows / 2)))
const middleId = (rows: number) =>
  `00000000-0000-7000-8100-${Math.floor(rows / 2)
    .toString(16)
    .padStart(12, '0')}`
const everything = (q: string) => `/api/hikmah/search?q=${encodeURIComponent(q)}`
const day = (back: number) => encodeURIComponent(new Date(Date.now() - back * 86_400_000).toISOString())

export const jobs: Job[] = [
  { name: 'newest 10 + total', path: () => `${lists}?page=1&limit=10`, bare: () => '/list' },
  {
    name: 'search for one name + total',
    path: (rows) => `${lists}?q=${middleName(rows)}&page=1`,
    bare: (rows) => `/search?q=${middleName(rows)}`,
  },
  {
    name: 'one organization',
    path: (rows) => `/api/hikmah/organizationById/${middleId(rows)}`,
    bare: (rows) => `/one/${middleId(rows)}`,
  },
  { name: 'search "noor" + total', path: () => `${lists}?q=noor&page=1`, hitsThousands: true },
  { name: 'search "noor" of one status', path: () => `${lists}?q=noor&page=1&status=blocked`, hitsThousands: true },
  { name: 'search "noor" sorted by name', path: () => `${lists}?q=noor&page=1&sort=orgName`, hitsThousands: true },
  { name: 'search "masjid.example", all rows', path: () => `${lists}?q=masjid.example&page=1`, hitsThousands: true },
  { name: 'sorted by name', path: () => `${lists}?page=1&sort=orgName` },
  { name: 'sorted by city, one status', path: () => `${lists}?page=1&sort=city&status=onboarding` },
  { name: 'page 1,000', path: () => `${lists}?page=1000` },
  { name: 'page 5,000, or the last one', path: (rows) => `${lists}?page=${Math.min(5000, rows / 10)}` },
  { name: 'joined in 30 days + total', path: () => `${lists}?page=1&joinedFrom=${day(30)}&joinedTo=${day(0)}` },
  {
    name: 'duplicates of an organization',
    path: (rows) =>
      `/api/hikmah/organizations/duplicates?ein=${einOf(rows / 2)}&phone=%2B15105550142&webLink=https://masjid.example&orgName=${middleName(rows)}&city=Fremont&state=CA`,
  },
  { name: 'poll of the navigation', path: () => '/api/hikmah/navigation/counts', bare: () => '/counts' },
  {
    name: 'members of an organization',
    path: (rows) => `/api/hikmah/team-members?orgId=${middleId(rows)}&page=1`,
    bare: (rows) => `/members/${middleId(rows)}`,
  },
  { name: 'dashboard cards', path: () => '/api/hikmah/organizationsCardData?tz=America/New_York' },
  { name: 'audit, newest', path: () => '/api/hikmah/audit?page=1' },
  { name: 'audit, counted by kind', path: () => '/api/hikmah/audit/counts' },
  { name: 'audit of a month a year ago', path: () => `/api/hikmah/audit?page=1&from=${day(395)}&to=${day(365)}` },
  { name: 'reviews waiting + total', path: () => '/api/hikmah/taxReviews?page=1' },
  { name: 'reviews of one verdict, oldest', path: () => '/api/hikmah/taxReviews?page=1&status=differs' },
  {
    name: 'reviews of a rare verdict, by name',
    path: () => '/api/hikmah/taxReviews?page=1&status=revoked&sort=orgName',
  },
  { name: 'devices, newest', path: () => '/api/digital-device?page=1', bare: () => '/devices' },
  {
    name: 'devices by last seen',
    path: () => '/api/digital-device?page=1&sort=-lastActive',
    bare: () => '/devices-seen',
  },
  { name: 'devices, last page', path: (rows) => `/api/digital-device?page=${Math.floor(deviceCount(rows) / 10)}` },
  { name: 'devices online', path: () => '/api/digital-device?page=1&connectivity=online' },
  { name: '100 applications', path: () => '/api/hikmah/getAllDcApplications', bare: () => '/applications' },
  {
    name: 'one application',
    path: () => `/api/hikmah/getDcApplicationsById/${applicationId(50)}`,
    bare: () => `/application/${applicationId(50)}`,
  },
  { name: 'product cards', path: () => '/api/hikmah/productsCardData' },
  { name: 'orders, newest 10 + total', path: () => '/api/hikmah/orders?page=1&limit=10', bare: () => '/orders' },
  {
    name: 'one order',
    path: (rows) => `/api/hikmah/order/${idOf(6, Math.floor(rows / 2))}`,
    bare: (rows) => `/order/${idOf(6, Math.floor(rows / 2))}`,
  },
  { name: 'orders by amount, one status', path: () => '/api/hikmah/orders?page=1&sort=-totalAmount&status=completed' },
  { name: 'search an order by its number', path: (rows) => `/api/hikmah/orders?page=1&q=%23${100_001 + rows / 2}` },
  { name: 'search orders by email', path: (rows) => `/api/hikmah/orders?page=1&q=office${rows / 2}@masjid.example` },
  { name: 'search orders by promo', path: () => '/api/hikmah/orders?page=1&q=ramadan25', hitsThousands: true },
  {
    name: 'invoices of an organization',
    path: (rows) => `/api/hikmah/orgreceipts/${middleId(rows)}?page=1`,
    bare: (rows) => `/invoices/${middleId(rows)}`,
  },
  {
    name: 'one invoice',
    path: (rows) => `/api/hikmah/invoices/in_bench${rows}`,
    bare: (rows) => `/invoice/in_bench${rows}`,
  },
  {
    name: 'dashboard stats of a month',
    path: () => '/api/hikmah/dashboardStats?period=last-4-weeks&tz=America/New_York',
  },
  {
    name: 'dashboard stats of a year',
    path: () => '/api/hikmah/dashboardStats?period=last-12-months&tz=America/New_York',
  },
  {
    name: 'all invoices, newest 10 + total',
    path: () => '/api/hikmah/finance/invoices?page=1',
    bare: () => '/invoices',
  },
  {
    name: 'all invoices, last page',
    path: (rows) => `/api/hikmah/finance/invoices?page=${Math.floor((rows * 3) / 10)}`,
  },
  {
    name: 'search invoices "noor" by amount',
    path: () => '/api/hikmah/finance/invoices?page=1&q=noor&sort=-total',
    hitsThousands: true,
  },
  {
    name: 'search an invoice by its number',
    path: (rows) => `/api/hikmah/finance/invoices?page=1&q=${invoiceNumberOf(Math.floor(rows / 2))}`,
  },
  { name: 'invoices due in one currency', path: () => '/api/hikmah/finance/invoices?page=1&status=due&currency=usd' },
  { name: 'invoices of no organization', path: () => '/api/hikmah/finance/invoices?page=1&orgId=none' },
  { name: 'overdue invoices with their reminders', path: () => '/api/hikmah/finance/reminders?page=1' },
  { name: 'disputes, nearest deadline', path: () => '/api/hikmah/disputes?page=1' },
  { name: 'disputes by amount, one outcome', path: () => '/api/hikmah/disputes?page=1&status=lost&sort=-amount' },
  { name: 'disputes of an organization', path: (rows) => `/api/hikmah/disputes?page=1&orgId=${idOf(1, rows / 2)}` },
  { name: 'finance of a month', path: () => '/api/hikmah/finance/summary?period=last-4-weeks' },
  { name: 'finance of a year', path: () => '/api/hikmah/finance/summary?period=last-12-months' },
  { name: 'anything called "masjid"', path: () => everything('masjid'), hitsThousands: true },
  { name: 'anything with "aa" in front', path: () => everything('aa'), hitsThousands: true },
  { name: 'anything by a whole name', path: (rows) => everything(nameOf(Math.floor(rows / 2))) },
  { name: 'a person among all', path: (rows) => everything(personOf(Math.floor(rows / 2))) },
  { name: 'anything by part of a phone', path: () => everything('(510) 200-01') },
  { name: 'anything by an EIN', path: (rows) => everything(einOf(Math.floor(rows / 2))) },
  { name: 'anything in "Fremont, CA"', path: () => everything('Fremont, CA'), hitsThousands: true },
  { name: 'anything, found nowhere', path: () => everything('zzyzx') },
]
