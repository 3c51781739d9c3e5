import { type FormErrors, schemaResolver } from '@mantine/form'
import { useEffect, useState } from 'react'
import { fetchAhead } from '../api/fetch-ahead.ts'

type Schema = Parameters<typeof schemaResolver>[0]

/**
 * Checks a form by a schema that comes when the form is already there. `validate` waits for it, so that what is left
 * before is told too; where it does not come, the server, which checks by the same schema, says what is wrong. `known` is
 * what is wrong as far as can be said at once. Give it the same `load` at each draw.
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
