import { consolePaths } from '@hikmah/contract/console-paths'
import { NoticeTopic } from '@hikmah/contract/profile/endpoints'
import type { Secrets } from '../house.ts'
import { hmac } from '../kit/auth/keys.ts'
import { sameText } from '../kit/auth/tokens.ts'

/** One topic, whose notices come each by itself, or all that come with the daily digest. */
export type UnsubscribeScope = NoticeTopic | 'digest'

const signatureOf = ({ keys }: Pick<Secrets, 'keys'>, staffId: string, scope: UnsubscribeScope) =>
  hmac(keys.unsubscribe, `${staffId}.${scope}`)

/** It ends mails and does nothing else, so it holds as long as the mail is kept. */
export const unsubscribePath = (house: Pick<Secrets, 'keys'>, staffId: string, scope: UnsubscribeScope) =>
  consolePaths.unsubscribe(`${staffId}.${scope}.${signatureOf(house, staffId, scope)}`)

export function readUnsubscribeToken(house: Pick<Secrets, 'keys'>, token: string) {
  const [staffId = '', name = '', signature = '', ...more] = token.split('.')
  const scope: UnsubscribeScope | undefined = name === 'digest' ? name : NoticeTopic.safeParse(name).data
  if (!scope || more.length > 0 || !sameText(signature, signatureOf(house, staffId, scope))) return undefined
  return { staffId, scope }
}
