import { createWorkerPool, defaultPool, type Pool } from '../captcha/pool.ts'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Log } from '../lib/log.ts'

/** Creates the worker that draws puzzles, in the style of this installation. */
export function createCaptchaPool(options: { config: Config; log: Log; secrets: Secrets }): Pool {
  const { config, log, secrets } = options
  return createWorkerPool({
    ...defaultPool,
    style: {
      secret: secrets.keyed('captcha style').toString('hex'),
      folder: config.CAPTCHA_STYLES_DIR,
    },
    warn: (message, error) => log.pino.warn({ err: error }, message),
  })
}
