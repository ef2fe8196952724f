import { SECOND_MS } from '../lib/clock.ts'
import type { MessageOutcome } from '../store/schema/attempts.ts'
import type { OutboxMessage } from '../store/schema/messages.ts'
import type { Attempts } from './attempts.ts'

/** Keeps what became of a message to a person, and none of its words. */
export function noteMessage(
  attempts: Pick<Attempts, 'note'>,
  now: number,
  { channel, createdAt, logId, recipient }: OutboxMessage,
  outcome: MessageOutcome,
  reply: string,
): void {
  if (channel === 'logout' || channel === 'lark') return
  attempts.note({
    at: now,
    logId,
    step: 'message',
    error: outcome,
    aid: 0,
    text: recipient,
    detail: {
      method: channel === 'none' ? 'mobile' : channel,
      after: Math.max(0, Math.round((now - createdAt) / SECOND_MS)),
      ...(reply !== '' && { reply }),
    },
  })
}
