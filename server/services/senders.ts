import type { Config } from '../config/config.ts'
import { larkSender } from '../delivery/lark.ts'
import type { MailRefusals } from '../delivery/mail-refusals.ts'
import { mailboxSender } from '../delivery/mailbox.ts'
import type { Senders } from '../delivery/outbox-worker.ts'
import { smsSender } from '../delivery/sms.ts'
import { smtpSender } from '../delivery/smtp.ts'
import type { Clock } from '../lib/clock.ts'
import type { MailboxRepository } from '../store/mailbox-repository.ts'

/** Returns the senders that are configured; all go to the mailbox in development. */
export function createSenders(
  config: Config,
  mailbox: MailboxRepository,
  refusals: MailRefusals,
  clock: Clock,
): Omit<Senders, 'logout'> {
  if (config.hasDevMailbox) {
    const sender = mailboxSender(mailbox)
    return { email: sender, mobile: sender, ...larkOf(config, clock) }
  }
  return {
    ...(config.SMTP_URL === ''
      ? {}
      : { email: smtpSender(config.SMTP_URL, config.MAIL_FROM, refusals) }),
    ...(config.SMS_URL === '' ? {} : { mobile: smsSender(config.SMS_URL, config.SMS_TOKEN) }),
    ...larkOf(config, clock),
  }
}

// Lark has no stand-in in development: without an app there, invitations by Lark are refused.
function larkOf(
  { LARK_APP_ID: id, LARK_APP_SECRET: secret, LARK_URL: url }: Config,
  clock: Clock,
): Pick<Senders, 'lark'> {
  return id === '' ? {} : { lark: larkSender({ url, id, secret }, clock) }
}
