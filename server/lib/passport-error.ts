import { errorDescriptions } from '#protocol/error-descriptions.ts'
import type { ErrorName } from '#protocol/errors.ts'
import type { AttemptDetail } from './attempt-detail.ts'

/** A rejection of a call: its reply has this error name and these data fields; `trace` is for support alone. */
export class PassportError extends Error {
  override readonly name = 'PassportError'
  readonly error: ErrorName
  readonly data: Record<string, unknown>
  readonly trace: AttemptDetail

  constructor(error: ErrorName, data: Record<string, unknown> = {}, trace: AttemptDetail = {}) {
    super(errorDescriptions[error])
    this.error = error
    this.data = data
    this.trace = trace
  }
}

/** Returns what `work` returns; undefined where it is refused. */
export function unlessRefused<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof PassportError) return undefined
    throw error
  }
}
