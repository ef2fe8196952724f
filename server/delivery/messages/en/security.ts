/** Notices of what happened to an account, in English; mails add device, place, time and the way to object. */
export const securityMessages = {
  new_device: {
    subject: 'Your {product} account was used on a new device',
    text: 'Somebody, probably you, signed in to your {product} account on a device that we have not seen before.',
    sms: '{product}: sign-in on a new device ({device}).',
  },
  qr_sign_in: {
    subject: 'Your {product} account was signed in on a new device',
    text: 'A QR code was confirmed on your phone, and this device was signed in to your {product} account.',
    sms: '{product}: {device} was signed in by QR code.',
  },
  password_changed: {
    subject: 'Your {product} password was changed',
    text: 'The password of your {product} account was just changed.',
    sms: '{product}: your password was changed.',
  },
  password_set: {
    subject: 'Your {product} account has a password now',
    text: 'A password was just set for your {product} account, which had none.',
    sms: '{product}: a password was set for your account.',
  },
  address_added: {
    subject: 'A new way to sign in to {product}',
    text: '{address} was just added to your {product} account. It can be used to sign in and to reset the password.',
    sms: '{product}: {address} was added to your account.',
  },
  address_removed: {
    subject: '{address} was removed from your {product} account',
    text: '{address} no longer belongs to your {product} account, and can no longer be used to sign in.',
    sms: '{product}: {address} was removed from your account.',
  },
  address_changed: {
    subject: 'Your {product} account has a new address',
    text: 'Your {product} account is now reached at {address}, in place of the address it had.',
    sms: '{product}: your account is now at {address}.',
  },
  connection_added: {
    subject: 'You can now sign in to {product} with another account',
    text: '{address} was just linked to your {product} account, and signs in to it from now on.',
    sms: '{product}: {address} now signs in to your account.',
  },
  connection_removed: {
    subject: 'A linked account was removed from {product}',
    text: '{address} is no longer linked to your {product} account, and can no longer be used to sign in.',
    sms: '{product}: {address} no longer signs in to your account.',
  },
  method_added: {
    subject: 'Your {product} account has a new authenticator app',
    text: 'An authenticator app was just added to your {product} account. From now on its codes can confirm your sign-ins.',
    sms: '{product}: an authenticator app was added to your account.',
  },
  method_removed: {
    subject: 'An authenticator app was removed from your {product} account',
    text: 'An authenticator app was just removed from your {product} account. Its codes can no longer be used.',
    sms: '{product}: an authenticator app was removed from your account.',
  },
  recovery_codes_made: {
    subject: 'Your {product} account has new recovery codes',
    text: 'New recovery codes were just made for your {product} account. The former ones no longer work.',
    sms: '{product}: your account has new recovery codes.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used for your {product} account',
    text: 'Somebody just used a recovery code in place of your authenticator app or passkey. If you have lost it, add another one to your account and remove the lost one: {accountPage}',
    sms: '{product}: a recovery code was used for your account.',
  },
  passkey_added: {
    subject: 'Your {product} account has a new passkey',
    text: 'A passkey was just added to your {product} account. From now on whoever can unlock it can sign in.',
    sms: '{product}: a passkey was added to your account.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your {product} account',
    text: 'A passkey was just removed from your {product} account, and can no longer be used to sign in.',
    sms: '{product}: a passkey was removed from your account.',
  },
  passkey_copied: {
    subject: 'A passkey of your {product} account may have been copied',
    text: 'A passkey of your {product} account was used in a way that only a copy explains, so we no longer accept it. If you know of no copy, remove it and add a new one: {accountPage}',
    sms: '{product}: a passkey of your account may have been copied and was stopped.',
  },
  level_lowered: {
    subject: 'Your {product} account asks for less at sign-in',
    text: 'Signing in to your {product} account no longer takes an authenticator app or a recovery code.',
    sms: '{product}: signing in to your account takes one step less.',
  },
  recovery_started: {
    subject: 'Somebody wants to get back into your {product} account',
    text: 'Somebody, probably you, can no longer confirm sign-ins to your {product} account and asked to get back in without that. From {date} on, a code to your address opens the account, and its authenticator apps, passkeys and recovery codes are removed.\n\nWas it you? Go on at that time: {link}\n\nYou can still confirm sign-ins? Sign in, confirm it, and this ends.',
    sms: '{product}: your account opens by a code alone from {date}.',
  },
  recovery_done: {
    subject: 'Your {product} account was recovered',
    text: 'Your {product} account was opened by a code to your address. Its authenticator apps, passkeys and recovery codes were removed, and it was signed out everywhere. Add a new way to confirm sign-ins: {accountPage}',
    sms: '{product}: your account was recovered, and its sign-in methods were removed.',
  },
  program_allowed: {
    subject: '“{program}” may use your {product} account',
    text: 'You have let “{program}” sign you in with your {product} account.\n\nSee what it may have, or take it back: {accountPage}',
    sms: '{product}: an application was allowed to use your account.',
  },
  program_extended: {
    subject: '“{program}” may have more of your {product} account',
    text: 'You have given “{program}” more than before.\n\nSee what it may have, or take it back: {accountPage}',
    sms: '{product}: an application was allowed more of your account.',
  },
  program_token_reused: {
    subject: '“{program}” has been signed out of your {product} account',
    text: 'Somebody used a key of “{program}” to your {product} account that had been replaced. It may have been copied, so this sign-in has ended. You can sign in there again.\n\nIf you no longer trust “{program}”, take its access back: {accountPage}',
    sms: '{product}: an application was signed out of your account, because its key may have been copied.',
  },
  username_changed: {
    subject: 'Your {product} account has a new username',
    text: 'The username of your {product} account was just changed. The new one signs in from now on, the old one no longer does.',
    sms: '{product}: your username was changed.',
  },
  closing_revoked: {
    subject: 'Your {product} account stays',
    text: 'The deletion of your {product} account was cancelled. It is as it was, and you can sign in again.',
    sms: '{product}: the deletion of your account was cancelled. You can sign in again.',
  },
}

/** Messages that each language has. */
export type SecurityMessages = typeof securityMessages
