import { errorName } from '#protocol/errors.ts'
import { SECOND_MS } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { isTransient, UnknownOutcome, whyUnwritable } from '../store/database-errors.ts'
import type { Metrics } from './metrics.ts'

/** Returns a log that also counts its lines as metrics. */
export function logWithMetrics(log: Log, metrics: Metrics): Log {
  const { calls, captchas, codes, denied, durations, faults, messages, sessions } = metrics
  const { invitations, transfers, webhooks } = metrics
  return {
    ...log,
    call: both(log.call, (line) => {
      const { operation, permission } = line
      const result = errorName(line.error) ?? 'ok'
      calls.inc({ operation, result })
      const channel = /\/invitation_create_(?:by_)?(\w+)$/.exec(operation)?.[1]
      if (channel !== undefined) invitations.inc({ channel, result })
      if (operation.endsWith('/admin_transfer')) transfers.inc({ result })
      if (permission !== undefined) denied.inc({ permission })
      durations.observe({ operation }, line.ms / SECOND_MS)
    }),
    signedIn: both(log.signedIn, (_logId, _accountId, by) => sessions.inc({ by })),
    signedUp: both(log.signedUp, (_logId, _accountId, by) => sessions.inc({ by })),
    codeAsked: both(log.codeAsked, (_logId, _type, channel) => codes.inc({ channel })),
    captchaIssued: both(log.captchaIssued, () => captchas.inc({ result: 'issued' })),
    captchaAnswered: both(log.captchaAnswered, (_logId, result) => captchas.inc({ result })),
    sent: both(log.sent, () => messages.inc({ result: 'sent' })),
    sendFailed: both(log.sendFailed, () => messages.inc({ result: 'failed' })),
    webhook: both(log.webhook, ({ result }) => webhooks.inc({ result })),
    fault: both(log.fault, (_logId, _operation, error) => {
      const isOfDatabase =
        isTransient(error) || error instanceof UnknownOutcome || whyUnwritable(error) !== undefined
      faults.inc({ kind: isOfDatabase ? 'database' : 'other' })
    }),
  }
}

function both<Line extends unknown[]>(
  write: (...line: Line) => void,
  count: (...line: Line) => void,
): (...line: Line) => void {
  return (...line) => {
    write(...line)
    count(...line)
  }
}
