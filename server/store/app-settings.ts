import {
  boolean,
  defaulted,
  define,
  enums,
  is,
  mask,
  object,
  pattern,
  string,
  type Infer,
} from 'superstruct'
import { permissionName } from '#protocol/organization-fields.ts'
import { permissions } from '#protocol/permissions.ts'
import { areTestRanges } from '../lib/test-ranges.ts'

// An address, alone or as `Name <address>`; empty for the server's own.
const MAILBOX = /^(?:[^\p{C}<>"]{0,64}<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)?$/u

// Numbers of applications, separated by commas.
const AIDS = /^(?:[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,99})?$/

const shape = object({
  registration_open: defaulted(boolean(), true),
  legacy_mix_mode: defaulted(enums(['refuse', 'accept']), 'refuse'),
  qr_data_uri: defaulted(boolean(), false),
  qr_programs: defaulted(enums(['accept', 'refuse']), 'accept'),
  qr_number_match: defaulted(boolean(), false),
  reveal_registered: defaulted(boolean(), false),
  confirm_register: defaulted(boolean(), false),
  password_required: defaulted(boolean(), false),
  unverified_mail: defaulted(boolean(), false),
  no_verify_register: defaulted(boolean(), false),
  strict_check: defaulted(boolean(), false),
  share_email: defaulted(boolean(), false),
  partitioned_cookies: defaulted(boolean(), false),
  captcha_secret: defaulted(pattern(string(), /^(?:sha256:[\da-f]{64})?$/), ''),
  brand_name: defaulted(pattern(string(), /^[^\p{C}]{0,64}$/u), ''),
  brand_logo: defaulted(pattern(string(), /^(?:https:\/\/[^\s"'<>]{1,500})?$/), ''),
  brand_colour: defaulted(pattern(string(), /^(?:#[\da-f]{6})?$/), ''),
  test_ranges: defaulted(
    define<string>('test ranges', (text) => areTestRanges(String(text))),
    '',
  ),
  permissions: defaulted(
    define<string>('permissions', (text) => areAppPermissions(String(text))),
    '',
  ),
  redeem_secret: defaulted(boolean(), false),
  required_level: defaulted(enums(['1', '2', '3']), '1'),
  share_to: defaulted(pattern(string(), AIDS), ''),
  organizations_to: defaulted(pattern(string(), AIDS), ''),
  test_code: defaulted(pattern(string(), /^(?:\d{6})?$/), ''),
  mail_from: defaulted(pattern(string(), MAILBOX), ''),
})

/** Settings of an application. */
export type AppSettings = Infer<typeof shape>

/** Describes each setting to the operator. */
export const appSettingDescriptions: Readonly<Record<keyof AppSettings, string>> = {
  registration_open: 'Whether new accounts may be made.',
  legacy_mix_mode: 'Whether fields may come in the old, readable disguise (mix_mode=1).',
  qr_data_uri: 'Whether QR pictures begin with "data:image/png;base64,".',
  qr_programs: 'Whether programs that keep no cookies may sign in by QR code.',
  qr_number_match:
    'Whether the phone has to pick the number that the screen with the QR code shows.',
  reveal_registered: 'Whether strangers are told that an address has no account.',
  partitioned_cookies:
    'Whether pages on other sites keep a session in cookies of their own (Partitioned), one for each site.',
  captcha_secret: 'Digest of the secret for /captcha/siteverify, made by `captcha secret <aid>`.',
  password_required: 'Whether a new account needs a password, unless a provider proves it.',
  unverified_mail: 'Whether accounts may be made with an e-mail address that was not proved.',
  no_verify_register: 'Whether accounts may be made with a username, or with nothing proved.',
  strict_check: 'Whether nobody is told if an address is registered, not even after a captcha.',
  share_email:
    'Whether its server gets the whole e-mail address of who signs in, and not only a masked one.',
  brand_name: 'Name in mails and on plain pages; PRODUCT_NAME where it is empty.',
  brand_logo: 'Address (https) of a picture that stands there for the name, 32 px high.',
  brand_colour: 'Colour of buttons and links there, such as #0a7a5c.',
  test_ranges:
    'Addresses that nobody owns and that take test_code, such as @qa.test,+120255501; nothing is sent there.',
  permissions:
    'Permissions that roles of organizations may have besides the built-in ones, such as invoice.read,invoice.pay.',
  redeem_secret: 'Whether a server has to prove itself by an application secret to redeem a code.',
  required_level:
    'Assurance level of sign-ins: 2 takes an authenticator app, 3 a passkey; its server gets codes of no others.',
  share_to:
    'Applications whose clients may take its sessions over by share_token, such as 2003,2004; never the site.',
  organizations_to: 'Applications that may act for its organizations, such as 2003,2004.',
  test_code: 'The six digits that test_ranges take; without it they are ordinary addresses.',
  mail_from: 'Sender of the mails, such as "Shop <id@shop.example>"; MAIL_FROM where it is empty.',
  confirm_register: 'Whether a sign-in by code asks before it makes an account.',
}

/** Reads stored settings; those that only a newer version knows are ignored. */
export function readAppSettings(stored: unknown): AppSettings {
  return mask(stored, shape)
}

/** Returns whether a setting such as `share_to` lists an application. */
export function listsApp(setting: string, aid: number): boolean {
  return setting.split(',').includes(String(aid))
}

/** Settings of a new application. */
export const defaultAppSettings: AppSettings = readAppSettings({})

// Up to 100 names, none of which begins like a built-in one.
function areAppPermissions(text: string): boolean {
  if (text === '') return true
  const names = text.split(',')
  const builtIn = new Set(permissions.map((name) => name.split('.')[0]))
  return (
    names.length <= 100 &&
    names.every((name) => is(name, permissionName) && !builtIn.has(name.split('.')[0]))
  )
}
