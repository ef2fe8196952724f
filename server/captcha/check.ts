import { is } from 'superstruct'
import type { Struct } from 'superstruct'
import { proofAnswer } from '#protocol/captcha/challenge.ts'
import { modes as shapes } from '#protocol/captcha/modes.ts'
import type { ModeName } from '#protocol/captcha/modes.ts'
import { modes } from './modes/modes.ts'
import { checkWork } from './proof-of-work.ts'

type Check = (expected: unknown, given: unknown) => boolean

/** Compares only what has the shape of the kind; anything else is wrong. */
function checker<Key, Answer>(
  kind: { key: Struct<Key>; check(expected: Key, given: Answer): boolean },
  shape: Struct<Answer>,
): Check {
  return (expected, given) =>
    is(expected, kind.key) && is(given, shape) && kind.check(expected, given)
}

const checks: Readonly<Record<ModeName | 'pow', Check>> = {
  slide: checker(modes.slide, shapes.slide.answer),
  text: checker(modes.text, shapes.text.answer),
  '3d': checker(modes['3d'], shapes['3d'].answer),
  whirl: checker(modes.whirl, shapes.whirl.answer),
  pow: checker({ key: proofAnswer, check: checkWork }, proofAnswer),
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
