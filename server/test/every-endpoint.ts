import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEndpoint } from '@hikmah/contract/endpoint'

const contract = join(import.meta.dirname, '../../contract/src')

/** Every endpoint that the contract describes, found in the files of its features. */
export const everyEndpoint: AnyEndpoint[] = []
/** The same by name. */
export const endpoints: Record<string, AnyEndpoint> = {}
/** The feature of each: the file or folder it stands in. */
export const featureOf = new Map<AnyEndpoint, string>()

const isFeature = (exported: unknown): exported is Record<string, AnyEndpoint> =>
  typeof exported === 'object' &&
  exported !== null &&
  Object.values(exported).some((one) => typeof one === 'object' && one !== null && 'allow' in one && 'path' in one)

for (const file of globSync('{*,*/endpoints}.ts', { cwd: contract, exclude: ['*.test.ts'] }).sort()) {
  const exported: Record<string, unknown> = await import(join(contract, file))
  for (const endpoint of Object.values(exported)
    .filter(isFeature)
    .flatMap((feature) => Object.values(feature))) {
    everyEndpoint.push(endpoint)
    endpoints[endpoint.name] = endpoint
    featureOf.set(endpoint, file.split(/[\\/.]/)[0]!)
  }
}
