import { onStatement } from './databases.ts'
import type { TestServer } from './test-server.ts'

/** Returns the answer of something that is done, and the statements that reach the database meanwhile. */
export async function observe<Answer>(
  server: TestServer,
  act: () => Promise<Answer>,
): Promise<{ answer: Answer; statements: string[] }> {
  await server.settled()
  const statements: string[] = []
  const stop = onStatement((sql) => statements.push(sql))
  const answer = await act()
  await server.settled()
  stop()
  return { answer, statements }
}
