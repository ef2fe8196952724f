import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  array,
  create,
  define,
  enums,
  integer,
  min,
  object,
  optional,
  record,
  string,
  StructError,
  type Infer,
} from 'superstruct'
import { kindNames, type KindChoice } from '#protocol/captcha/kind-codes.ts'
import type { Level } from '#protocol/sign-in-methods.ts'
import { ConfigError } from '../config/config.ts'
import { inRanges, isRange } from '../lib/address.ts'
import { PassportError } from '../lib/passport-error.ts'

/** Reasons to require a second proof or to refuse a call. */
export const suspicions = ['always', 'new_device', 'new_network', 'breached_password'] as const

/** One of the suspicions. */
export type Suspicion = (typeof suspicions)[number]

/** Operations with a first proof, for which a policy may have `verify`, `refuse` and `level`. */
export const provingOperations: readonly string[] = [
  'user_login',
  'email_login',
  'sms_login',
  'sms_login_only',
  'email_code_login',
  'register_verify_login',
  'auth_login',
  'auth_login_only',
  'bind_login',
  'reset_by_mobile',
  'reset_by_email',
  'reset_by_ticket',
  'password_reset',
  'open_sms',
  'open_account',
  'open_third_party',
  'confirm_qrcode',
  'check_qrconnect',
  'share_login',
]

const range = define<string>(
  'an address or a range such as 203.0.113.0/24',
  (value) => typeof value === 'string' && isRange(value),
)

const rule = object({
  captcha: optional(enums(['never', 'suspicion', 'always'])),
  kind: optional(enums([...kindNames, 'any'])),
  verify: optional(array(enums(suspicions))),
  refuse: optional(array(enums(suspicions))),
  level: optional(enums([1, 2, 3])),
})

const atLeastOne = min(integer(), 1)

const shape = object({
  operations: record(string(), rule),
  captcha: object({
    human_minutes: atLeastOne,
    wrong_passwords: atLeastOne,
    wrong_passwords_for_a_second: atLeastOne,
  }),
  banned: object({ web_ids: array(string()), addresses: array(range) }),
})

/** The content of a policy file. */
export type PolicyFile = Infer<typeof shape>

/** The policy of one operation. */
export interface Rule {
  captcha: 'never' | 'suspicion' | 'always'
  kind: KindChoice
  verify: readonly Suspicion[]
  refuse: readonly Suspicion[]
  /** Assurance level to reach, where a method of the account does. */
  level: Level
}

/** The operator's policy, read once at start. */
export interface Policy {
  readonly captcha: PolicyFile['captcha']
  /** Returns the rule of an operation, completed by the rule of `*`. */
  ruleFor(operation: string): Rule
  /** @throws device_banned for a banned web id, system_busy for a banned address */
  requireAllowed(caller: { webId: string; address: string }): void
}

/** Path of the default policy. */
export const SHIPPED_POLICY: string = fileURLToPath(new URL('policy.json', import.meta.url))

const defaultRule: Rule = { captcha: 'suspicion', kind: 'any', verify: [], refuse: [], level: 1 }

/** Reads a policy file, by default the shipped one. @throws ConfigError, also for unknown operations */
export function readPolicy(path: string, operations: readonly string[]): Policy {
  const file = path === '' ? SHIPPED_POLICY : path
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ConfigError(`POLICY_FILE is "${file}", which cannot be read.`, { cause })
  }
  return toPolicy(parse(text, file), file, operations)
}

function parse(text: string, file: string): PolicyFile {
  try {
    return create(JSON.parse(text), shape)
  } catch (cause) {
    if (cause instanceof StructError) {
      const subject = cause.path.length === 0 ? 'All' : `"${cause.path.join('.')}"`
      const value = JSON.stringify(cause.value) ?? 'missing'
      throw new ConfigError(
        `${subject} in the policy ${file} is ${value}, but must be ${expectation(cause)}.`,
        { cause },
      )
    }
    throw new ConfigError(`The policy ${file} is not JSON.`, { cause })
  }
}

function expectation({ type, message }: StructError): string {
  if (type === 'never') return 'left out: there is no such name'
  const allowed = /one of `(.+?)`, but/.exec(message)?.[1]
  if (allowed !== undefined) return `one of ${allowed.replaceAll(',', ', ')}`
  if (type === 'integer') return 'a whole number of 1 or more'
  return type.includes(' ') ? type : `of the type ${type}`
}

function toPolicy(content: PolicyFile, file: string, operations: readonly string[]): Policy {
  for (const [name, { verify, refuse, level }] of Object.entries(content.operations)) {
    if (name === '*') continue
    if (!operations.includes(name)) {
      throw new ConfigError(`The policy ${file} names "${name}", which is no operation.`)
    }
    if ((verify ?? refuse ?? level) !== undefined && !provingOperations.includes(name)) {
      throw new ConfigError(
        `The policy ${file} has "verify", "refuse" or "level" for "${name}", but they count only where somebody proves who they are: ${provingOperations.join(', ')}.`,
      )
    }
  }
  const fallback = merge(defaultRule, content.operations['*'] ?? {})
  const rules = new Map(
    Object.entries(content.operations).map(([name, entry]) => [name, merge(fallback, entry)]),
  )
  const bannedWebIds = new Set(content.banned.web_ids)
  const isBannedAddress = inRanges(content.banned.addresses)
  return {
    captcha: content.captcha,
    ruleFor: (operation) => rules.get(operation) ?? fallback,
    requireAllowed: ({ webId, address }) => {
      if (bannedWebIds.has(webId)) throw new PassportError('device_banned')
      if (isBannedAddress(address)) throw new PassportError('system_busy')
    },
  }
}

function merge(fallback: Rule, entry: Infer<typeof rule>): Rule {
  return {
    captcha: entry.captcha ?? fallback.captcha,
    kind: entry.kind ?? fallback.kind,
    verify: entry.verify ?? fallback.verify,
    refuse: entry.refuse ?? fallback.refuse,
    level: entry.level ?? fallback.level,
  }
}
