import { schemaResolver } from '@mantine/form'
import { useEffect, useState } from 'react'
import { fetchAhead } from '../api/fetch-ahead.ts'

type Schema = Parameters<typeof schemaResolver>[0]

/**
 * Checks a form by a schema that comes when the form is already there. Until then nothing is wrong here, and the server,
 * which checks by the same schema, says what is. Give it the same `load` at each draw.
 */
export function useLateSchema<Values>(load: () => Promise<Schema>) {
  const [schema, setSchema] = useState<Schema>()
  useEffect(() => void fetchAhead(load).then(setSchema), [load])
  return (values: Values) => (schema ? schemaResolver(schema, { sync: true })(values) : {})
}
