import { isUnavailable } from '../../server/store/database-errors.ts'
import type { Answer } from './client.ts'

/** Repeats a call while it answers `server_busy`, which slow machines do for calls that lock one row. */
export async function retryWhileBusy(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call()
    if (answer.error !== 'server_busy') return answer
  }
}

/** Repeats work on services while it throws an error that a call answers as `server_busy`. */
export async function retryWhileUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
  }
}
