import type { Page } from '@playwright/test'
import { onServer } from '../server/test/cluster.ts'
import { expect } from './test.ts'

// The review desk, as a reviewer names its parts.

export const decision = (page: Page) => page.getByRole('form', { name: 'Decision' })
export const einStatus = (page: Page) => page.getByRole('radiogroup', { name: 'EIN status' })
export const exemption = (page: Page) => page.getByRole('radiogroup', { name: 'Tax exemption status' })
export const history = (page: Page) => page.getByRole('region', { name: 'History' }).getByRole('listitem')
export const openNext = (page: Page) => page.getByRole('button', { name: 'Save and open next' })
export const whyKept = (page: Page) => decision(page).getByLabel(/^Why (approve|reject) anyway\?$/)

/** Saves, and stays with the review. */
export async function saveHere(page: Page) {
  await page.getByRole('button', { name: 'More ways to save' }).click()
  await page.getByRole('menuitem', { name: 'Save', exact: true }).click()
}

/** What the foot says of the last act, such as "Approved both: Al-Huda". */
export const expectLastAct = (page: Page, text: string | RegExp) =>
  expect(decision(page).getByRole('status').filter({ hasText: text })).toBeVisible()

export async function writeMessage(page: Page, text: string) {
  await page.getByRole('button', { name: 'Add a message' }).click()
  await page.getByLabel('Message to the organization admin').fill(text)
}

/** The letters of decisions wait as long as they can be undone; the clock moves past that. */
export const afterUndoTime = ({ databaseUrl }: { databaseUrl: string }) =>
  onServer(databaseUrl, [`update mails set next_attempt_at = now() where status = 'queued'`])
