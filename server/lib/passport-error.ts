import { errorDescriptions } from '#protocol/error-descriptions.ts'
import type { ErrorName } from '#protocol/errors.ts'

/** A rejection of a call: its reply has this error name and these data fields. */
export class PassportError extends Error {
  override readonly name = 'PassportError'
  readonly error: ErrorName
  readonly data: Record<string, unknown>

  constructor(error: ErrorName, data: Record<string, unknown> = {}) {
    super(errorDescriptions[error])
    this.error = error
    this.data = data
  }
}
