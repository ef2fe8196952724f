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
    call: (line) => {
      log.call(line)
      const { operation, permission } = line
      const result = errorName(line.error) ?? 'ok'
      calls.inc({ operation, result })
      const channel = /\/invitation_create_(?:by_)?(\w+)$/.exec(operation)?.[1]
      if (channel !== undefined) invitations.inc({ channel, result })
      if (operation.endsWith('/admin_transfer')) transfers.inc({ result })
      if (permission !== undefined) denied.inc({ permission })
      durations.observe({ operation }, line.ms / SECOND_MS)
    },
    signedIn: (logId, accountId, by) => {
      log.signedIn(logId, accountId, by)
      sessions.inc({ by })
    },
    signedUp: (logId, accountId, by) => {
      log.signedUp(logId, accountId, by)
      sessions.inc({ by })
    },
    codeAsked: (logId, type, channel) => {
      log.codeAsked(logId, type, channel)
      codes.inc({ channel })
    },
    captchaIssued: (logId, client) => {
      log.captchaIssued(logId, client)
      captchas.inc({ result: 'issued' })
    },
    captchaAnswered: (logId, result) => {
      log.captchaAnswered(logId, result)
      captchas.inc({ result })
    },
    sent: (messageId, channel) => {
      log.sent(messageId, channel)
      messages.inc({ result: 'sent' })
    },
    sendFailed: (messageId, attempts, error) => {
      log.sendFailed(messageId, attempts, error)
      messages.inc({ result: 'failed' })
    },
    webhook: (line) => {
      log.webhook(line)
      webhooks.inc({ result: line.result })
    },
    fault: (logId, operation, error) => {
      log.fault(logId, operation, error)
      const isOfDatabase =
        isTransient(error) || error instanceof UnknownOutcome || whyUnwritable(error) !== undefined
      faults.inc({ kind: isOfDatabase ? 'database' : 'other' })
    },
  }
}
