import { people } from '@hikmah/contract/people'
import type { House } from '../house.ts'
import { noteRead, record } from '../kit/audit/audit.ts'
import { setSafeDownloadHeaders } from '../kit/files/files.ts'
import type { Serve } from '../kit/http/serve.ts'
import { erasePerson, personInTrail } from './erase-person.ts'
import { listKept, streamKept } from './queries.ts'

export function peopleRoutes(serve: Serve, house: House) {
  const { db, change, clock, keys } = house
  serve(people.readPerson, async ({ query: { email }, actor }) => {
    await noteRead(change, actor, { action: 'person.read', ...personInTrail(keys, email) })
    return listKept(db, email)
  })
  serve(people.exportPerson, async ({ query: { email }, actor, reply }) => {
    await change(actor, async (tx) => record(tx, { action: 'person.exported', ...personInTrail(keys, email) }))
    setSafeDownloadHeaders(reply, { name: 'person.json', contentType: 'application/json' }, 'attachment')
    return streamKept(db, email, clock.now())
  })
  serve(people.erasePerson, ({ body, actor }) => erasePerson(house, actor, body.email))
}
