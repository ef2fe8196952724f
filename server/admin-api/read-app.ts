import type { AdminContext } from './handler.ts'
import { fieldProblem, ProblemError } from './problem-error.ts'

/** Returns the application that a body names, by default that of the token; null for none. @throws ProblemError */
export async function readApp(
  { services, token }: AdminContext,
  aid: number | undefined,
): Promise<number | null> {
  if (aid === undefined) return token.aid
  if (token.aid !== null && aid !== token.aid) {
    throw new ProblemError('insufficient_scope', { detail: `It is for application ${token.aid}.` })
  }
  if ((await services.apps.find(aid)) === undefined) throw fieldProblem('app_id', 'unknown')
  return aid
}
