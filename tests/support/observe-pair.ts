import { isDeepStrictEqual } from 'node:util'

const ROUNDS = 3

/**
 * Observes what happens for somebody known and for an unknown login, up to three times until the
 * statements are the same: on a busy machine one may be repeated, or counted for the next call.
 */
export async function observePair<Observed extends { statements: readonly string[] }>(
  observe: (unknownEmail: string) => Promise<[known: Observed, unknown: Observed]>,
): Promise<[known: Observed, unknown: Observed]> {
  for (let round = 1; ; round++) {
    const [known, unknown] = await observe(`pnobody${round}@example.com`)
    if (round === ROUNDS || isDeepStrictEqual(known.statements, unknown.statements))
      return [known, unknown]
  }
}
