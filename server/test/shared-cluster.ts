import type { TestProject } from 'vitest/node'
import { createTemplate, startCluster } from './cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server to make databases on. */
    serverUrl: string
    /** A migrated database, to be copied. */
    template: string
  }
}

/** Starts one PostgreSQL for the whole run, or takes the server of TEST_DATABASE_URL, and migrates once. */
export async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  const cluster = given ? undefined : await startCluster()
  const url = given ?? cluster!.urlOf('postgres')
  project.provide('serverUrl', url)
  project.provide('template', await createTemplate(url))
  return () => cluster?.stop()
}
