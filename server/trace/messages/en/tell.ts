import type { Cause } from '../../causes.ts'

export const tell: Readonly<Record<Cause, string>> = {
  banned:
    'What the ban is for, and how to appeal; the account in the console or "user show" has the reason.',
  frozen:
    'Why it is frozen; the account in the console, or "user show", has the reason; "unfreeze" ends it.',
  limited:
    'Why it is limited; the account in the console, or "user show", has the reason; "unlimit" ends it. After an erasure the address is free again after CLOSED_ADDRESS_DAYS.',
  deleting: 'To sign in and choose to keep the account.',
  browser_banned: 'To ask whoever runs the policy: POLICY_FILE names her browser.',
  network_banned:
    'To try from another network; ask whoever runs the policy if that is meant: POLICY_FILE.',
  company_rule:
    'To sign in the way that her organization demands, which her screen names; its managers change the rule.',
  company_frozen:
    'To ask a manager of her organization; "subject show" says whether an operator froze it, and "subject freeze --off" ends that.',
  level_unreachable:
    'To add what reaches the level in the line, where she is signed in: a passkey for 3, also an authenticator app for 2; or to use account recovery.',
  mail_refused:
    'To ask her provider for mail, with the code in the line: the mailbox is full, closed or refuses us. Another method signs her in meanwhile.',
  mail_given_up: 'That her provider did not answer us; to try again later, or by another method.',
  mail_waits: 'To wait some minutes; if it stays so, the operator looks at the mail server.',
  not_sent: 'To try the number or address that she signed up with.',
  server: 'To try again now; give the log id to whoever runs the server.',
  code_limit:
    'To wait as long as the line says, or to sign in by password, passkey or provider; codes that came before work for ten minutes.',
  codes_closed: 'To sign in by another method, which opens it, or to wait a day.',
  browser_limit: 'To wait as long as the line says, or to use another browser.',
  network_limit:
    'To wait as long as the line says, or to use another network, such as that of her phone.',
  site_limit: 'To wait; tell the operator, because many people are refused.',
  password_locked: 'To use a code or "Forgot password?", which works at once, or to wait.',
  no_way_in:
    'To sign in by a provider, if one is linked; a code makes a new account with her address. Otherwise the operator erases this one and imports it again with a proved address.',
  no_password: 'To sign in by code or provider, or to set a password with "Forgot password?".',
  unproved: 'To sign in by her password, and to prove the address on the account page.',
  former_address:
    'To sign in with the address that she has now; if she did not change it, "This was not me" in the mail to the old one, or "user restore", puts it back.',
  no_account: 'To check the address for typing mistakes, or to try the others that she has.',
  has_account: 'To sign in with that address; "Forgot password?" helps.',
  registration_closed:
    'That nobody can sign up there now, which its operator decides; whoever has an account checks the address for typing mistakes.',
  other_login: 'To check the address for typing mistakes; her own one is the one traced here.',
  second_step_wrong:
    'To set the clock of her phone by itself, to type the newest code, or to use a recovery code.',
  second_step_open: 'To finish the second step; a recovery code helps who lost the phone.',
  captcha:
    'To try the captcha again, its link by mail, or another browser; extensions may block it. Without JavaScript there is none: "Forgot password?" goes on.',
  provider_unlinked:
    'To sign in another way first and to link the provider on the account page, or to choose the right account there.',
  provider_taken:
    'To sign in with that account at the provider, which opens the other account here, or to agree to move it.',
  provider: 'To try again in one tab, and to allow what the provider asks for.',
  passkey:
    'To choose another passkey or method; removed passkeys stay in some browsers. After "domain" the operator looks at PASSKEY_RP_ID.',
  cookies:
    'To allow cookies for this site, to load the page again, and to use no private window. If all people of a page are refused: "app list" has to name its origin.',
  qr: 'To show a new QR code, and to scan it with the phone where she is signed in.',
  client:
    'That this is not her mistake: "client list" and "app list" show what is registered or frozen, and the log id tells its developers what was wrong.',
  invitation:
    'To ask for a new invitation, and to open it signed in with the address that it went to; a member needs none and signs in.',
  consent: 'To begin again at the program that asked; the log id tells its developers more.',
  session_over: 'To sign in again; if an event ended the session, its line is above.',
  notice_link:
    'To choose a new password, then to look at what else opens her account; trace her address for what has changed. "user restore" puts back an address that was taken from it in the last 72 hours.',
  recovery:
    'To come back when the wait is over, in the same browser or with the key that she was shown; a line "recovery_cancelled" says who ended it, after which it begins anew; whoever still has a method uses that.',
  code_expired: 'To ask for a new code and to type it within ten minutes, in the same browser.',
  code_superseded: 'To type the code of the newest message.',
  code_wrong: 'To type the six digits of the newest message, or to ask for a new one.',
  wrong_password: 'To use "Forgot password?" or a code by mail.',
  choice_open: 'To choose whom she acts as.',
  too_early:
    'To type the code that came before. If none came although a line says "taken by the receiver": to look in the folder for spam, or to use another method; what the receiver sent back later is not seen here.',
  form: 'To type the whole address, or another password or name: her screen says what is wrong.',
  released: 'To sign in again: her account is open now.',
  other: 'What her screen says; the log id tells whoever runs the server more.',
  many: 'That others may be trying her login; a known browser of hers is not locked out by that.',
}
