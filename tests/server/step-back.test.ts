import { readFileSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
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
  for (const thread of workers) expect(getPriority(Number(thread))).toBeGreaterThan(before)
})
