import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { PASSWORD } from './given.ts'
import { startServer } from './start.ts'

const { authenticateWithPassword, authenticate } = signIn

/** A server, and the two steps by which somebody signs in. */
export async function startSignIn(env: Record<string, string> = {}) {
  const server = await startServer({ AUTH_IP_PER_MIN: '100000', ...env })
  const { call, mailsTo } = server

  const codeFor = async (userName: string) => {
    const [mail] = await mailsTo(userName, 'sign-in-code')
    return /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? 'none'
  }
  const stepOne = (userName: string, checked = false, password = PASSWORD) =>
    call(authenticateWithPassword, { body: { userName, password, checked } })
  async function signedIn(userName: string, checked = false) {
    const { data } = await stepOne(userName, checked)
    const reply = await call(authenticate, {
      body: { userName, password: data.token, code: await codeFor(userName) },
    })
    const cookie = /rememberMe=([^;]*)/.exec(String(reply.headers['set-cookie'] ?? ''))?.[1] ?? ''
    return { ...reply, cookie: decodeURIComponent(cookie) }
  }
  return { ...server, codeFor, stepOne, signedIn }
}
