import type { KindName } from '#protocol/captcha/kind-codes.ts'
import type { ChallengeOf, Mode } from './mode.ts'
import { slide } from './slide/view.tsx'
import { text } from './text/view.tsx'
import { threeD } from './three-d/view.tsx'
import { whirl } from './whirl/view.tsx'

const modes: { [Name in KindName]: Mode<Name> } = { slide, text, '3d': threeD, whirl }

/** Returns the mode of a challenge's kind. */
export function modeOf<Name extends KindName>(challenge: ChallengeOf<Name>): Mode<Name> {
  return modes[challenge.subtype]
}
