import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { fetchAhead, reloadForNewVersion } from './fetch-ahead.ts'

const page = new EventTarget()
const reload = vi.fn()
vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
vi.stubGlobal('location', { reload })
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('fetch', async () => ({ ok: true }))
afterAll(() => void vi.unstubAllGlobals())
reloadForNewVersion()

/** A missing file, as the bundle's own loader reports it. */
async function gone() {
  const payload = new Error('Failed to fetch dynamically imported module')
  page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  throw payload
}
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 10))

beforeEach(() => reload.mockClear())

test('a page whose files are gone is loaded anew', async () => {
  await gone().catch(() => undefined)
  await aMoment()
  expect(reload).toHaveBeenCalledOnce()
})

test('a page that only fetched ahead stays, with what is written on it', async () => {
  expect(await fetchAhead(gone)).toBeUndefined()
  await aMoment()
  expect(reload).not.toHaveBeenCalled()
})
