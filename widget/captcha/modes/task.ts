import type { Messages } from '../messages/messages.ts'
import type { PuzzleChallenge } from '../session.ts'

/** What there is to do. */
export function taskOf(challenge: PuzzleChallenge, messages: Messages): string {
  switch (challenge.subtype) {
    case 'slide':
      return messages.slideTask
    case 'text':
      return messages.textTask
    case '3d':
      return challenge.variant === 'pair' ? messages.pairTask : messages.thingTask(challenge.ask)
    case 'whirl':
      return messages.whirlTask
  }
}

/** What is said of a puzzle before the first try. */
export function hintOf(challenge: PuzzleChallenge, messages: Messages): string {
  switch (challenge.subtype) {
    case 'slide':
      return messages.slideHint
    case 'text':
      return messages.textHint
    case '3d':
      return challenge.variant === 'pair' ? messages.pairHint : messages.thingHint
    case 'whirl':
      return messages.whirlHint
  }
}
