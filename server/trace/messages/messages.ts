import type { SecurityEvent } from '../../store/schema/accounts.ts'
import type { AttemptStep, MessageOutcome } from '../../store/schema/attempts.ts'
import type { Cause } from '../causes.ts'

/** Texts of traces. */
export interface Messages {
  channels: Readonly<Record<string, string>>
  steps: Readonly<Record<AttemptStep, string>>
  outcomes: Readonly<
    Record<MessageOutcome, (channel: string, reply: string, after: number) => string>
  >
  lines: {
    /** `shown` is what the person read. */
    refused: (step: string, shown: string, notes: string) => string
    otherLogin: (text: string) => string
    many: (count: number) => string
    event: (kind: string, by: string) => string
    waiting: (channel: string, attempts: number) => string
    inRow: (count: number) => string
    limit: (of: string) => string
    rule: (rule: string) => string
    level: (level: number) => string
    wait: (seconds: number) => string
  }
  likely: {
    /** One sentence of causes in the order in which they happened. */
    join: (causes: readonly string[]) => string
    causes: Readonly<Record<Cause, string>>
  }
  tell: Readonly<Record<Cause, string>>
  nothing: { likely: string; tell: string; over: string }
  since: (at: number) => string
  /** Of somebody who signed in and has no session any more. */
  ended: { likely: (at: number) => string; tell: string }
  /** Of somebody whose sessions an event has ended. */
  ending: { likely: (event: Pick<SecurityEvent, 'at' | 'by' | 'kind'>) => string; tell: string }
  unproved: string
  noSignIn: string
}
