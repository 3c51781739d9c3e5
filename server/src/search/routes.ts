import { search } from '@hikmah/contract/search'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import type { SearchSource } from '../kit/list/search.ts'
import { findAnything } from './find-anything.ts'

export function searchRoutes(serve: Serve, { db }: House, sources: readonly SearchSource[]) {
  serve(search.findAnything, ({ query, actor }) => findAnything(db, sources, query, actor.role))
}
