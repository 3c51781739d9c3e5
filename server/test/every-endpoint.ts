import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEndpoint } from '@hikmah/contract/endpoint'

const contract = join(import.meta.dirname, '../../contract/src')

/** Every endpoint that the contract describes, found in the folders of its features. */
export const everyEndpoint: AnyEndpoint[] = []
/** The same by name. */
export const endpoints: Record<string, AnyEndpoint> = {}
/** The feature of each: the folder it stands in. */
export const featureOf = new Map<AnyEndpoint, string>()

for (const file of globSync('*/endpoints.ts', { cwd: contract }).sort()) {
  const described: Record<string, Record<string, AnyEndpoint>> = await import(join(contract, file))
  for (const endpoint of Object.values(described).flatMap((feature) => Object.values(feature))) {
    everyEndpoint.push(endpoint)
    endpoints[endpoint.name] = endpoint
    featureOf.set(endpoint, file.split(/[\\/]/)[0]!)
  }
}
