import { navigation } from '@hikmah/contract/navigation'
import { expect, test } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import { startServer } from '../../../test/start.ts'
import { describeRelease } from './release.ts'

const { app, as } = await startServer()

test('staff and monitoring see which version runs, strangers do not', async () => {
  const { data } = await (await as('manager'))(navigation.readNavigationCounts, {})
  expect(data.release).toBe(manifest.version)
  const metrics = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(metrics.body).toContain(`console_release_info{commit="",version="${manifest.version}"} 1`)
  for (const url of ['/healthz', '/readyz', '/login']) {
    const { body, headers } = await app.inject(url)
    expect(body + JSON.stringify(headers)).not.toContain(manifest.version)
  }
})

test('a release says its commit too, as far as people compare it', () => {
  const commit = 'ca2a93b97f1e2d3c4b5a69788796a5b4c3d2e1f0'
  expect(describeRelease({ version: '1.2.3', commit })).toBe('1.2.3 (ca2a93b97f1e)')
})
