/** Error thrown when the person closes the captcha or it ends without a pass. */
export class ChallengeClosed extends Error {
  override readonly name = 'ChallengeClosed'
  /** Empty, since there is nothing to tell a person who left on purpose. */
  readonly description = ''

  constructor() {
    super('')
  }
}
