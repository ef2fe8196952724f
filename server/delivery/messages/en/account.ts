/** Messages of an account as a whole, in English. */
export const accountMessages = {
  closing_started: {
    subject: 'Your {product} account will be deleted on {date}',
    text: 'You are signed out everywhere, and on {date} your {product} account is deleted with all that belongs to it.\n\nChanged your mind, or was it not you? Sign in before that time and choose to keep the account.',
    action: 'Keep my account',
    sms: '{product}: your account will be deleted on {date}. Keep it: {loginPage}',
  },
  account_erased: {
    subject: 'Your {product} account was deleted',
    text: 'Your {product} account was deleted, with all that belonged to it. This is the last message about it.',
    sms: '{product}: your account was deleted.',
  },
  address_restored: {
    subject: 'An address is back in your {product} account',
    text: '{address} belongs to your {product} account again, because somebody objected to its change. Every device was signed out.\n\nNext, choose a new password: {resetPage}',
    sms: '{product}: {address} is back in your account, and every device was signed out. New password: {resetPage}',
  },
  password_ended: {
    subject: 'Your {product} account needs a new password',
    text: 'The password of your {product} account no longer works, and every device was signed out. We did that to keep your account safe.\n\nChoose a new password: {resetPage}',
    sms: '{product}: your password no longer works, and every device was signed out. New password: {resetPage}',
  },
  password_breached: {
    subject: 'Your {product} password has leaked',
    text: 'The password of your {product} account is on a list of passwords that have leaked, at any site, or varies one on it. Others try those first, so choose a new one: {resetPage}\n\nUse it nowhere else.',
    sms: '{product}: your password is on a list of leaked passwords. Choose a new one: {resetPage}',
  },
  changes_undone: {
    subject: 'Changes to your {product} account were taken back',
    text: 'Somebody objected to a change of your {product} account. What had been added since is taken back, and other devices are signed out.\n\nLook through your account, and choose a new password: {resetPage}',
    sms: '{product}: changes to your account were taken back, because somebody objected. New password: {resetPage}',
  },
}

/** Messages that each language has. */
export type AccountMessages = typeof accountMessages
