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
import { DETAIL_BYTES } from './decision.ts'
import { modes } from './modes.ts'
import { regions } from './settings.ts'
import { variants } from '../variants.ts'

/** From the reply that carries a challenge to the answer, in milliseconds. */
export const CHALLENGE_TTL_MS = 180_000

/** Wrong answers that end a decision. */
export const WRONG_ANSWERS = 3

/** Pictures that may be asked for after the first, wrong answers not counted. */
export const REFRESHES = 5

/** How long a passed challenge waits for the request it was passed for, in milliseconds. */
export const PASS_TTL_MS = 120_000

const reference = pattern(string(), /^[\w-]{16,64}$/)
const fp = pattern(string(), /^verify_\w{1,128}$/)

const common = object({
  id: reference,
  ttl_ms: number(),
  /** Wrong answers that are left, and pictures that may still be asked for. */
  left: number(),
  refreshes: number(),
  /** Ways that lead to the same pass. */
  alt: array(enums(['visual', 'pow', 'email'])),
})

const proof = object({
  subtype: literal('pow'),
  pow: object({
    alg: literal('PBKDF2/SHA-256'),
    iter: number(),
    /** 16 bytes, base64url. */
    salt: string(),
    /** First bytes of the key that the sought counter derives, base64url. */
    prefix: string(),
    min: number(),
    max: number(),
    /** Binds all of this to the challenge; sent back unchanged. */
    sig: string(),
  }),
})

const slide = assign(common, modes.slide.puzzle)
const text = assign(common, modes.text.puzzle)
const things = assign(common, modes['3d'].puzzle)
const whirl = assign(common, modes.whirl.puzzle)
const work = assign(common, proof)

/** A puzzle of some kind, or work for the machine instead. */
export const challenge = variants('subtype', [slide, text, things, whirl, work])

/** A challenge as it travels. */
export type Challenge = Infer<typeof challenge>

/** The work that stands in for a puzzle. */
export type ProofOfWork = Infer<typeof proof>['pow']

/** The shape of an answer to proof of work. */
export const proofAnswer = object({ counter: integer(), sig: string() })

/** What answers proof of work. */
export type ProofAnswer = Infer<typeof proofAnswer>

/** What `/captcha/get` takes. */
export const challengeRequest = object({
  /** From the decision. */
  detail: size(string(), 1, DETAIL_BYTES),
  fp,
  did: optional(size(string(), 0, 64)),
  iid: optional(size(string(), 0, 64)),
  region: enums(regions),
  /** `pow` asks for work instead of a puzzle. */
  mode: enums(['visual', 'pow']),
  /** The kind the page would like; it counts only where the decision leaves the choice. */
  wish: optional(enums(['text', '3d', 'whirl', 'slide'])),
  formats: optional(array(string())),
})

/** What `/captcha/verify` takes. */
export const challengeAnswer = object({
  id: reference,
  fp,
  answer: union([
    modes.slide.answer,
    modes.text.answer,
    modes['3d'].answer,
    modes.whirl.answer,
    proofAnswer,
  ]),
  /** How it was answered; never a reason to fail. */
  input: optional(enums(['mouse', 'touch', 'pen', 'keyboard', 'button'])),
})

/** What `/captcha/verify` answers. */
export const verdict = variants('result', [
  /** `ticket` is given to forms of other sites, which have it checked by their own server. */
  object({ result: literal('pass'), expires_in: number(), ticket: optional(string()) }),
  /** `next` is null when no further try is left. */
  object({ result: literal('fail'), left: number(), next: nullable(challenge) }),
  /** Too late, or answered already. The client asks for another one. */
  object({ result: literal('expired') }),
])

/** Outcome of an answer. */
export type Verdict = Infer<typeof verdict>

/** Names a decision that is being answered in another way. */
export const openDecision = object({ detail: size(string(), 1, DETAIL_BYTES), fp })

/** Longest wait for somebody to open a link that was mailed, in milliseconds. */
export const LINK_TTL_MS = 10 * 60_000

/** What `/captcha/state` answers: `ticket` only where the form of another site asked. */
export const decisionState = object({
  state: enums(['open', 'passed', 'ended']),
  expires_in: number(),
})
