import {
  array,
  assign,
  enums,
  integer,
  literal,
  nullable,
  number,
  object,
  optional,
  pattern,
  size,
  string,
  union,
  type Infer,
} from 'superstruct'
import { variants } from '../variants.ts'
import { DETAIL_BYTES } from './decision.ts'
import { kindNames } from './kind-codes.ts'
import { kinds } from './kinds.ts'
import { regions } from './settings.ts'

/** Time to answer a challenge, in milliseconds. */
export const CHALLENGE_TTL_MS = 180_000

/** Number of wrong answers that ends a decision. */
export const WRONG_ANSWERS = 3

/** Maximum number of refreshes of a decision. */
export const REFRESHES = 5

/** Time in which the protected request must follow a pass, in milliseconds. */
export const PASS_TTL_MS = 120_000

const reference = pattern(string(), /^[\w-]{16,64}$/)
const fp = pattern(string(), /^verify_\w{1,128}$/)

const common = object({
  id: reference,
  ttl_ms: number(),
  /** Remaining wrong answers and refreshes. */
  left: number(),
  refreshes: number(),
  /** Other ways to pass the same decision. */
  alt: array(enums(['visual', 'pow', 'email'])),
})

const proof = object({
  subtype: literal('pow'),
  pow: object({
    alg: literal('PBKDF2/SHA-256'),
    iter: number(),
    /** 16 bytes, base64url. */
    salt: string(),
    /** First bytes of the key derived from the solution, base64url. */
    prefix: string(),
    min: number(),
    max: number(),
    /** Signature of these values; the answer returns it unchanged. */
    sig: string(),
  }),
})

const slide = assign(common, kinds.slide.puzzle)
const text = assign(common, kinds.text.puzzle)
const things = assign(common, kinds['3d'].puzzle)
const whirl = assign(common, kinds.whirl.puzzle)
const work = assign(common, proof)

/** Challenge: a puzzle of one kind, or proof of work. */
export const challenge = variants('subtype', [slide, text, things, whirl, work])

/** Challenge on the wire. */
export type Challenge = Infer<typeof challenge>

/** Task of proof of work. */
export type ProofOfWork = Infer<typeof proof>['pow']

/** Answer to proof of work. */
export const proofAnswer = object({ counter: integer(), sig: string() })

/** Answer to proof of work on the wire. */
export type ProofAnswer = Infer<typeof proofAnswer>

/** Payload of `/captcha/get`. */
export const challengeRequest = object({
  detail: size(string(), 1, DETAIL_BYTES),
  fp,
  /** Ids of device and installation and name of the app, logged with the challenge. */
  did: optional(size(string(), 0, 64)),
  iid: optional(size(string(), 0, 64)),
  app_name: optional(size(string(), 0, 64)),
  region: enums(regions),
  /** `pow` requests proof of work instead of a puzzle. */
  mode: enums(['visual', 'pow']),
  /** Preferred kind; used only if the decision allows any. */
  wish: optional(enums(kindNames)),
  formats: optional(array(string())),
})

/** Payload of `/captcha/verify`. */
export const challengeAnswer = object({
  id: reference,
  fp,
  answer: union([
    kinds.slide.answer,
    kinds.text.answer,
    kinds['3d'].answer,
    kinds.whirl.answer,
    proofAnswer,
  ]),
  /** Input device, for statistics only. */
  input: optional(enums(['mouse', 'touch', 'pen', 'keyboard', 'button'])),
})

/** Reply of `/captcha/verify`. */
export const verdict = variants('result', [
  /** `ticket` is for forms of other sites, whose server checks it. */
  object({ result: literal('pass'), expires_in: number(), ticket: optional(string()) }),
  /** `next` is null after the last attempt. */
  object({ result: literal('fail'), left: number(), next: nullable(challenge) }),
  /** Expired or already answered; the client requests another challenge. */
  object({ result: literal('expired') }),
])

/** Result of an answer on the wire. */
export type Verdict = Infer<typeof verdict>

/** Payload that names a decision. */
export const openDecision = object({ detail: size(string(), 1, DETAIL_BYTES), fp })

/** Validity of a mailed link, in milliseconds. */
export const LINK_TTL_MS = 10 * 60_000

/** Reply of `/captcha/state`. */
export const decisionState = object({
  state: enums(['open', 'passed', 'ended']),
  expires_in: number(),
})
