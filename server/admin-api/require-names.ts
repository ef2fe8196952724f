import { isReservedName, isUsername, productNamesOf, toName, toUsername } from '../names/names.ts'
import type { AdminContext } from './handler.ts'
import { fieldProblem } from './problem-error.ts'

/** Says which field holds a name that nobody may have; use cases refuse it without saying. @throws ProblemError */
export function requireNames(
  { services: { config } }: AdminContext,
  { name, username = '' }: { name?: string | undefined; username?: string | undefined },
): void {
  const productNames = productNamesOf(config, undefined)
  if (name !== undefined && isReservedName(toName(name), productNames)) {
    throw fieldProblem(
      'name',
      'refused',
      'It has words of two alphabets, or is that of the product or of a role.',
    )
  }
  if (username !== '' && !isUsername(toUsername(username), productNames)) {
    throw fieldProblem(
      'username',
      'refused',
      'It has 3 to 32 of a-z, 0-9 and . _ -, begins with a letter, and is not that of the product or of a role.',
    )
  }
}
