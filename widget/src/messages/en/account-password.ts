/** Messages of setting and changing a password. */
export const accountPassword = {
  current: 'Current password',
  newPassword: 'New password',
  whose: 'Account',
  change: 'Change password',
  set: 'Set password',
  byCode: 'Forgot it?',
  needCurrent: 'Enter your current password.',
  wrong: 'That is not your current password.',
  sameAsCurrent: 'The new password is the current one.',
  changed: 'Your password is changed.',
  isSet: 'Your password is set.',
}
