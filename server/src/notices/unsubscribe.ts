import { consolePaths } from '@hikmah/contract/console-paths'
import { LINK_UNKNOWN } from '@hikmah/contract/papers-link'
import { type NoticeTopic, noticeTopicLabels, noticeTopics } from '@hikmah/contract/profile/endpoints'
import type { Subscription } from '@hikmah/contract/unsubscribe'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type StaffRow, staff } from '../accounts/table.ts'
import type { House } from '../house.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { limit } from '../kit/auth/throttle.ts'
import type { Db } from '../kit/db/db.ts'
import { invalid, Refusal } from '../kit/errors/refusal.ts'
import { limitGuesses } from '../kit/http/edge/link-guesses.ts'
import { publicActor } from '../kit/http/serve.ts'
import { rolesToldOf } from './notify-staff.ts'
import { readPreferences, savePreferences } from './preferences.ts'
import { readUnsubscribeToken, type UnsubscribeScope } from './unsubscribe-links.ts'

async function findSubscription(house: House, actor: PublicActor, token: string) {
  const found = await limitGuesses(house, actor, 'unsubscribe', async () => {
    const link = readUnsubscribeToken(house, token)
    const [person] = link ? await house.db.select().from(staff).where(eq(staff.id, link.staffId)) : []
    return link && person && { person, scope: link.scope }
  })
  if (!found) throw new Refusal(404, 'NOT_FOUND', LINK_UNKNOWN)
  return found
}

export async function readSubscription(house: House, actor: PublicActor, token: string): Promise<Subscription> {
  const { person, scope } = await findSubscription(house, actor, token)
  const topics = await listTopics(house.db, person, scope)
  return presentSubscription(scope, topics, topics.length === 0)
}

/** Those that are mailed now, of what the link turns off. */
async function listTopics(db: Db, { id, role }: StaffRow, scope: UnsubscribeScope): Promise<NoticeTopic[]> {
  const choices = await readPreferences(db, id)
  if (scope !== 'digest') return choices[scope] === 'off' ? [] : [scope]
  return noticeTopics.filter((topic) => choices[topic] === 'daily' && rolesToldOf(topic).includes(role))
}

const presentSubscription = (scope: UnsubscribeScope, topics: NoticeTopic[], isOff: boolean): Subscription => ({
  topics: (scope === 'digest' ? topics : [scope]).map((topic) => noticeTopicLabels[topic]),
  isDigest: scope === 'digest',
  isOff,
})

const HOUR_S = 3600
const TIMES_AN_HOUR = 20

/** Once more changes nothing. */
export async function turnNoticesOff(house: House, actor: PublicActor, token: string): Promise<Subscription> {
  const { person, scope } = await findSubscription(house, actor, token)
  await limit(house, {
    key: `unsubscribe:${person.id}`,
    max: TIMES_AN_HOUR,
    windowS: HOUR_S,
    message: 'This link was used too often. Try again in an hour.',
  })
  const by = { ...actor, id: person.id, name: person.userName }
  const topics = await house.change(by, async (tx) => {
    const [locked] = await tx.select().from(staff).where(eq(staff.id, person.id)).for('no key update')
    const topics = await listTopics(tx, locked ?? person, scope)
    await savePreferences(tx, person, Object.fromEntries(topics.map((topic) => [topic, 'off'])))
    return topics
  })
  return presentSubscription(scope, topics, true)
}

const MAX_FORM_BYTES = 4096

/** POST /unsubscribe/:token: what a mail program sends for one click (RFC 8058). Opening the link shows a page. */
export function receiveOneClicks(app: FastifyInstance, house: House) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    const config = { rateLimit: { max: TIMES_AN_HOUR } }
    const options = { config, schema: { hide: true } as object }
    scope.post<{ Params: { token: string } }>(consolePaths.unsubscribe(':token'), options, async (request) => {
      const isOneClick = /List-Unsubscribe"?(=|\s+)One-Click/.test(String(request.body))
      if (!isOneClick) throw invalid('List-Unsubscribe', 'Send One-Click')
      await turnNoticesOff(house, publicActor(request), request.params.token)
      return { isOff: true }
    })
  })
}
