import { signIn } from '@hikmah/contract/sign-in/endpoints'
import type { Options } from './options.ts'
import type { Stage } from './stage.ts'

const MAILBOX_TRIES = 10

/** Signs in as a person would, with the code from the mailbox of a development server. Answers the header to send. */
export async function signInAsStaff(stage: Stage, { url, userName, password, token }: Options) {
  if (token) return { token }
  const pending = await stage.call(signIn.authenticateWithPassword, { body: { userName, password } })
  const code = await readCode(stage, url, userName)
  const body = { userName, code, password: pending.token }
  return { token: (await stage.call(signIn.authenticate, { body })).token }
}
export type StaffHeaders = Awaited<ReturnType<typeof signInAsStaff>>

/** The code of the newest mail to that person. */
async function readCode(stage: Stage, url: string, userName: string): Promise<string> {
  for (let n = 0; n < MAILBOX_TRIES && !stage.isOver; n += 1) {
    const mailbox = await fetch(`${url}/dev/mailbox`)
    if (!mailbox.ok) throw new Error('this server shows no mailbox: hand over a staff token with --token')
    const rows = (await mailbox.text()).split('<tr>')
    const path = /href="(\/dev\/mailbox\/[0-9a-f-]+)">Your sign-in code/.exec(
      rows.find((row) => row.includes(`<td>${userName}</td>`)) ?? '',
    )?.[1]
    const mail = path && (await (await fetch(url + path)).text())
    const code = mail && /^ {4}(\d{6})$/m.exec(mail)?.[1]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`no sign-in code for ${userName} in the mailbox`)
}
