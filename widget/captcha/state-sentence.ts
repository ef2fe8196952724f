import type { Messages } from './messages/messages.ts'
import type { SessionState } from './session-state.ts'

/** States with the same text in every presentation. */
type CommonState = Exclude<SessionState, { step: 'loading' | 'puzzle' | 'checking' }>

/** Returns the text of the live region in a state without a puzzle. */
export function stateSentence(state: CommonState, messages: Messages): string {
  switch (state.step) {
    case 'working':
      if (state.isSlow) return messages.slow
      return state.isAsked ? messages.working : messages.silent
    case 'mailed':
      return state.to === '' ? messages.mailing : messages.mailed(state.to)
    case 'passed':
      return messages.passed
    case 'offline':
      return messages.offline
    case 'unreadable':
      return messages.unreadable
    case 'waiting':
      return messages.waiting
    case 'ended':
      return messages.ended
  }
}
