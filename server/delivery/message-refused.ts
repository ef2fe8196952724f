/** The receiver refuses a message for good, so it is not sent again. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
}

/** Statuses below 500 that ask to try again. */
const repeatable = new Set([408, 429])

/** Throws unless a gateway took a message. @throws MessageRefused when it never will */
export function requireTaken({ ok, status }: Response, problem: string): void {
  if (ok) return
  if (status >= 400 && status < 500 && !repeatable.has(status)) throw new MessageRefused(problem)
  throw new Error(problem)
}
