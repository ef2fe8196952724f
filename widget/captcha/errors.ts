/** The person closed the captcha, or it ended without a pass. */
export class ChallengeClosed extends Error {
  override readonly name = 'ChallengeClosed'
  /** Empty: there is nothing to tell somebody who chose to leave. */
  readonly description = ''

  constructor() {
    super('')
  }
}
