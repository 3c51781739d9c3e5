import { type FormErrors, schemaResolver } from '@mantine/form'
import { useEffect, useState } from 'react'
import { fetchAhead } from '../api/fetch-ahead.ts'

type Schema = Parameters<typeof schemaResolver>[0]

/**
 * Validates a form by a schema that is loaded after the form. `validate` waits for it, so that fields left earlier are
 * checked too; if it fails to load, the server checks by the same schema. `known` are the problems known without it.
 * Pass the same `load` on every render.
 */
export function useLateSchema<Values>(load: () => Promise<Schema>) {
  const [schema, setSchema] = useState<Schema>()
  useEffect(() => void fetchAhead(load).then(setSchema), [load])
  const errorsBy = (by: Schema | undefined, values: Values): FormErrors =>
    by ? schemaResolver(by, { sync: true })(values as Record<string, unknown>) : {}
  return {
    known: (values: Values) => errorsBy(schema, values),
    validate: (values: Values): FormErrors | Promise<FormErrors> =>
      schema ? errorsBy(schema, values) : fetchAhead(load).then((by) => errorsBy(by, values)),
  }
}
