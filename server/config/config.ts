import { resolve } from 'node:path'
import { StructError } from 'superstruct'
import { regions, type Region } from '#protocol/captcha/settings.ts'
import { MIN_PASSWORD_LENGTH } from '#protocol/fields.ts'
import { isIpHost, isWithin } from '../lib/domains.ts'
import { providerSettings } from './provider-settings.ts'
import {
  choice,
  count,
  databaseUrl,
  hidden,
  hostName,
  hostNames,
  nameServers,
  hosts,
  origin,
  origins,
  ranges,
  secret,
  url,
  freeText,
  type Setting,
} from './settings.ts'

/** Every setting, by the name of its environment variable. */
export const settings = {
  CONFIG_FILE: freeText(
    '',
    'File of settings, a JSON object; passport.config.json where that exists.',
  ),
  HOST: freeText(
    'localhost',
    'Name or address to listen on; localhost is both loopback addresses.',
  ),
  PORT: count(4321, 0, 65_535, 'Port to listen on; 0 takes a free one.'),
  PUBLIC_ORIGIN: origin('Origin people see; http://localhost:PORT where it is not set.'),
  SITE_ORIGIN: origin('Origin of the site where another host serves it; else PUBLIC_ORIGIN.'),
  HOST_PAGE_ORIGINS: origins(
    'Origins of pages elsewhere that embed the element as application 1002.',
  ),
  DATABASE_URL: databaseUrl(
    'PostgreSQL to keep all data in, on one or several hosts; SQLite in DATA_DIR where it is not set.',
  ),
  DATABASE_POOL: count(10, 1, 1000, 'Most connections to PostgreSQL at once.'),
  APPEAL_URL: url(
    ['https', 'http', 'mailto'],
    'Page or address (mailto:) of support, for people whose account is refused or taken over.',
  ),
  PRODUCT_NAME: freeText('Sable', 'Name in messages.'),
  TERMS_VERSION: freeText(
    '2026-11-18',
    'Version of the terms that people accept at sign-up, recorded with each account.',
  ),
  DATA_DIR: freeText('data', 'Folder of the database and the keys.'),
  DIST_DIR: freeText('dist', 'Folder of the built site and element.'),
  SERVER_SECRET: secret('Key of all keyed hashes; made in DATA_DIR where it is not set.'),
  SERVER_SECRET_FORMER: secret(
    'Another SERVER_SECRET that is accepted, while it is being changed (docs/operations.md).',
  ),
  SEAL_ROOT_KEY: secret('Seed of the key that signs sealing keys; made likewise.'),
  SEAL_ROOT_KEY_FORMER: secret('Another SEAL_ROOT_KEY that signs as well, likewise.'),
  PLAINTEXT_SENSITIVE: choice(
    '',
    ['accept', 'refuse'],
    'Whether sensitive fields may come unsealed; refused except on loopback.',
  ),
  SMTP_URL: url(['smtp', 'smtps'], 'Mail server; without it, on loopback, /dev/mailbox.'),
  MAIL_FROM: freeText('', 'Sender of mails, such as "Sable <id@example.com>".'),
  SMS_URL: url(
    ['https', 'http'],
    'HTTP gateway that takes {"to","text","id"} as JSON, with "channel":"voice" for calls.',
  ),
  SMS_TOKEN: hidden(freeText('', 'Bearer token for the gateway.')),
  LARK_APP_ID: freeText('', 'Id of your app at Lark; invitations may go to people there with it.'),
  LARK_APP_SECRET: hidden(freeText('', 'Secret of that app.')),
  LARK_URL: {
    ...url(['https', 'http'], 'Origin of the API of Lark; https://open.feishu.cn for Feishu.'),
    fallback: 'https://open.larksuite.com',
  },
  DNS_SERVERS: nameServers(
    'Name servers that know the records of proved domains; those of the machine where it is not set.',
  ),
  TRUSTED_PROXIES: ranges('Proxies whose X-Forwarded-For is believed.'),
  LOG_LEVEL: choice(
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'Least level that is logged.',
  ),
  METRICS_PORT: count(0, 0, 65_535, 'Port of /metrics for Prometheus; 0 opens none.'),
  METRICS_HOST: freeText('localhost', 'Name or address that /metrics listens on.'),
  ADMIN_API: choice(
    'off',
    ['off', 'on'],
    'Whether /admin/v1 answers tokens of `token add` (docs/admin-api.md); off, its paths do not exist.',
  ),
  CONSOLE_PORT: count(
    0,
    0,
    65_535,
    'Port of the console for operators (docs/console.md); 0 opens none.',
  ),
  CONSOLE_HOST: freeText('localhost', 'Name or address that the console listens on.'),
  CONSOLE_ORIGIN: origin(
    'Origin of the console, https except on loopback; http://localhost:CONSOLE_PORT where it is not set.',
  ),
  DRAIN_SECONDS: count(
    5,
    0,
    300,
    'Time from SIGTERM, when /readyz turns false, to the last call taken; 0 on loopback.',
  ),
  EVENTS_KEPT_DAYS: count(365, 1, 3650, 'Days that security events are kept.'),
  AUDIT_KEPT_DAYS: count(
    365,
    1,
    3650,
    'Days that the records of organizations and of operators are kept.',
  ),
  ATTEMPTS_KEPT_DAYS: count(
    14,
    1,
    90,
    'Days that refused sign-ins are kept for support (docs/support.md).',
  ),
  TELEMETRY_KEPT_DAYS: count(90, 1, 3650, 'Days that counts of what pages report are kept.'),
  NODE_NUMBER: count(64, 0, 64, 'Number of this instance in new ids, 0 to 63; 64 draws one.'),
  PASSWORD_MIN_LENGTH: count(
    MIN_PASSWORD_LENGTH,
    MIN_PASSWORD_LENGTH,
    64,
    'Least length of a password; beyond 8, give the element `messages` that say so.',
  ),
  BREACHED_PASSWORDS_FILE: freeText(
    '',
    'List of leaked passwords, which passwords build-list makes; new ones are refused.',
  ),
  HASH_MEMORY_KIB: count(19_456, 8, 1_048_576, 'Memory of one Argon2id hash.'),
  HASH_PASSES: count(2, 1, 20, 'Passes of one hash.'),
  HASH_WIDTH: count(2, 1, 16, 'Hashes at once.'),
  HASH_QUEUE: count(200, 1, 10_000, 'Callers that may wait for a hash; the rest are told "busy".'),
  CAPTCHA_ON_SEND: choice(
    'on',
    ['on', 'off'],
    'Whether the first code of a browser needs a captcha.',
  ),
  SECOND_VERIFICATION: choice(
    'on',
    ['on', 'off'],
    'Whether a new device or network has to verify a second time, as the policy says.',
  ),
  POLICY_FILE: freeText(
    '',
    'File of risk decisions, see docs/policy.md; the shipped one where it is not set.',
  ),
  CAPTCHA_LEVEL: count(
    0,
    0,
    2,
    'Least level of captchas: 0 computes first, 1 shows pictures, 2 is for a site under attack.',
  ) as Setting<0 | 1 | 2>,
  CAPTCHA_BUSY_PER_MINUTE: count(
    600,
    1,
    1_000_000,
    'Captchas a minute, of everybody, from which all show pictures; 4 times as many are level 2.',
  ),
  CAPTCHA_REGION: choice('sg', regions, 'Region that captcha decisions name.') as Setting<Region>,
  CAPTCHA_ORIGINS_SG: origins(
    'Origins of the captcha script for region sg, backups after the first; else PUBLIC_ORIGIN.',
  ),
  CAPTCHA_ORIGINS_VA: origins('The same for region va; else those of sg.'),
  CAPTCHA_STYLES_DIR: freeText('', 'Folder of pictures that puzzles are drawn on, beside our own.'),
  RESEND_SECONDS: count(60, 1, 3600, 'Time between two codes of a kind to one address.'),
  CODES_PER_TARGET_HOUR: count(5, 1, 1_000_000, 'Codes to one mailbox or number in an hour.'),
  CODES_PER_TARGET_DAY: count(10, 1, 1_000_000, 'The same in 24 hours.'),
  CODES_PER_ADDRESS_HOUR: count(
    100,
    1,
    1_000_000,
    'Codes for one network address in an hour; forms without script send a tenth of them.',
  ),
  CODES_PER_ADDRESS_DAY: count(500, 1, 1_000_000, 'The same in 24 hours.'),
  CODES_PER_WEB_ID_HOUR: count(10, 1, 1_000_000, 'Codes asked for by one browser in an hour.'),
  CODES_PER_APP_HOUR: count(10_000, 1, 1_000_000, 'Codes for one application in an hour.'),
  TEXTS_PER_HOUR: count(
    1000,
    1,
    1_000_000,
    'Codes by text or call in an hour, of everybody together: a brake on what they cost.',
  ),
  WRONG_CODES_PER_ADDRESS_HOUR: count(
    100,
    1,
    1_000_000,
    'Wrong codes from one network address in an hour.',
  ),
  FAILURES_BEFORE_CAPTCHA: count(
    10,
    1,
    1_000_000,
    'Wrong passwords from one address in 10 minutes.',
  ),
  CLOSED_ADDRESS_DAYS: count(
    0,
    0,
    3650,
    'Days in which an address of an erased account makes no new one; kept as a hash.',
  ),
  FORM_POSTS_PER_ADDRESS_HOUR: count(
    60,
    1,
    1_000_000,
    'Posts without script from one address in an hour.',
  ),
  CLIENT_DOCUMENTS: hosts(
    'Hosts whose pages may name themselves as clients by the address of a document (docs/open-authorization.md).',
  ),
  CLIENT_REGISTRATION: choice(
    'off',
    ['off', 'token'],
    'Whether clients may register themselves, with a token of client token.',
  ),
  WEBHOOK_NETWORKS: ranges('Inside ranges of addresses that webhooks may go to; else none.'),
  CALLS_PER_ADDRESS_10S: count(
    1000,
    1,
    1_000_000,
    'Calls of one address in 10 seconds; loopback is free.',
  ),
  RECOVERY_HOURS: count(
    72,
    0,
    720,
    'Wait until a code alone opens an account whose methods are lost; 0 for no account recovery.',
  ),
  PASSKEY_RP_ID: hostName(
    'Domain that passkeys belong to: the host of PUBLIC_ORIGIN, or a parent domain; see docs/passkeys.md.',
  ),
  PASSKEY_FORMER_RP_IDS: hostNames('Earlier values of it, whose passkeys still work.'),
  PASSKEY_RELATED_ORIGINS: origins(
    'Origins of other sites whose pages may use the passkeys, of up to 5 names before the top-level domain.',
  ),
  ...providerSettings,
} as const satisfies Record<string, Setting<unknown>>

type Name = keyof typeof settings
type Values = { [Key in Name]: (typeof settings)[Key] extends Setting<infer Value> ? Value : never }

/** The parsed settings, with what follows from them. */
export interface Config extends Omit<
  Values,
  'CONSOLE_ORIGIN' | 'PUBLIC_ORIGIN' | 'SITE_ORIGIN' | 'PLAINTEXT_SENSITIVE'
> {
  readonly CONSOLE_ORIGIN: string
  readonly PUBLIC_ORIGIN: string
  /** Origin of the pages of the site. */
  readonly SITE_ORIGIN: string
  readonly PLAINTEXT_SENSITIVE: 'accept' | 'refuse'
  /** The database: a file, or `:memory:`. */
  readonly databaseFile: string
  /** Whether another host serves the pages of the site. */
  readonly isSiteElsewhere: boolean
  /** Whether only this machine can reach the server. */
  readonly isLoopback: boolean
  /** Whether cookies get the Secure attribute. */
  readonly isHttps: boolean
  /** Whether messages go to /dev/mailbox. */
  readonly hasDevMailbox: boolean
  /** Whether browsers take passkeys here: they do by https or on localhost, not at IP addresses. */
  readonly hasPasskeys: boolean
}

/** A setting that cannot be used; the message is one sentence for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Parses settings. @throws ConfigError that names the setting, its value and the allowed ones */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values = Object.fromEntries(
    Object.entries<Setting<unknown>>(settings).map(([name, setting]) => [
      name,
      parseSetting(name, env[name], setting),
    ]),
    // `fromEntries` loses the type that each name has.
  ) as unknown as Values
  const publicOrigin = values.PUBLIC_ORIGIN || `http://localhost:${values.PORT}`
  const siteOrigin = values.SITE_ORIGIN || publicOrigin
  // A server that listens on loopback may still be public, through a proxy.
  const isLoopback = [values.HOST, new URL(publicOrigin).hostname].every(isLoopbackName)
  const isHttps = publicOrigin.startsWith('https:')
  const hasDelivery = values.SMTP_URL !== '' || values.SMS_URL !== ''
  if (values.SMTP_URL !== '' && values.MAIL_FROM === '') {
    throw new ConfigError(
      'MAIL_FROM is not set, but SMTP_URL needs a sender, such as id@example.com.',
    )
  }
  if ((values.LARK_APP_ID === '') !== (values.LARK_APP_SECRET === '')) {
    throw new ConfigError(
      'LARK_APP_ID and LARK_APP_SECRET go together, but only one of them is set.',
    )
  }
  if (!isLoopback && !hasDelivery) {
    throw new ConfigError(
      `SMTP_URL and SMS_URL are not set, but others can reach ${publicOrigin} at "${values.HOST}", so codes need a way out other than /dev/mailbox.`,
    )
  }
  // A proxy that sends no address of the client looks like a browser on this machine.
  if (env.NODE_ENV === 'production' && !hasDelivery) {
    throw new ConfigError(
      'SMTP_URL and SMS_URL are not set, but NODE_ENV is "production", where no code may wait at /dev/mailbox.',
    )
  }
  if (isHttps && isLoopbackName(values.HOST) && values.TRUSTED_PROXIES.length === 0) {
    throw new ConfigError(
      `TRUSTED_PROXIES is not set, but whoever comes to ${publicOrigin} comes through a proxy on this machine, so all would count as loopback, which has no limits; set it to 127.0.0.1,::1.`,
    )
  }
  const consoleOrigin = values.CONSOLE_ORIGIN || `http://localhost:${values.CONSOLE_PORT}`
  requireConsoleOrigin(values.CONSOLE_PORT, consoleOrigin, publicOrigin)
  const { hostname } = new URL(publicOrigin)
  const unsafe = values.PASSKEY_RELATED_ORIGINS.find((one) => !one.startsWith('https:'))
  if (unsafe !== undefined && isHttps) {
    throw new ConfigError(
      `PASSKEY_RELATED_ORIGINS has ${unsafe}, but browsers use passkeys of other sites only by https.`,
    )
  }
  if (values.PASSKEY_RP_ID !== '' && !isWithin(hostname, values.PASSKEY_RP_ID)) {
    throw new ConfigError(
      `PASSKEY_RP_ID is "${values.PASSKEY_RP_ID}", but ${publicOrigin} can use only passkeys of ${hostname} or of a parent domain.`,
    )
  }
  return {
    ...values,
    CONSOLE_ORIGIN: consoleOrigin,
    PUBLIC_ORIGIN: publicOrigin,
    PASSKEY_RP_ID: values.PASSKEY_RP_ID || hostname,
    SITE_ORIGIN: siteOrigin,
    isSiteElsewhere: siteOrigin !== publicOrigin,
    DRAIN_SECONDS: isLoopback && !env.DRAIN_SECONDS ? 0 : values.DRAIN_SECONDS,
    PLAINTEXT_SENSITIVE: values.PLAINTEXT_SENSITIVE || (isLoopback ? 'accept' : 'refuse'),
    databaseFile: resolve(values.DATA_DIR, 'passport.sqlite'),
    isLoopback,
    isHttps,
    hasDevMailbox: isLoopback && !hasDelivery,
    hasPasskeys: (isHttps && !isIpHost(hostname)) || isWithin(hostname, 'localhost'),
  }
}

// Its cookies must not be read on the way, nor by pages of the site.
function requireConsoleOrigin(port: number, ownOrigin: string, publicOrigin: string): void {
  if (port === 0) return
  const { protocol, hostname } = new URL(ownOrigin)
  if (protocol !== 'https:' && !isLoopbackName(hostname)) {
    throw new ConfigError(
      `CONSOLE_ORIGIN is ${ownOrigin}, but others can reach that, so it must begin with https://.`,
    )
  }
  if (ownOrigin === publicOrigin) {
    throw new ConfigError(
      `CONSOLE_ORIGIN is ${ownOrigin} like PUBLIC_ORIGIN, but the console needs an origin of its own.`,
    )
  }
}

/** Returns whether a host is this machine by its name. */
export function isLoopbackName(name: string): boolean {
  // Names below localhost are loopback too (RFC 6761 §6.3).
  return ['localhost', '127.0.0.1', '::1', '[::1]'].includes(name) || name.endsWith('.localhost')
}

function parseSetting<Value>(
  name: string,
  text: string | undefined,
  setting: Setting<Value>,
): Value {
  if (text === undefined || text === '') return setting.fallback
  try {
    return setting.read(text)
  } catch (error) {
    if (!(error instanceof StructError)) throw error
    const value = setting.show === undefined ? `"${text}"` : 'a value of another form'
    throw new ConfigError(`${name} is ${value}, but must be ${setting.allowed}.`)
  }
}
