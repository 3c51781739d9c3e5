import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../server/test/start.ts'
import { needs } from './needs.ts'
import { ROOT } from './release.ts'

const RULES = join(ROOT, 'deploy/prometheus')

needs('promtool')('Prometheus', () => {
  test('takes the names and types of the metrics', async () => {
    const { app } = await startServer()
    const { body } = await app.inject('/metrics')
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: body, encoding: 'utf8' })
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' })
  })

  test('understands each alert, and raises it when it is time and not before', () => {
    execFileSync('promtool', ['check', 'rules', 'alerts.yaml'], { cwd: RULES })
    execFileSync('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd: RULES })
  })
})
