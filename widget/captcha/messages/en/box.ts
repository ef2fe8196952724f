/** Messages of the box in a form of another site. */
export const box = {
  start: 'Confirm that you are human',
  checking: 'Checking…',
  passed: 'Confirmed',
  expired: 'That was a while ago. Please confirm once more.',
  failed: 'The check could not be reached. Try again.',
}
