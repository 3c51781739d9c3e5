import type { Parsed } from '@hikmah/contract/endpoint'
import { memberSignIn } from '@hikmah/contract/member-sign-in'
import type { House } from '../house.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import type { Identify, Serve } from '../kit/http/serve.ts'
import { HAS_MEMBER_ACCOUNT, validFor } from '../kit/mail/letter.ts'
import { letterTo } from '../kit/mail/post.ts'
import { openRefreshableSession } from '../organization-team/member-sessions.ts'
import { aboutMember, findSignInMembers, holdSignInMember, type SignInMember } from '../organization-team/queries.ts'
import { type Door, sendCode, verifyCode } from '../sign-in/sign-in-by-code.ts'
import { logoutMember, presentMemberSession, refreshMemberToken } from './member-tokens.ts'
import { resetMemberPassword, sendMemberResetCode } from './reset-member-password.ts'

const memberDoor: Door<SignInMember> = {
  kind: 'member',
  findAccounts: findSignInMembers,
  hold: holdSignInMember,
  describe: aboutMember,
  /** Its body is wiped once sent. */
  codeLetter: (member, code, goodForS) =>
    letterTo(
      member,
      { kind: 'member-sign-in-code', subject: 'Your sign-in code', secret: true, goodForS },
      {
        paragraphs: [`Enter this code in your application to finish signing in. It is ${validFor(goodForS)}.`],
        code,
        closing: 'If you did not try to sign in, someone else may know your password. Tell us through our website.',
        why: HAS_MEMBER_ACCOUNT,
      },
    ),
}

async function sendMemberCode(
  house: House,
  actor: PublicActor,
  body: Parsed<typeof memberSignIn.authenticateMemberWithPassword>['body'],
) {
  const { accounts, ...sent } = await sendCode(house, memberDoor, actor, body)
  const organizations = accounts.map(({ organizationId, orgName }) => ({ orgId: organizationId, orgName }))
  return { ...sent, organizations }
}

const completeMemberSignIn = (
  house: House,
  actor: PublicActor,
  { orgId, ...body }: Parsed<typeof memberSignIn.authenticateMember>['body'],
) =>
  verifyCode(house, memberDoor, actor, body, {
    choose: (members) => members.find(({ organizationId }) => orgId === undefined || organizationId === orgId),
    enter: async (tx, member) => {
      const { refresh, ...session } = await openRefreshableSession(tx, member)
      return presentMemberSession(house, session, member, refresh)
    },
  })

export function memberSignInRoutes(serve: Serve, house: House, identify: Identify['organization']) {
  serve(memberSignIn.authenticateMemberWithPassword, ({ body, actor }) => sendMemberCode(house, actor, body))
  serve(memberSignIn.authenticateMember, ({ body, actor }) => completeMemberSignIn(house, actor, body))
  serve(memberSignIn.sendMemberResetCode, ({ body, actor }) => sendMemberResetCode(house, actor, body.userName))
  serve(memberSignIn.resetMemberPassword, ({ body, actor }) => resetMemberPassword(house, actor, body))
  serve(memberSignIn.refreshMemberToken, ({ body, actor, request }) =>
    refreshMemberToken(house, actor, request, body.refreshToken),
  )
  serve(memberSignIn.logoutMember, async ({ body, actor, request }) => {
    const { token } = request.headers
    const signedIn = typeof token === 'string' ? await identify(token, request) : undefined
    await logoutMember(house, signedIn ?? actor, request, body?.refreshToken)
  })
}
