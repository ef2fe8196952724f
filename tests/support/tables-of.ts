import { onStatement } from './databases.ts'

/** Returns what the statements of a call concern, in their order. */
export async function tablesOf(call: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = []
  const stop = onStatement((sql) => {
    const [, verb = '', table = ''] = /\b(from|into|update) "(\w+)"/.exec(sql) ?? []
    found.push(`${verb} ${table}`)
  })
  await call()
  stop()
  return found
}
