/** Settings of each server under test: many people share one address, so limits by address are lifted. */
export const liftedLimits = {
  CODES_PER_ADDRESS_HOUR: '10000',
  CODES_PER_ADDRESS_DAY: '10000',
  TEXTS_PER_HOUR: '10000',
  FORM_POSTS_PER_ADDRESS_HOUR: '10000',
  WRONG_CODES_PER_ADDRESS_HOUR: '10000',
  FAILURES_BEFORE_CAPTCHA: '10000',
}
