import type { Answer } from './client.ts'

/**
 * Calls again while the server says that it is busy, which a slow machine may do where many calls
 * meet in one row: such a call has changed nothing.
 */
export async function patiently(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call()
    if (answer.error !== 'server_busy') return answer
  }
}
