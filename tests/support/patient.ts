import type { Answer } from './client.ts'
import { isUnavailable } from '../../server/store/database-errors.ts'

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

/** The same for what is asked of the parts of a server, which throw what becomes that answer. */
export async function patientlyDone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
  }
}
