import { onTestFinished } from 'vitest'
import { createOutside, type Outside } from '../../server/http/outside.ts'

let answer: Outside | undefined

/** Answers, until the test ends, what servers send to servers of others. */
export function answerOutside(next: Outside): void {
  answer = next
  onTestFinished(() => {
    answer = undefined
  })
}

/** Returns what test servers send by: the real one, unless a test answers itself. */
export function createTestOutside(nameServers: readonly string[]): Outside {
  const real = createOutside(nameServers)
  return async (url, request) => await (answer ?? real)(url, request)
}
