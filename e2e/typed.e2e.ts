import type { Locator } from '@playwright/test'
import { unique } from './given.ts'
import { expect, expectAccessible, test } from './test.ts'

/** As the browser pastes what another program put on the clipboard. */
async function paste(field: Locator, text: string, html = '') {
  await field.focus()
  await field.page().evaluate(
    `(() => {
      const field = document.activeElement
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      if (${JSON.stringify(html)}) clipboardData.setData('text/html', ${JSON.stringify(html)})
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      // Without somebody to take it, the browser inserts the text as it is.
      if (field.dispatchEvent(event)) document.execCommand('insertText', false, ${JSON.stringify(text)})
    })()`,
  )
}

const lists = [
  ['/dashboard', 'Search name, email, city'],
  ['/dashboard?tab=1', 'Search name, admin, email'],
  ['/order', 'Search organization, email, phone, no., promo'],
  ['/reviews', 'Search name, EIN, city'],
  ['/hardware', 'Search id, MAC, name, organization'],
  ['/media-library', 'Search file, or where it is used'],
  ['/team-members', 'Search name, email'],
  ['/communication', 'Search name, email, organization'],
  ['/communication/contact-us', 'Search name, email, message'],
  ['/campaign', 'Search code, coupon, promo id'],
  ['/finance-invoices', 'Search number, organization, email'],
] as const

test('a search that finds nothing by what was typed says so in every list and shows no rows', async ({
  console: page,
  given,
}) => {
  await given.organization()
  await given.invite()
  for (const [path, label] of lists) {
    const sign = path.includes('?') ? '&' : '?'
    await page.goto(`${path}${sign}q=%E2%80%8F`)
    const search = page.getByRole('searchbox')
    await expect(search, label).toHaveAccessibleDescription('Type a letter, a digit or a sign to search for')
    await expect(page.getByRole('heading', { name: / match this search$/ })).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    // The list itself: the devices stand by state below theirs.
    await expect(
      page
        .getByRole('main')
        .getByRole('table')
        .filter({ hasNot: page.getByRole('columnheader', { name: 'Offline' }) }),
    ).toHaveCount(0)
    expect(new URL(page.url()).searchParams.get('q'), path).toBe('\u200f')
  }
  await expectAccessible(page)
})

test('a search in the marks of a chat finds the name in them, and one that is too long says so', async ({
  console: page,
  given,
}) => {
  const name = `Masjid ${unique()}`
  await given.organization(name)
  await page.goto('/dashboard')
  const search = page.getByRole('searchbox')
  const rows = page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await paste(search, `\u2068${name.replace(' ', '\u00a0')}\u2069\n`)
  await expect(search).toHaveValue(name)
  await expect(page).toHaveURL(new RegExp(`q=${name.replace(' ', '(\\+|%20)')}`))
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(name)

  await search.fill('a'.repeat(101))
  await expect(search).toHaveAccessibleDescription('At most 100 characters')
  await expect(page.getByRole('heading', { name: / match this search$/ })).toBeVisible()
  await expect(rows).toHaveCount(0)
  await expect(page).toHaveURL(/q=a{101}/)
  await search.fill(name)
  await expect(rows).toHaveCount(1)

  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Find anything' })
  await paste(box, `\u200f${name}`)
  await expect(page.getByRole('group', { name: 'Organizations' }).getByRole('option')).toContainText([name])
  await box.fill('\u200f')
  await expect(page.getByRole('status').getByText('Type a letter, a digit or a sign to search for')).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
})

for (const written of ['spaces', 'hyphen', 'Arabic digits', 'wide digits'] as const) {
  test(`the code of an invite is found as it is read out: ${written}`, async ({ page, given }) => {
    const { code, email, orgName } = await given.invite()
    const digits = { 'Arabic digits': '٠١٢٣٤٥٦٧٨٩', 'wide digits': '０１２３４５６７８９' }
    const inScript = (script: string) => code.replace(/\d/g, (digit) => script[Number(digit)]!)
    await page.goto('/accept-invite')
    await page
      .getByLabel('Invite code')
      .fill(
        written === 'spaces'
          ? ` ${code.slice(0, 3)} ${code.slice(3)}`
          : written === 'hyphen'
            ? `${code.slice(0, 3)}-${code.slice(3)}`
            : inScript(digits[written]),
      )
    await page.getByLabel('Email address').fill(email.toUpperCase())
    await page
      .getByRole('button')
      .filter({ hasText: /Find|Continue/ })
      .click()
    await expect(page.getByRole('heading', { name: orgName })).toBeVisible()
  })
}

test('what is pasted into a form stands there as it is read', async ({ console: page, platform }) => {
  const [orgName, host] = [`Masjid ${unique()}`, `${unique()}-münchen.example`]
  await page.goto('/invite-organization')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await paste(field('Organization Name'), `\u2068${orgName.replace(' ', '\t')}\u2069\r\n`)
  await expect(field('Organization Name')).toHaveValue(orgName)
  await paste(field('Admin Full Name'), 'Yusuf\vRah\u00admani')
  await expect(field('Admin Full Name')).toHaveValue('Yusuf Rahmani')
  await paste(field('Email'), `\u200eA&B@${host}\u200e`)
  await paste(field('Phone'), '\u202d٥١٠٥٥٥٠١٤٢\u202c')
  await page.getByRole('button', { name: 'Send invite' }).click()
  await expect(page.getByText('Invite sent successfully!')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: orgName })).toContainText('Yusuf Rahmani')
  expect(await platform.mail.mailTo(`a&b@${host}`, /./)).toBeTruthy()
})

const GOOGLE_DOCS = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;">Plain </span><span style="font-weight:700;">bold</span><span style="font-weight:400;font-style:italic"> slanted</span></p></b><br class="Apple-interchange-newline">`
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0in} .hid {display:none} --></style></head><body><!--StartFragment--><p class=MsoNormal>Plain <b>bold</b><span style='mso-comment-continuation:1'> end</span><span class=MsoCommentReference><a href="#_msocom_1">[YR1]</a></span><o:p></o:p></p><p class=MsoNormal style='display:none;mso-hide:all'>Hidden one</p><p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span><![endif]>Dates</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Water</p><div style='mso-element:comment-list'><p class=MsoCommentText>A comment</p></div><!--EndFragment--></body></html>`
const SHEETS = `<meta><google-sheets-html-origin><style type="text/css">td {border:1px}</style><table><tbody><tr><td style="font-weight:bold;">Day</td><td style="font-weight:bold;">Hall</td></tr><tr><td>Friday</td><td>Main</td></tr><tr style="display:none"><td>Hidden</td><td>row</td></tr></tbody></table></google-sheets-html-origin>`
const OUTLOOK = `<html><head><style>.preheader{display:none} .b{font-weight:bold}</style></head><body><div class="preheader">Read this first</div><div><span class="b">Salam</span> from <a href="https://masjid.example/">us</a></div><div style="font-size:0px">tracker</div><table><tr><td><table><tr><td>Inner</td><td>row</td></tr></table></td></tr></table></body></html>`

for (const [program, html, lines, bold] of [
  ['Google Docs', GOOGLE_DOCS, ['Plain bold slanted'], ['bold']],
  ['Word', WORD, ['Plain bold end', 'Dates', 'Water'], ['bold']],
  ['Google Sheets', SHEETS, ['Day | Hall', 'Friday | Main'], ['Day', 'Hall']],
  ['Outlook', OUTLOOK, ['Salam from us', 'Inner | row'], ['Salam']],
] as const) {
  test(`what is pasted from ${program} reads as it did there, and nothing hidden comes along`, async ({
    console: page,
  }) => {
    await page.goto('/add-hardware')
    const box = page.getByRole('textbox', { name: 'Details' })
    await box.click()
    const editor = page.locator('.ProseMirror')
    await expect(editor).toBeFocused()
    await paste(editor, 'in plain text', html)
    await expect(editor.locator('p').filter({ hasText: /\S/ })).toHaveText([...lines])
    await expect(editor.locator('strong')).toHaveText([...bold])
    await expect(editor.locator('li')).toHaveCount(program === 'Word' ? 2 : 0)
  })
}
