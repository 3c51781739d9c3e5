import { type SQLWrapper, sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

/** A moment to the millisecond, as the wire has it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** A person's name as `fullName` of the contract says it. */
export const fullNameOf = ({ firstName, lastName }: Record<'firstName' | 'lastName', SQLWrapper>) =>
  sql<string>`trim(${firstName} || ' ' || ${lastName})`
