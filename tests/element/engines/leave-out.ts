import path from 'node:path'
import { gapsOf, type EngineName } from '../../../scripts/engines/gaps.ts'

/** Takes the bodies of tests that an engine cannot run, which mocha then counts as skipped. */
export function leaveOut(engine: EngineName): {
  name: string
  transform(context: { path: string; body: unknown }): string | undefined
} {
  return {
    name: 'leave-out',
    transform({ path: file, body }) {
      const titles = gapsOf(engine, path.basename(file, '.test.ts')).map(({ title }) => title)
      if (!file.endsWith('.test.ts') || titles.length === 0) return undefined
      return `{
  const run = globalThis.test
  const left = ${JSON.stringify(titles)}
  globalThis.test = (title, body) => run(title, left.includes(title) ? undefined : body)
}
${String(body)}`
    },
  }
}
