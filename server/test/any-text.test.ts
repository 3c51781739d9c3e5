import type { AnyEndpoint } from '@hikmah/contract/endpoint'
import { isPermission } from '@hikmah/contract/permissions'
import { END_BEFORE_START, getPath } from '@hikmah/contract/words'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputWith, judge, nameOf, type Place, placesOf } from './costly-inputs.ts'
import { everyEndpoint } from './every-endpoint.ts'
import { startServer } from './start.ts'

/** What telephones, sheets and keyboards of other scripts put into a field, between anything else. */
const pasted = fc.constantFrom(
  ...['\u0000', '\u200f', '\u2068', '\u2069', '\u202d', '\u202e', '\ufeff', '\u00a0', '\t', '\v', '\r\n', '\u2028'],
  ...[
    '٣',
    '۴',
    '五',
    '👩‍👩‍👧',
    '\u200c',
    'é',
    'مسجد',
    'ẞ',
    'İ',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '@',
    '.example',
    '-',
    '{',
    '[',
  ],
)
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(fc.oneof(pasted, fc.string({ maxLength: 5 })), { maxLength: 12 }).map((parts) => parts.join('')),
  // Halves of characters.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc.emailAddress(),
)

const places = everyEndpoint.flatMap(placesOf).filter(({ kind }) => kind === 'text')

describe('any text', () => {
  test.each(places.map((place) => [nameOf(place), place] as const))(
    'is read or refused as %s, and reads the same when it was read',
    (_, place) => {
      fc.assert(
        fc.property(anyText, (text) => {
          const others = judge(place, inputWith(place, undefined)).error?.issues.map(({ path }) => path.join('.')) ?? []
          const { error, data } = judge(place, inputWith(place, text))
          const read = readAt(place, data)
          const wrong = error?.issues.filter(
            ({ path, message }) =>
              !others.includes(path.join('.')) && !isAbout(place, path) && message !== END_BEFORE_START,
          )
          expect(wrong ?? []).toEqual([])
          if (typeof read !== 'string') return
          expect(isSecret.test(place.path.join()) || read.isWellFormed()).toBe(true)
          expect(readAt(place, judge(place, inputWith(place, read)).data)).toBe(read)
        }),
        // What upper case makes longer.
        { numRuns: 60, examples: [['ΐ'], ['ß'.repeat(30)]] },
      )
    },
  )
})

/** Compared as they are, and what only robots fill in. */
const isSecret = /password|token|website$/i

const readAt = ({ path }: Place, data: unknown) => getPath(data, path.join('.'))
const isAbout = ({ path }: Place, about: PropertyKey[]) =>
  about.every((step, i) => i >= path.length || step === path[i])

const { given, callWith } = await startServer({ AUTH_IP_PER_MIN: '1000000' })

const organization = await given.organization()
const rows = {
  '/hikmah/organizations': organization,
  '/organizations': organization,
  '/hikmah/team-members': await given.member(organization.id),
  '/hikmah/finance-team-members': await given.staff('manager'),
  '/hikmah/updateFinanceTeamMember': await given.staff('manager'),
  '/digital-device': await given.device(),
  '/dc-website/demoRequest': await given.demoRequest(),
  '/dc-contact-us': await given.inquiry(),
  '/hikmah/organization-invited': await given.invite(),
}
const idFor = (path: string, name: string) =>
  name === 'orgId'
    ? organization.id
    : (Object.entries(rows).find(([start]) => path.startsWith(start))?.[1].id ?? organization.id)
const paramsOf = ({ path }: AnyEndpoint) =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, idFor(path, name!)]))

const member = await given.member(organization.id)
const owner = await given.staff('owner')
const tokens = { organization: member.token, staff: owner.token }
const callAs = ({ allow }: AnyEndpoint) =>
  callWith(isPermission(allow) ? tokens.staff : allow === 'organization' ? tokens.organization : undefined)

/** They end the session, wait for a form or its parts, or are costly on purpose. */
const LEFT_OUT = new Set(['logoutAll', 'uploadMedia', 'uploadPaper', 'uploadImportPart'])

describe('over HTTP any text', () => {
  const sent = places.filter(({ endpoint, part }) => part !== 'params' && !LEFT_OUT.has(endpoint.name))
  test.each(sent.map((place) => [nameOf(place), place] as const))(
    'is answered or refused as %s, and what is stored is what was read',
    async (_, place) => {
      const { endpoint, part } = place
      for (const text of fc.sample(anyText, 8)) {
        const input = { ...endpoint.example, params: paramsOf(endpoint), [part]: inputWith(place, text) }
        const reply = await callAs(endpoint)(endpoint, input)
        expect(reply.error, JSON.stringify(text)).not.toMatchObject({ code: 'INTERNAL' })
        if (reply.status !== 200 || part !== 'body' || endpoint.method === 'GET') continue
        const read = readAt(place, judge(place, input[part as 'body']).data)
        const answered = getPath(reply.data, place.path.join('.'))
        if (typeof read === 'string' && typeof answered === 'string') expect(answered).toBe(read)
      }
    },
    60_000,
  )
})
