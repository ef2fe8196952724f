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
import type { KindChoice } from '#protocol/captcha/kind-codes.ts'
import { ConfigError } from '../config/config.ts'
import { inRanges, isRange } from '../lib/address.ts'
import { PassportError } from '../lib/passport-error.ts'

/** What can make the server ask for more, or refuse. */
export const suspicions = ['always', 'new_device', 'new_network'] as const

/** One reason to ask for more. */
export type Suspicion = (typeof suspicions)[number]

/** Where a first proof is made: `verify` and `refuse` count there, and in the line `*`. */
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
  'confirm_qrcode',
  'check_qrconnect',
]

const range = define<string>(
  'an address or a range such as 203.0.113.0/24',
  (value) => typeof value === 'string' && isRange(value),
)

const rule = object({
  captcha: optional(enums(['never', 'suspicion', 'always'])),
  kind: optional(enums(['text', '3d', 'whirl', 'slide', 'any'])),
  verify: optional(array(enums(suspicions))),
  refuse: optional(array(enums(suspicions))),
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

/** A policy as it stands in the file. */
export type PolicyFile = Infer<typeof shape>

/** What holds for one operation. */
export interface Rule {
  captcha: 'never' | 'suspicion' | 'always'
  kind: KindChoice
  verify: readonly Suspicion[]
  refuse: readonly Suspicion[]
}

/** What the operator decided about risk, read once at start. */
export interface Policy {
  readonly captcha: PolicyFile['captcha']
  /** What holds for an operation; what its own line leaves out, the line `*` says. */
  ruleFor(operation: string): Rule
  /** @throws device_banned for a banned browser, system_busy for a banned address. */
  requireAllowed(caller: { webId: string; address: string }): void
}

/** The policy that comes with the server. */
export const SHIPPED_POLICY: string = fileURLToPath(new URL('policy.json', import.meta.url))

const usual: Rule = { captcha: 'suspicion', kind: 'slide', verify: [], refuse: [] }

/**
 * Reads a policy file; an empty path is the shipped one. `operations` are the names that may stand
 * in it. @throws ConfigError with one sentence for the operator.
 */
export function readPolicy(path: string, operations: readonly string[]): Policy {
  const from = path === '' ? SHIPPED_POLICY : path
  let text
  try {
    text = readFileSync(from, 'utf8')
  } catch (cause) {
    throw new ConfigError(`POLICY_FILE is "${from}", which cannot be read.`, { cause })
  }
  return toPolicy(parse(text, from), from, operations)
}

function parse(text: string, from: string): PolicyFile {
  try {
    return create(JSON.parse(text), shape)
  } catch (cause) {
    if (cause instanceof StructError) {
      const at = cause.path.length === 0 ? 'All' : `"${cause.path.join('.')}"`
      throw new ConfigError(
        `${at} in the policy ${from} is ${JSON.stringify(cause.value) ?? 'missing'}, but must be ${wanted(cause)}.`,
        { cause },
      )
    }
    throw new ConfigError(`The policy ${from} is not JSON.`, { cause })
  }
}

function wanted({ type, message }: StructError): string {
  if (type === 'never') return 'left out: there is no such name'
  const allowed = /one of `(.+?)`, but/.exec(message)?.[1]
  if (allowed !== undefined) return `one of ${allowed.replaceAll(',', ', ')}`
  if (type === 'integer') return 'a whole number of 1 or more'
  return type.includes(' ') ? type : `of the type ${type}`
}

function toPolicy(file: PolicyFile, from: string, operations: readonly string[]): Policy {
  for (const [name, { verify, refuse }] of Object.entries(file.operations)) {
    if (name === '*') continue
    if (!operations.includes(name)) {
      throw new ConfigError(`The policy ${from} names "${name}", which is no operation.`)
    }
    if ((verify ?? refuse) !== undefined && !provingOperations.includes(name)) {
      throw new ConfigError(
        `The policy ${from} has "verify" or "refuse" for "${name}", but they count only where somebody proves who they are: ${provingOperations.join(', ')}.`,
      )
    }
  }
  const rest = merge(usual, file.operations['*'] ?? {})
  const rules = new Map(
    Object.entries(file.operations).map(([name, own]) => [name, merge(rest, own)]),
  )
  const webIds = new Set(file.banned.web_ids)
  const isBanned = inRanges(file.banned.addresses)
  return {
    captcha: file.captcha,
    ruleFor: (operation) => rules.get(operation) ?? rest,
    requireAllowed: ({ webId, address }) => {
      if (webIds.has(webId)) throw new PassportError('device_banned')
      if (isBanned(address)) throw new PassportError('system_busy')
    },
  }
}

function merge(rest: Rule, own: Infer<typeof rule>): Rule {
  return {
    captcha: own.captcha ?? rest.captcha,
    kind: own.kind ?? rest.kind,
    verify: own.verify ?? rest.verify,
    refuse: own.refuse ?? rest.refuse,
  }
}
