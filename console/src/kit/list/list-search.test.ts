import { listQuery } from '@hikmah/contract/common'
import { expect, test } from 'vitest'
import { changed, searchOf } from './list-search.ts'

const Query = listQuery([], ['name'])

test('what fits in an address is kept, and what does not is dropped', () => {
  const parse = searchOf(Query)
  expect(parse({ q: 'quba', page: 2 })).toEqual({ q: 'quba', page: 2 })
  const mended = parse({ q: 'quba', page: 0, sort: 'colour' })
  expect(mended).toEqual({ q: 'quba', page: undefined, sort: undefined })
  // Named as undefined: the router would otherwise fall back on what the address says.
  expect(Object.keys(mended)).toEqual(expect.arrayContaining(['page', 'sort']))
})

test('any change goes back to the first page, but for a turn of the page', () => {
  const search = { q: 'quba', page: 3, status: 'New' }
  expect(changed({ status: undefined })(search)).toEqual({ q: 'quba' })
  expect(changed({ page: 4 })(search)).toEqual({ ...search, page: 4 })
})
