import { expect, test } from 'vitest'
import { linesOf, startCollector } from '../../../test/collector.ts'
import { startServer } from '../../../test/start.ts'

test.each(['hangs', 'is away'])(
  'a collector that %s slows and fails no request, and ends nothing late',
  async (how) => {
    const collector = await startCollector({ hangs: true })
    const endpoint = how === 'hangs' ? collector.url : 'http://127.0.0.1:9'
    const server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'warn' })
    const lines = linesOf(server.app)
    const began = performance.now()
    // More than may wait.
    for (let i = 0; i < 3000; i += 1) expect((await server.app.inject('/healthz')).statusCode).toBe(200)
    expect(performance.now() - began).toBeLessThan(5000)
    const warnings = () => lines.filter(({ msg }) => msg === 'the collector of traces takes nothing')
    await expect.poll(() => warnings().length).toBe(1)
    const closing = performance.now()
    await server.close()
    expect(performance.now() - closing).toBeLessThan(4000)
    expect(warnings()).toHaveLength(1)
  },
)
