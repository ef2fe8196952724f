import type { Sessions } from './sessions.ts'

/** What the session cookies of a browser say. */
export interface PresentedSession {
  token: string | undefined
  /** Whether several accounts have a live session here, so that none counts. */
  isTorn: boolean
}

/** Chooses among several session cookies, which neighbouring hosts may have set, the live one. */
export async function choosePresented(
  sessions: Pick<Sessions, 'find'>,
  tokens: readonly string[],
): Promise<PresentedSession> {
  if (tokens.length < 2) return { token: tokens[0], isTorn: false }
  const found = await Promise.all(tokens.map((token) => sessions.find(token)))
  const accounts = new Set(found.flatMap((session) => session?.accountId ?? []))
  if (accounts.size > 1) return { token: undefined, isTorn: true }
  const live = found.findIndex((session) => session !== undefined)
  return { token: tokens[Math.max(live, 0)], isTorn: false }
}
