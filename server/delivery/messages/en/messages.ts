/** Messages in English. */
export const messages = {
  login: {
    subject: '{code} is your {product} sign-in code',
    body: `Your sign-in code is

    {code}

It works once, for {minutes} minutes, at {origin}. We never ask for it by phone or in a chat.

If you did not try to sign in, you can ignore this message: without the code nobody gets in.`,
    sms: '{product}: {code} is your sign-in code. Never share it.',
  },
  register: {
    subject: '{code} is your {product} sign-up code',
    body: `Welcome to {product}. Your sign-up code is

    {code}

It works once, for {minutes} minutes, at {origin}.

If you did not ask for an account, you can ignore this message: none is made without the code.`,
    sms: '{product}: {code} is your sign-up code. Never share it.',
  },
  register_known: {
    subject: 'You already have a {product} account',
    body: `Someone, probably you, tried to sign up for {product} with this address. It already has an account, so there is nothing to sign up for.

Sign in: {origin}/login
Forgot the password? {origin}/reset-password

The page you have open may still ask for a code. It is

    {code}

If this was not you, you can ignore this message. Your account is as it was.`,
    sms: '{product}: this number already has an account, so just sign in. Code: {code}',
  },
  reset: {
    subject: '{code} is your {product} password reset code',
    body: `To choose a new password, enter this code:

    {code}

It works once, for {minutes} minutes, at {origin}. Afterwards you are signed out everywhere.

If you did not ask for it, you can ignore this message: your password stays as it is.`,
    sms: '{product}: {code} resets your password. Never share it.',
  },
  reset_unknown: {
    subject: 'No {product} account under this address',
    body: `Someone, perhaps you, asked to reset the password of a {product} account with this address, but there is none.

Maybe you signed up with another address. You can also make an account: {origin}/sign-up

If this was not you, you can ignore this message.`,
    sms: '',
  },
  bind: {
    subject: '{code} confirms your address at {product}',
    body: `To use this address with a {product} account, enter this code:

    {code}

It works once, for {minutes} minutes, at {origin}.

If you did not ask for it, you can ignore this message: without the code nothing is changed.`,
    sms: '{product}: {code} adds this number to an account. Never share it.',
  },
  verify: {
    subject: '{code} is your {product} verification code',
    body: `To show that it is you, enter this code:

    {code}

It works once, for {minutes} minutes, at {origin}. We never ask for it by phone or in a chat.

If you did not ask for it, somebody may know your password. Choose a new one: {origin}/reset-password`,
    sms: '{product}: {code} is your verification code. Never share it.',
  },
  verify_unknown: {
    subject: 'No {product} account under this address',
    body: `Someone, perhaps you, asked for a code of a {product} account with this address, but there is none.

Maybe you signed up with another address. You can also make an account: {origin}/sign-up

If this was not you, you can ignore this message.`,
    sms: '',
  },
  qr_sign_in: {
    subject: 'A new device is signed in to your {product} account',
    body: `A device was just signed in to your {product} account, by a QR code that was confirmed on a phone of yours.

    Device: {device}
    Network: {address}

If that was you, all is well.

If it was not, end that session: {origin}/account-setting
Then choose a new password: {origin}/reset-password`,
    sms: '{product}: {device} was signed in by QR code. Not you? {origin}/account-setting',
  },
  new_device: {
    subject: 'Your {product} account was used on a new device',
    body: `Someone, probably you, signed in to your {product} account on a device we have not seen before.

If that was you, all is well.

If it was not, choose a new password at once: {origin}/reset-password`,
    sms: '{product}: sign-in on a new device. Not you? {origin}/reset-password',
  },
  voice_code: {
    subject: '',
    body: '{code}',
    sms: 'Hello, this is {product}. Your code is {spoken}. Once more: {spoken}. Never tell it to anybody who calls you.',
  },
  captcha_link: {
    subject: 'Is this you? Confirm it for {product}',
    body: `Somebody, probably you, is using this address at {product}. To show that a person is doing it, open this page and press its button:

    {server}/captcha/link?token={code}

The link works once, for {minutes} minutes.

If this was not you, you can ignore this message: nothing happens.`,
    sms: '',
  },
  password_changed: {
    subject: 'Your {product} password was changed',
    body: `The password of your {product} account was just changed.

If that was you, all is well.

If it was not, choose a new password at once: {origin}/reset-password`,
    sms: '{product}: your password was changed. Not you? {origin}/reset-password',
  },
  address_added: {
    subject: 'A new way to sign in to {product}',
    body: `{address} was just added to your {product} account. It can be used to sign in and to reset the password.

If that was you, all is well.

If it was not, sign in, remove it, and choose a new password: {origin}/account-setting`,
    sms: '{product}: {address} was added to your account. Not you? {origin}/account-setting',
  },
  address_removed: {
    subject: '{address} was removed from your {product} account',
    body: `{address} no longer belongs to your {product} account, and cannot be used to sign in any more.

If that was you, all is well.

If it was not, answer within {hours} hours: until then we can put it back.`,
    sms: '{product}: {address} was removed from your account. Not you? Tell us within {hours} hours.',
  },
  address_changed: {
    subject: 'Your {product} account has a new address',
    body: `Your {product} account is now reached at {address}, in place of the address it had.

If that was you, all is well.

If it was not, answer within {hours} hours: until then we can put the old address back.`,
    sms: '{product}: your account is now at {address}. Not you? Tell us within {hours} hours.',
  },
  connection_added: {
    subject: 'You can now sign in to {product} with another account',
    body: `{address} was just linked to your {product} account and opens it from now on.

If that was you, all is well.

If it was not, choose a new password at once and remove the link in your account settings: {origin}/account-setting`,
    sms: '{product}: {address} now opens your account. Not you? {origin}/account-setting',
  },
  connection_removed: {
    subject: 'A link to your {product} account was removed',
    body: `{address} was just taken off your {product} account and no longer opens it.

If that was you, all is well.

If it was not, look after your account at once: {origin}/account-setting`,
    sms: '{product}: {address} no longer opens your account. Not you? {origin}/account-setting',
  },
  password_set: {
    subject: 'Your {product} account has a password now',
    body: `A password was just set for your {product} account, which had none.

If that was you, all is well.

If it was not, choose a new password at once: {origin}/reset-password`,
    sms: '{product}: a password was set for your account. Not you? {origin}/reset-password',
  },
  closing_started: {
    subject: 'Your {product} account will be deleted on {date}',
    body: `Your {product} account is being closed. You are signed out everywhere, and on {date} the account and all that belongs to it is deleted.

Changed your mind, or was it not you? Sign in before that day and choose to keep the account: {origin}/login`,
    sms: '{product}: your account will be deleted on {date}. Keep it: {origin}/login',
  },
  closing_revoked: {
    subject: 'Your {product} account stays',
    body: `Your {product} account is not closed: it is as it was, and you can sign in again.

If it was not you who kept it, choose a new password: {origin}/reset-password`,
    sms: '{product}: your account stays open. You can sign in again.',
  },
  account_erased: {
    subject: 'Your {product} account was deleted',
    body: `Your {product} account was deleted, as you asked, with all that belonged to it. This is the last message about it.`,
    sms: '{product}: your account was deleted, as you asked.',
  },
  early_access_confirm: {
    subject: 'Please confirm: early access to {product}',
    body: `Someone, probably you, asked for early access to {product} with this address. To be on the list, open this page and press the button:

{link}

It works for seven days. If this was not you, you can ignore this message: nothing more will come.

No more mail about early access: {stop}`,
    sms: '',
  },
  early_access_known: {
    subject: 'You are on the list for {product}',
    body: `Someone, probably you, asked for early access to {product} with this address. It is on the list already, so there is nothing to do: we write as soon as it is your turn.

No more mail about early access: {stop}`,
    sms: '',
  },
  early_access_invitation: {
    subject: 'Come in: your access code for {product}',
    body: `It is your turn. Your access code for {product} is

    {code}

It works once. Open this page, sign in or make an account, and it is filled in for you:

{link}

No more mail about early access: {stop}`,
    sms: '',
  },
}
