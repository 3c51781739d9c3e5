import { sql } from 'drizzle-orm'
import { staff, staffNames } from '../accounts/table.ts'
import { fullNameOf } from '../kit/db/columns.ts'
import type { SearchSource } from '../kit/list/search-source.ts'

export const staffSource: SearchSource = {
  type: 'staff',
  permission: 'staff.read',
  from: staff,
  id: staff.id,
  createdAt: staff.createdAt,
  title: fullNameOf(staff),
  detail: sql`${staff.userName}`,
  search: staff.search,
  names: staffNames,
}
