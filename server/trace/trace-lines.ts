import type { SiteLanguage } from '#protocol/languages.ts'
import { readDetail } from '../lib/attempt-detail.ts'
import { errorText } from '../lib/error-text.ts'
import type { SecurityEvent } from '../store/schema/accounts.ts'
import type { Attempt, MessageOutcome } from '../store/schema/attempts.ts'
import type { WaitingMessage } from '../store/outbox-repository.ts'
import { traceMessages } from './messages/all-messages.ts'

/** How lines are written, and for whom. */
export interface TraceView {
  language: SiteLanguage
  /** Hashes of the logins of whoever is asked for. */
  subjects: ReadonlySet<string>
  /** Of those, the hashes of addresses that are no longer hers. */
  former: ReadonlySet<string>
  /** Ids of attempts that only their network connects with her. */
  nearby: ReadonlySet<string>
  /** Log id that was asked for; empty for none. */
  logId: string
}

/** Returns the line of an attempt; `labels` are the letters of browsers. */
export function lineOfAttempt(
  row: Attempt,
  { language, logId, nearby, subjects }: TraceView,
  labels: ReadonlyMap<string, string>,
) {
  const { fromNetwork, otherLogin } = traceMessages[language].lines
  // Of a screen that names no login, nobody knows whose the others in its browser are.
  const isOther = row.subject !== '' && subjects.size > 0 && !subjects.has(row.subject)
  const text = textOf(row, language)
  return {
    at: row.at,
    text: isOther ? otherLogin(text) : nearby.has(row.id) ? fromNetwork(text) : text,
    /** Letter of the browser; empty where it is not known. */
    browser: labels.get(row.browser) ?? '',
    device: row.device,
    network: row.network,
    /** Log id of the call; empty where it is not kept. */
    logId: row.logId,
    /** Whether it was asked for by this log id. */
    isAsked: row.logId !== '' && row.logId === logId,
  }
}

/** One thing that happened. */
type TraceLine = ReturnType<typeof lineOfAttempt>

/** Returns the line of a security event. */
export function lineOfEvent(event: SecurityEvent, language: SiteLanguage): TraceLine {
  const { at, address, by, device, kind } = event
  const text = traceMessages[language].lines.event(kind, by)
  return { at, text, browser: '', device, network: address, logId: '', isAsked: false }
}

/** Returns the line of a message that is not sent yet. */
export function lineOfWaiting(message: WaitingMessage, language: SiteLanguage): TraceLine {
  const { attempts, channel, createdAt, logId } = message
  const { lines, channels } = traceMessages[language]
  const text = lines.waiting(channels[channel] ?? channel, attempts)
  return { at: createdAt, text, browser: '', device: '', network: '', logId, isAsked: false }
}

function textOf({ count, detail, error, step }: Attempt, language: SiteLanguage): string {
  const { channels, lines, outcomes, steps } = traceMessages[language]
  const {
    after = 0,
    inRow,
    limit,
    method = '',
    provider,
    reply = '',
    level,
    rule,
    wait,
  } = readDetail(detail)
  if (step === 'many') return lines.many(count)
  if (isOutcome(error)) return outcomes[error](channels[method] ?? method, reply, after)
  if (error === '') return steps[step]
  const notes = [
    error,
    ...(inRow === undefined ? [] : [lines.inRow(inRow)]),
    ...(limit === undefined ? [] : [lines.limit(limit)]),
    ...(rule === undefined ? [] : [lines.rule(rule)]),
    ...(level === undefined ? [] : [lines.level(level)]),
    ...(provider === undefined ? [] : [provider]),
    ...(method === '' ? [] : [method]),
    ...(wait === undefined ? [] : [lines.wait(wait)]),
  ]
  const isNotSent = error === 'code_frequency' && limit !== undefined
  const shown = errorText(error, language, isNotSent ? { not_sent: 1 } : {})
  return lines.refused(steps[step], shown, notes.join(', '))
}

function isOutcome(error: Attempt['error']): error is MessageOutcome {
  return error === 'sent' || error === 'refused' || error === 'given_up' || error === 'not_sent'
}
