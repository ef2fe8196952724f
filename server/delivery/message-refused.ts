/** The receiver refuses a message for good, so it is not sent again. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
}

/** Statuses below 500 that ask to try again; 401 is the operator's matter, as while a secret is being changed. */
const repeatable = new Set([401, 408, 429])

/** Throws unless a gateway took a message. @throws MessageRefused when it never will */
export function requireTaken({ ok, status }: Response, problem: string): void {
  if (ok) return
  const answer = { cause: { responseCode: status } }
  const isFinal = status >= 400 && status < 500 && !repeatable.has(status)
  throw isFinal ? new MessageRefused(problem, answer) : new Error(problem, answer)
}

/** Returns the code of a receiver's answer, such as `550 5.1.1`, and none of its words; empty without one. */
export function answerCode(answer: string): string {
  return /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?(?!\d)/.exec(answer)?.[0].replace('-', ' ') ?? ''
}

/** Returns the code that the receiver answered when a message was not taken; empty where it did not. */
export function replyOf(error: unknown): string {
  const { cause, response, responseCode } = (error ?? {}) as {
    cause?: unknown
    response?: unknown
    responseCode?: unknown
  }
  if (typeof response === 'string' && response !== '') return answerCode(response)
  if (typeof responseCode === 'number') return String(responseCode)
  return cause === undefined ? '' : replyOf(cause)
}
