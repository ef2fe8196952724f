import type { Config } from '../config/config.ts'
import { mailboxSender } from '../delivery/mailbox.ts'
import type { Senders } from '../delivery/outbox-worker.ts'
import { smsSender } from '../delivery/sms.ts'
import { smtpSender } from '../delivery/smtp.ts'
import type { MailboxRepository } from '../store/mailbox-repository.ts'

/** Returns the senders that are configured; all go to the mailbox in development. */
export function createSenders(config: Config, mailbox: MailboxRepository): Omit<Senders, 'logout'> {
  if (config.hasDevMailbox) {
    const sender = mailboxSender(mailbox)
    return { email: sender, mobile: sender }
  }
  return {
    ...(config.SMTP_URL === '' ? {} : { email: smtpSender(config.SMTP_URL, config.MAIL_FROM) }),
    ...(config.SMS_URL === '' ? {} : { mobile: smsSender(config.SMS_URL, config.SMS_TOKEN) }),
  }
}
