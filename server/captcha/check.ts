import { is } from 'superstruct'
import type { Struct } from 'superstruct'
import { proofAnswer } from '#protocol/captcha/challenge.ts'
import { modes as shapes } from '#protocol/captcha/modes.ts'
import type { ModeName } from '#protocol/captcha/modes.ts'
import { modes } from './modes/modes.ts'
import { checkWork } from './proof-of-work.ts'

type Check = (expected: unknown, given: unknown) => boolean

/** Compares only answers that both have the shape of the kind; anything else is wrong. */
function checker<Answer>(
  shape: Struct<Answer>,
  check: (expected: Answer, given: Answer) => boolean,
): Check {
  return (expected, given) => is(expected, shape) && is(given, shape) && check(expected, given)
}

const checks: Readonly<Record<ModeName | 'pow', Check>> = {
  slide: checker(shapes.slide.answer, modes.slide.check),
  pow: checker(proofAnswer, checkWork),
}

function isKind(kind: string): kind is ModeName | 'pow' {
  return Object.hasOwn(checks, kind)
}

function isMode(kind: string): kind is ModeName {
  return Object.hasOwn(modes, kind)
}

/** Whether an answer is right; `stored` is the JSON kept with the challenge. */
export function checkAnswer(kind: string, stored: string, given: unknown): boolean {
  return isKind(kind) && checks[kind](JSON.parse(stored), given)
}

/** How long a person needs at least; work has no such bound, since it takes the time it takes. */
export function minimumMs(kind: string): number {
  return isMode(kind) ? modes[kind].minimumMs : 0
}
