import { organizations } from '@hikmah/contract/organizations/endpoints'
import { productDrafts } from '@hikmah/contract/product-drafts'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { picture, unique } from './given.ts'
import { expect, expectAccessible, expectFitting, slowNetwork, test } from './test.ts'

const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Images' }).getByRole('listitem').filter({ hasText: name })

/** A script that makes an image of so many pixels as a browser hands it over, by a drop or from the clipboard. */
async function handed(name: string, width = 20, height = 10) {
  const bytes = await sharp({ create: { width, height, channels: 3, background: `#${unique()}` } })
    .png()
    .toBuffer()
  return `(() => {
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (c) => c.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], '${name}', { type: 'image/png' }))
    return transfer
  })()`
}

test('an image is uploaded for its place, found by its name and kind, and deleted', { tag: '@walk' }, async ({
  console: page,
  consoleErrors,
}) => {
  const name = `Minaret ${unique()}.png`
  await page.goto('/media-library')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Media' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.getByRole('button', { name: 'Upload image' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Upload image' })
  await dialog.getByLabel('Kind').selectOption('Logo')
  await expect(dialog.getByText('A larger one than 512 × 512 pixels is scaled down.')).toBeVisible()
  const data = await page.evaluateHandle(await handed(name, 1000, 500))
  await dialog.getByText('Drop or paste an image').dispatchEvent('drop', { dataTransfer: data })
  await expect(page.getByText('Image uploaded')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search file, or where it is used' }).fill(name)
  await expect(page).toHaveURL(/q=Minaret/)
  await expect(page.getByRole('list', { name: 'Images' }).getByRole('listitem')).toHaveCount(1)
  await expect(card(page, name)).toContainText(/512 × 256 px, \d+ (B|KB)/)
  await expect(card(page, name).getByRole('img', { name })).toBeVisible()
  await expect(card(page, name)).toContainText('Logo, not used')
  await expectFitting(page)

  await page.goto(`/media-library?q=${encodeURIComponent(name)}&kind=icon`)
  await expect(page.getByRole('heading', { name: /^No .+ match/ })).toBeVisible()
  await page.goto(`/media-library?q=${encodeURIComponent(name)}&kind=logo`)
  await card(page, name).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: `Delete “${name}”?` })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete image' }).click()
  await expect(page.getByText('Image deleted')).toBeVisible()
  await expect(card(page, name)).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})

test('an image is named by what uses it, found by that, and leads there', async ({ console: page, given }) => {
  const [{ orgId, orgName }, other] = [await given.organization(), await given.organization()]
  const body = { orgIcon: { iconUrl: await given.image(`Dome ${unique()}.png`), iconName: 'dome.png', iconSize: 1 } }
  for (const id of [orgId, other.orgId]) await given.asked(organizations.updateOrganization, { params: { id }, body })
  await page.goto('/media-library')
  await page.getByRole('searchbox').fill(orgName)
  await expect(page).toHaveURL(/q=/)
  const images = page.getByRole('list', { name: 'Images' }).getByRole('listitem')
  await expect(images).toHaveCount(1)
  await expect(images).toContainText(/of an organization, and 1 more/)
  await images.getByRole('button', { name: 'All 2 uses' }).click()
  const users = images.getByRole('list', { name: 'Used by' }).getByRole('link')
  await expect(users).toHaveCount(2)
  await expectAccessible(page)
  await users.filter({ hasText: orgName }).click()
  await expect(page).toHaveURL(new RegExp(`/organization-detail-${orgId}$`))
})

test('an image in use is not deleted, and leads to what uses it', async ({ console: page, given }) => {
  const device = await given.device()
  await page.goto('/media-library')
  const first = page.getByRole('list', { name: 'Images' }).getByRole('listitem').filter({ hasText: 'unit.png' }).first()
  await expect(first.getByRole('link', { name: device.deviceId })).toBeVisible()
  await first.getByRole('button', { name: 'Delete' }).click()
  const refused = page.getByRole('dialog', { name: '“unit.png” is in use' })
  await expect(refused.getByRole('button', { name: 'OK' })).toBeFocused()
  await expectAccessible(page)
  await refused.getByRole('link', { name: device.deviceId }).click()
  await expect(page).toHaveURL(new RegExp(`/hardware-details/${device._id}$`))
})

test('an image of a draft is not deleted, and leads to the draft', async ({ console: page, given }) => {
  const name = `Draft ${unique()}.png`
  const image = { url: await given.image(name), name, size: 10 }
  const params = { kind: 'integration' as const }
  await given.asked(productDrafts.saveProductDraft, {
    params,
    body: { draft: { name: 'Half', image }, step: 0, version: 0 },
  })
  await page.goto(`/media-library?q=${encodeURIComponent(name)}`)
  await card(page, name).getByRole('button', { name: 'Delete' }).click()
  const refused = page.getByRole('dialog', { name: `“${name}” is in use` })
  await refused.getByRole('link', { name: /^Draft of an integration: Half \(.+\)$/ }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half')
  await given.asked(productDrafts.discardProductDraft, { params })
})

test('a manager uploads and sees, and is told who deletes', async ({ given, browserOf }) => {
  await given.device()
  const page = await browserOf(await given.staff('hikmah_manager'))
  await page.goto('/media-library')
  const remove = page.getByRole('button', { name: /^Delete, / }).first()
  await expect(remove).toBeDisabled()
  await expect(remove).toHaveAccessibleDescription('Only owners and admins can delete images')
  await expect(page.getByRole('button', { name: 'Upload image' })).toBeEnabled()
})

test('in a form an image is chosen from the library by keyboard, pasted, or refused', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  for (let i = 0; i < 26; i += 1) await given.image(`Shelf ${i}.png`)
  await page.goto('/add-hardware')
  const open = page.getByRole('button', { name: 'From library: Image' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Choose Image from the library' })
  const said = (text: string) => dialog.getByRole('status').filter({ hasText: text })
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('Shelf')
  await expect(said('1 to 24 of 26')).toHaveCount(1)
  await expectFitting(page)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(said('25 to 26 of 26')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Previous' }).click()
  await expect(said('1 to 24 of 26')).toHaveCount(1)
  await dialog.getByRole('searchbox').press('ArrowDown')
  await expect(dialog.getByRole('button', { name: /^Shelf 25\.png/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Shelf 24.png')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Image' })).toBeVisible()
  await expect(open).toBeFocused()

  const paste = (transfer: string) =>
    page.evaluate(`document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: ${transfer}, bubbles: true }),
    )`)
  const one = await handed('pasted.png')
  await paste(`(() => { const two = ${one}; two.items.add(two.files[0]); return two })()`)
  await expect(page.getByText('Add one image at a time: these 2 files were not added.')).toBeVisible()
  await expect(page.getByText('Shelf 24.png')).toBeVisible()
  await paste(one)
  // While it is sent its name stands behind “Uploading”.
  await expect(page.getByText(/^pasted\.png/)).toBeVisible()
  const offer = (name: string, size: number) =>
    page.getByLabel('Image', { exact: true }).setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.alloc(size) })
  await offer('large.png', 1_048_577)
  await expect(page.getByText('large.png is larger than 1.0 MB.')).toBeVisible()
  await offer('larger.png', 1_258_291)
  await expect(page.getByText('larger.png is 1.2 MB; the limit is 1.0 MB.')).toBeVisible()
  await page
    .getByLabel('Image', { exact: true })
    .setInputFiles({ ...(await picture('page.png')), buffer: Buffer.from('<html>') })
  await expect(page.getByText('page.png is not a PNG, JPEG, WebP or GIF image.')).toBeVisible()
  // The browser tells of the same file once more only where it has forgotten it.
  await expect(page.getByLabel('Image', { exact: true })).toHaveValue('')
  expect(consoleErrors.filter((text) => !text.includes('400'))).toEqual([])
})

test('while an image is sent the field says how much has left and takes no other, and the form waits', async ({
  console: page,
  given,
}) => {
  const { _id } = await given.device()
  await page.goto(`/edit-hardware/${_id}`)
  await page.getByLabel('Price').fill('700')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeEnabled()
  await slowNetwork(page, { uploadThroughput: 100_000 })
  const noise = await sharp(crypto.getRandomValues(new Uint8Array(65_536)), {
    raw: { width: 128, height: 128, channels: 4 },
  })
    .png()
    .toBuffer()
  await page.getByLabel('Image', { exact: true }).setInputFiles({
    name: 'slow.png',
    mimeType: 'image/png',
    buffer: Buffer.concat([noise, Buffer.alloc(300_000)]),
  })
  const bar = page.getByRole('progressbar', { name: 'Uploading slow.png' })
  await expect.poll(() => bar.getAttribute('value').then(Number)).toBeGreaterThan(0)
  const late = await page.evaluateHandle(await handed('late.png'))
  await page.getByText('Uploading slow.png…').dispatchEvent('drop', { dataTransfer: late })
  await expect(page.getByText('late.png was not added: slow.png was still uploading.')).toBeVisible()
  await expect(save).toHaveAccessibleDescription('slow.png is still uploading')
  await expect(bar).toBeHidden()
  await expect(page.getByText(/^slow\.png(?! is)/)).toBeVisible()
  await expect(save).toBeEnabled()
})

test('logos are imported in bulk, each to the organization it is named after', async ({ console: page, given }) => {
  const [empty, full] = [await given.organization(), await given.organization()]
  const shortName = `ic${unique()}`.slice(0, 15)
  await given.asked(organizations.updateOrganization, {
    params: { id: empty.orgId },
    body: { orgShortName: shortName },
  })
  await page.goto('/admin-organization')
  await page.getByRole('button', { name: 'Import logos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import logos' })
  const choose = async (...files: Awaited<ReturnType<typeof picture>>[]) =>
    dialog.getByLabel('Logos').setInputFiles(files)
  const line = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })

  await choose(await picture(`${full.orgId}.png`))
  await dialog.getByRole('button', { name: 'Import 1 logo' }).click()
  await expect(line(full.orgId)).toContainText('Saved')
  await choose(
    await picture(`${shortName.toUpperCase()}.png`, 40),
    await picture(`${full.orgId}.png`, 48),
    await picture('nobody-has-this.png'),
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
    { name: `${shortName}.gif`, mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
  )
  await expect(dialog.getByText('Matched 2 of 5 files, 1 in place of another logo.')).toBeVisible()
  await expect(line(`${shortName.toUpperCase()}.png`).first()).toContainText(`to ${empty.orgName}`)
  await expect(line(full.orgId)).toContainText('replaces its logo')
  await expect(line('nobody-has-this.png')).toContainText('No organization has this shortname or id')
  await expect(line('notes.txt')).toContainText('is not a PNG, JPEG, WebP or GIF image')
  await expect(line(`${shortName}.gif`)).toContainText('goes to the same organization')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 2 logos' }).click()
  await expect(dialog.getByText('2 logos imported.')).toBeVisible()
  await expect(line(full.orgId)).toContainText('Replaced')
  const { orgLogo } = await given.asked(organizations.readOrganization, { params: { id: empty.orgId } })
  expect(orgLogo.logoName).toBe(`${shortName.toUpperCase()}.png`)
  await expectAccessible(page)
})
