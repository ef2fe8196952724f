import { expect, test } from 'vitest'
import { timeLimit } from '../../widget/captcha/time-limit.ts'

test('a captcha call that takes too long fails by the documented name', async () => {
  const signal = timeLimit(5)
  expect(signal.aborted).toBe(false)
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  expect(signal.reason).toMatchObject({ name: 'timeout', message: 'no reply came in time' })
})
