import type { Messages } from './messages.ts'

/** Messages in English. */
export const messages: Messages = {
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
  password_changed: {
    subject: 'Your {product} password was changed',
    body: `The password of your {product} account was just changed.

If that was you, all is well.

If it was not, choose a new password at once: {origin}/reset-password`,
    sms: '{product}: your password was changed. Not you? {origin}/reset-password',
  },
}
