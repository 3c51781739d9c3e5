import { expect, test } from 'vitest'
import { apiUrl } from './endpoint.ts'

test('an address carries its parameters escaped, and of the query what is not empty', () => {
  const call = { method: 'GET', path: '/things/:id/parts' } as const
  const query = { q: 'a&b', page: 2, status: undefined, sort: '' }
  expect(apiUrl(call, { params: { id: 'a/b' }, query })).toBe('/api/things/a%2Fb/parts?q=a%26b&page=2')
  expect(apiUrl(call, { params: { id: '1' } })).toBe('/api/things/1/parts')
})
