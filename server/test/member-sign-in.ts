import { memberSignIn } from '@hikmah/contract/member-sign-in'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { newId } from '../src/kit/db/ids.ts'
import { PASSWORD } from './given.ts'
import { startServer } from './start.ts'

const { authenticateMemberWithPassword, authenticateMember, refreshMemberToken } = memberSignIn

/** A server, and the two steps by which an organization's person signs in. */
export async function startMemberSignIn(env: Record<string, string> = {}) {
  const server = await startServer({ AUTH_IP_PER_MIN: '100000', TRUSTED_PROXIES: '127.0.0.1', ...env })
  const { call, callWith, mailsTo, given } = server

  const from = (network: number) => ({ headers: { 'x-forwarded-for': `198.51.${network}.7` } })
  const codeFor = async (userName: string) => {
    const [mail] = await mailsTo(userName, 'member-sign-in-code')
    return /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? 'none'
  }
  const stepOne = (userName: string, password = PASSWORD, network = 1) =>
    call(authenticateMemberWithPassword, { body: { userName, password } }, from(network))
  const enter = (userName: string, password: string, code: string, more: { orgId?: string; network?: number } = {}) =>
    call(authenticateMember, { body: { userName, password, code, orgId: more.orgId } }, from(more.network ?? 1))
  async function signIn(userName: string, orgId?: string) {
    const { data } = await stepOne(userName)
    const reply = await enter(userName, data.token, await codeFor(userName), orgId ? { orgId } : {})
    return reply.data
  }
  const refresh = (refreshToken: string, key?: string) =>
    call(refreshMemberToken, { body: { refreshToken } }, { headers: key ? { 'idempotency-key': key } : {} })
  /** Whether an organization's own call lets the token in; that the body is empty is told after that. */
  const isGood = async (token: string) =>
    (await callWith(token)(taxVerification.submitTaxPapers, { params: { orgId: newId() }, body: {} })).status === 400
  /** A person of an organization of their own. */
  const person = async (more: Parameters<typeof given.member>[1] = {}) =>
    given.member((await given.organization()).id, more)

  return { ...server, from, codeFor, stepOne, enter, signIn, refresh, isGood, person }
}
