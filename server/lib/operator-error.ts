/** Error when what an operator asked for cannot be done; the message is one sentence. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  /** Whether the thing is not there, its state forbids it, its owner manages an organization, or something was given wrongly. */
  readonly reason: 'unknown' | 'conflict' | 'still_manager' | 'invalid'

  constructor(reason: OperatorError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
