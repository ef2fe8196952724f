import {
  array,
  enums,
  object,
  optional,
  pattern,
  record,
  refine,
  size,
  string,
  type Struct,
} from 'superstruct'
import { count, displayName, fromText, text } from './fields.ts'
import { spellEmail } from './spelling.ts'
import { parseUntrustedJson } from './untrusted-json.ts'

/** Decimal id. */
export const id = pattern(string(), /^\d{1,32}$/)

/** Id of a person at Lark, in one app. */
export const larkOpenId = pattern(string(), /^ou_[A-Za-z0-9]{1,61}$/)

/** The organization that a call is about, by one of its ids. */
export const organizationFields = { subject_uid: optional(id), sec_subject_uid: optional(text(64)) }

/** The fields of `organizationFields`, for `oneOf`. */
export const organizationIds = ['subject_uid', 'sec_subject_uid'] as const

/** Errors of every call that acts for an organization with a permission. */
export const actingErrors = ['not_member', 'no_permission'] as const

/** Name in messages to strangers: a display name that `isPlain`. */
export const plainName: Struct<string, null> = refine(displayName, 'plain', isPlain)

/** Returns whether no program would make a link of a text: an address, a host, a scheme, or 9 to 15 digits to call. */
export function isPlain(name: string): boolean {
  // Widths alike, and the full stops that browsers take for dots.
  const read = name.normalize('NFKC').replaceAll('\u3002', '.')
  return !/:\/\/|@|\b(?:mailto|tel|sms):|\bwww\.|[^\s.]\.(?:\p{L}{2,}|xn--)|(?:\d+\.){3}\d|(?:^|\P{Nd})\p{Nd}(?:[\s().-]*\p{Nd}){8,14}(?!\p{Nd})/iu.test(
    read,
  )
}

/** Key of a role. */
export const roleKey = pattern(string(), /^[a-z][a-z0-9_-]{0,31}$/)

/** Up to 20 role keys, also as text separated by commas. */
export const roleKeys: Struct<string[], Struct<string>> = fromText(
  size(array(roleKey), 0, 20),
  splitList,
)

/** Up to 100 ids, also as text separated by commas. */
export const idList = listOfIds(100)

/** Up to 1,000 ids of members, like `idList`. */
export const memberIds = listOfIds(1000)

/** Name of a permission, such as `invoice.pay`. */
export const permissionName = pattern(
  size(string(), 3, 64),
  /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*){1,3}$/,
)

/** Permissions of a role, also as a JSON list or as text separated by commas. */
export const permissionList = listOfPermissions(100)

/** Permissions that a server asks about, like `permissionList`. */
export const permissionsToCheck = listOfPermissions(20)

const infoText = size(string(), 0, 512)

/** Address of a logo by https; empty for none. */
export const logoUrl: Struct<string, null> = pattern(string(), /^(?:https:\/\/[^\s"<>\\]{1,504})?$/)

/** Facts of an organization that all members see, as a JSON object. */
export const baseInfos = fromText(
  object({
    logo_url: optional(logoUrl),
    industry: optional(infoText),
    country: optional(infoText),
    timezone: optional(infoText),
  }),
  readJson,
)

/** Facts of an organization that only those see who may change them, as a JSON object. */
export const detailInfos = fromText(
  object({
    legal_name: optional(infoText),
    tax_id: optional(infoText),
    address: optional(infoText),
    contact_email: optional(infoText),
  }),
  readJson,
)

/** Facts in replies. */
export const infos = record(string(), string())

/** Up to 200 people to invite, as a JSON list. */
export const bulkRows = fromText(
  size(
    array(
      object({
        /** Number of the row, to find its result. */
        row: count,
        email: optional(size(string(), 1, 254)),
        mobile: optional(size(string(), 1, 32)),
        deputy_name: size(string(), 1, 64),
        roles: optional(roleKeys),
        external_id: optional(text(128)),
      }),
    ),
    1,
    200,
  ),
  readJson,
)

/** Text to search for: 1 to 64 characters. */
export const searchText = text(64)

function listOfPermissions(max: number): Struct<string[], Struct<string>> {
  return fromText(size(array(permissionName), 1, max), (value) =>
    value.startsWith('[') ? readJson(value) : splitList(value),
  )
}

function listOfIds(max: number): Struct<string[], Struct<string>> {
  return fromText(size(array(text(64)), 1, max), splitList)
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function readJson(value: string): unknown {
  try {
    return parseUntrustedJson(value)
  } catch {
    // The struct refuses a text.
    return value
  }
}

/** Ways to sign in that rules of an organization allow or not. */
export const policyMethods = ['password', 'code', 'third_party', 'qr', 'passkey'] as const

/** Kinds of OAuth clients that members may let in for the organization; the default first. */
export const clientRules = ['refuse', 'verified', 'allow'] as const

/** A way to sign in, as rules name it. */
export type PolicyMethod = (typeof policyMethods)[number]

/** Ways to sign in, at least one, also as text separated by commas. */
export const policyMethodList: Struct<PolicyMethod[], Struct<PolicyMethod>> = fromText(
  size(array(enums(policyMethods)), 1, policyMethods.length),
  splitList,
)

/** Name of a domain, such as `orchard.example`. */
export const domainName = pattern(
  size(fromText(string(), spellEmail), 1, 253),
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{1,62}$/u,
)
