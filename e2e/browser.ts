import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import chromium from '@sparticuz/chromium'

/** CHROMIUM_PATH, else a Chromium on PATH, else the one that comes with the dependencies. */
export async function browserPath(): Promise<string> {
  const { CHROMIUM_PATH, PATH = '' } = process.env
  if (CHROMIUM_PATH) return CHROMIUM_PATH
  const installed = PATH.split(delimiter)
    .flatMap((dir) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(dir, name)))
    .find(existsSync)
  return installed ?? chromium.executablePath()
}
