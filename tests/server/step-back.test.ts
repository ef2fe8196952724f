import { readFileSync, readdirSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import process from 'node:process'
import { expect, test } from 'vitest'
import { letWorkersStepBack } from '../../server/step-back.ts'

const THREADS = '/proc/self/task'

test('threads that hash step back behind the one that replies, where threads have a priority', async () => {
  const before = getPriority()
  await letWorkersStepBack()
  expect(getPriority()).toBe(before)
  if (process.platform !== 'linux') return
  const workers = readdirSync(THREADS).filter((thread) =>
    readFileSync(`${THREADS}/${thread}/comm`, 'utf8').startsWith('libuv-worker'),
  )
  expect(workers.length).toBeGreaterThan(0)
  // Who was started behind all others stays there.
  const behind = Math.min(before + 5, constants.priority.PRIORITY_LOW)
  for (const thread of workers) expect(getPriority(Number(thread))).toBe(behind)
})
