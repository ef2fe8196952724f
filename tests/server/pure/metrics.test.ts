import { expect, test } from 'vitest'
import { readConfig } from '../../../server/config/config.ts'
import { listenForMetrics } from '../../../server/metrics/listen.ts'
import { freePort } from '../../support/free-port.ts'

test('logs that metrics are unavailable, and continues', async () => {
  const port = await freePort()
  const config = readConfig({ METRICS_PORT: String(port) })
  let answers = 0
  const close = await listenForMetrics(config, () =>
    answers++ === 0 ? Promise.reject(new Error('made up by the test')) : Promise.resolve('up 1\n'),
  )
  const address = `http://localhost:${port}/metrics`
  expect((await fetch(address)).status).toBe(500)
  expect(await (await fetch(address)).text()).toBe('up 1\n')
  await close()
})
