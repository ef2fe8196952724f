/** Messages with codes, and what is sent in place of one, in English. */
export const codeMessages = {
  login: {
    subject: '{code} is your {product} sign-in code',
    title: 'Your sign-in code',
    text: 'Enter it at {site} within {minutes} minutes. It works once, and we never ask for it by phone or chat.',
    note: 'You did not ask for it? Ignore this message: nobody can sign in without the code.',
    sms: '{product}: {code} is your sign-in code. Do not share it with anybody.',
  },
  register: {
    subject: '{code} is your {product} sign-up code',
    title: 'Welcome to {product}',
    text: 'This code creates your account. Enter it at {site} within {minutes} minutes; it works once.',
    note: 'You did not ask for it? Ignore this message: no account is made without the code.',
    sms: '{product}: {code} is your sign-up code. Do not share it with anybody.',
  },
  register_known: {
    subject: 'You already have a {product} account',
    text: 'Somebody, probably you, tried to sign up for {product} with this address. It has an account already, so there is no need to.\n\nIf you forgot the password, choose a new one: {resetPage}\n\nIf the page that you have open still asks for a code, enter the one above.',
    action: 'Sign in',
    note: 'It was not you? Ignore this message: nothing about your account has changed.',
    sms: '{product}: this number has an account already, please sign in. Code: {code}',
  },
  reset: {
    subject: '{code} is your {product} password reset code',
    title: 'Your password reset code',
    text: 'Enter it at {site} within {minutes} minutes to choose a new password; it works once. Every device is then signed out.',
    note: 'You did not ask for it? Ignore this message: your password stays as it is.',
    sms: '{product}: {code} is your password reset code. Do not share it with anybody.',
  },
  reset_unknown: {
    subject: 'No {product} account under this address',
    text: 'Somebody, probably you, asked to reset the password of the {product} account under this address, and there is none.\n\nYou may have signed up with another address. You can also make an account now.',
    action: 'Create account',
    note: 'It was not you? Ignore this message.',
    sms: '',
  },
  bind: {
    subject: '{code} confirms your address at {product}',
    title: 'Confirm your address',
    text: 'This code adds your address to your {product} account. Enter it at {site} within {minutes} minutes; it works once.',
    note: 'You did not ask for it? Ignore this message: without the code, nothing changes.',
    sms: '{product}: {code} adds this number to an account. Do not share it with anybody.',
  },
  verify: {
    subject: '{code} is your {product} verification code',
    title: 'Your verification code',
    text: 'Enter it at {site} within {minutes} minutes to show that it is you. It works once, and we never ask for it by phone or chat.\n\nYou did not ask for it? Then somebody may know your password. Choose a new one: {resetPage}',
    sms: '{product}: {code} is your verification code. Do not share it with anybody.',
  },
  verify_unknown: {
    subject: 'No {product} account under this address',
    text: 'Somebody, probably you, asked for a code for the {product} account under this address, and there is none.\n\nYou may have signed up with another address. You can also make an account now.',
    action: 'Create account',
    note: 'It was not you? Ignore this message.',
    sms: '',
  },
  voice_code: {
    subject: '',
    text: '',
    sms: 'Hello, this is {product}. Your code is {spoken}. Once more: {spoken}. Never tell it to anybody who calls you.',
  },
  captcha_link: {
    subject: 'Is this you? Confirm it for {product}',
    text: 'Somebody, probably you, is using this address at {product}. To show that a person is doing it, open this page and press its button. The link works once, for {minutes} minutes.',
    action: 'Confirm that it is you',
    note: 'It was not you? Ignore this message: nothing happens then.',
    sms: '',
  },
}

/** Messages that each language has. */
export type CodeMessages = typeof codeMessages
