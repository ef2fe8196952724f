import {
  array,
  assign,
  enums,
  literal,
  nonempty,
  nullable,
  number,
  object,
  optional,
  pattern,
  size,
  string,
  tuple,
  union,
  type Infer,
} from 'superstruct'
import { variants } from '../variants.ts'
import { DETAIL_BYTES } from './decision.ts'
import { kindNames, type KindName } from './kind-codes.ts'
import { regions } from './settings.ts'

/** Time to answer a challenge, in milliseconds. */
export const CHALLENGE_TTL_MS = 180_000

/** Number of wrong answers that ends a decision. */
export const WRONG_ANSWERS = 3

/** Refreshes of a decision, besides pictures after wrong answers and for expired ones. */
export const REFRESHES = 1

/** Time in which the protected request must follow a pass, in milliseconds. */
export const PASS_TTL_MS = 120_000

// Maximum number of points in an answer.
const MOST_POINTS = 8

/** WebP in base64; on dense screens it has more pixels than `geom` has units. */
const webp = nonempty(string())

const slidePuzzle = object({
  subtype: literal('slide'),
  /** Size of the picture and of the square piece, and vertical position of the piece, in units. */
  geom: object({ w: number(), h: number(), size: number(), y: number() }),
  /** The picture has several gaps with the outline of the piece. */
  parts: object({ bg: webp, piece: webp }),
})

/** Left edge of the piece in units of the picture. */
const slideAnswer = object({ x: number() })

const textPuzzle = object({
  subtype: literal('text'),
  /** Size of the picture, number of characters to mark, and size of the prompt. */
  geom: object({
    w: number(),
    h: number(),
    count: number(),
    prompt: object({ w: number(), h: number() }),
  }),
  /** The prompt shows the characters to mark in order, from left to right. */
  parts: object({ bg: webp, prompt: webp }),
})

const threeDPuzzle = object({
  subtype: literal('3d'),
  /** `named` asks for the object in `ask`, `pair` for two equal objects. */
  variant: enums(['named', 'pair']),
  /** Name of the object in the caller's language; empty for a pair. */
  ask: string(),
  /** Size of the picture and number of objects to mark. */
  geom: object({ w: number(), h: number(), count: number() }),
  parts: object({ bg: webp }),
})

/** Marked points in units of the picture, in order. */
const points = object({ points: size(array(tuple([number(), number()])), 1, MOST_POINTS) })

const whirlPuzzle = object({
  subtype: literal('whirl'),
  /** Diameter of the disc in units; rotating by `step` degrees is precise enough. */
  geom: object({ size: number(), step: number() }),
  parts: object({ disc: webp }),
})

/** Clockwise rotation in degrees of any range. */
const whirlAnswer = object({ deg: number() })

/** Puzzle and answer of each kind; see `docs/recipes/add-a-captcha-kind.md` for a new one. */
const kinds = {
  slide: { puzzle: slidePuzzle, answer: slideAnswer },
  text: { puzzle: textPuzzle, answer: points },
  '3d': { puzzle: threeDPuzzle, answer: points },
  whirl: { puzzle: whirlPuzzle, answer: whirlAnswer },
} as const satisfies Record<KindName, object>

/** Puzzle of a kind on the wire. */
export type PuzzleOf<Name extends KindName> = Infer<(typeof kinds)[Name]['puzzle']>

/** Answer to a puzzle of a kind. */
export type AnswerOf<Name extends KindName> = Infer<(typeof kinds)[Name]['answer']>

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

/** Proof of work: one of the numbers 1 to `max` is the password of the key that begins with `prefix`. */
const work = object({
  alg: literal('scrypt'),
  /** Cost, block size and parallelization; memory is 128 × n × r bytes. */
  n: number(),
  r: number(),
  p: number(),
  /** 16 bytes, base64url. */
  salt: string(),
  /** First 8 bytes of the key, base64url; the answer is the 16 bytes after them. */
  prefix: string(),
  max: number(),
})

const alone = object({ subtype: literal('pow') })

const withWork = assign(common, object({ pow: work }))
const slide = assign(withWork, kinds.slide.puzzle)
const text = assign(withWork, kinds.text.puzzle)
const things = assign(withWork, kinds['3d'].puzzle)
const whirl = assign(withWork, kinds.whirl.puzzle)
const workAlone = assign(withWork, alone)

/** Challenge: proof of work, and a puzzle of one kind unless `subtype` is `pow`. */
export const challenge = variants('subtype', [slide, text, things, whirl, workAlone])

/** Challenge on the wire. */
export type Challenge = Infer<typeof challenge>

/** Task of proof of work. */
export type ProofOfWork = Infer<typeof work>

/** Payload of `/captcha/get`. */
export const challengeRequest = object({
  detail: size(string(), 1, DETAIL_BYTES),
  fp,
  /** Ids of device and installation and name of the app, logged with the challenge. */
  did: optional(size(string(), 1, 64)),
  iid: optional(size(string(), 1, 64)),
  app_name: optional(size(string(), 1, 64)),
  region: enums(regions),
  /** `any` leaves it to the server; `pow` requests more work and no puzzle, `visual` a puzzle. */
  mode: enums(['any', 'visual', 'pow']),
  /** Preferred kind; used at level 0 only, and if the decision allows any. */
  wish: optional(enums(kindNames)),
  formats: optional(array(string())),
})

/** Payload of `/captcha/verify`. */
export const challengeAnswer = object({
  id: reference,
  fp,
  /** 16 bytes of the key that was found, base64url. */
  proof: pattern(string(), /^[\w-]{22}$/),
  /** Absent where work is all that is asked. */
  answer: optional(
    union([kinds.slide.answer, kinds.text.answer, kinds['3d'].answer, kinds.whirl.answer]),
  ),
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
