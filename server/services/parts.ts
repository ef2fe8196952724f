import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allRows } from '#protocol/index.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { createAccountDeletion } from '../account-deletion/account-deletion.ts'
import { createIds } from '../accounts/ids.ts'
import { createApps } from '../apps/apps.ts'
import { createCaptcha } from '../captcha/captcha.ts'
import { createWorkerPool, defaultPool, type Pool } from '../captcha/pool.ts'
import { captchaScripts } from '../captcha/scripts.ts'
import { SECOND_MS, type Clock } from '../lib/clock.ts'
import { createCodes } from '../codes/codes.ts'
import { createCodeSender } from '../codes/sender.ts'
import { createCodeAttempts } from '../codes/code-attempts.ts'
import type { Config } from '../config/config.ts'
import { mailboxSender } from '../delivery/mailbox.ts'
import { createOutbox, type Senders } from '../delivery/outbox.ts'
import { smsSender } from '../delivery/sms.ts'
import { smtpSender } from '../delivery/smtp.ts'
import { createEarlyAccess } from '../early-access/early-access.ts'
import { createEvents } from '../events/events.ts'
import { createMemberships } from '../organizations/memberships.ts'
import { createRateLimits } from '../limits/limits.ts'
import type { Log } from '../lib/log.ts'
import { createPasswordAttempts } from '../passwords/password-attempts.ts'
import { createConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { createPasswords } from '../passwords/passwords.ts'
import { readPolicy } from '../policy/policy.ts'
import { createAvatars } from '../profiles/avatars.ts'
import { createPictures } from '../profiles/pictures.ts'
import { createQr } from '../qr-sign-in/qr.ts'
import { createSeal } from '../seal/seal.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Services } from './services.ts'
import { createSessions } from '../sessions/sessions.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { createProviders } from '../providers/providers.ts'
import { createTickets } from '../tickets/tickets.ts'
import { captchaRepository } from '../store/captcha-repository.ts'
import type { Database } from '../store/database.ts'
import { createStores } from './all-rows.ts'
import type { MailboxRepository } from '../store/message-repository.ts'
import { createTrustedDevices } from '../two-step/trusted-devices.ts'
import { createVerifications } from '../two-step/verifications.ts'

/** What an account server is made from. */
export interface Parts {
  config: Config
  /** Open and migrated; the app closes it. */
  database: Database
  secrets: Secrets
  clock: Clock
  log: Log
  /** Where captcha puzzles come from; a worker thread where it is not given. */
  pool?: Pool
}

/** Callers that may wait for their picture to be encoded. */
const PICTURE_QUEUE = 20

/** Puts the services together. */
export function createServices(parts: Parts): Services {
  const { config, database, secrets, clock, log } = parts
  const stores = createStores(database)
  const node = config.NODE_NUMBER === 64 ? undefined : config.NODE_NUMBER
  const makeId = createIds(clock, node)
  const senders = sendersFor(config, stores.mailbox)
  const pool =
    parts.pool ??
    createWorkerPool({
      ...defaultPool,
      look: {
        secret: secrets.keyed('captcha style').toString('hex'),
        folder: config.CAPTCHA_STYLES_DIR,
      },
      warn: (message, error) => log.pino.warn({ err: error }, message),
    })
  const pictureGate = createConcurrencyLimit(1, PICTURE_QUEUE)
  const events = createEvents(makeId, clock)
  const locks = createPasswordAttempts(stores.locks, secrets, clock)
  const outbox = createOutbox(stores.outbox, senders, config, clock, log)
  const accountDeletion = createAccountDeletion(stores, {
    config,
    secrets,
    clock,
    events,
    locks,
    outbox,
  })
  const tickets = createTickets(clock)
  const codes = createCodes(secrets, config.RESEND_SECONDS * SECOND_MS)
  const limits = createRateLimits(stores.counters, clock)
  const verifications = createVerifications(stores.verifications, secrets, clock)
  return {
    config,
    clock,
    log,
    stores,
    accounts: createAccounts(secrets, makeId, clock, config.PRODUCT_NAME, accountDeletion),
    apps: createApps(stores.apps, config, clock),
    avatars: createAvatars(stores, config.PUBLIC_ORIGIN, clock, pictureGate),
    captcha: createCaptcha({
      store: captchaRepository(database),
      pool,
      clock,
      secret: secrets.keyed('captcha'),
      settings: captchaSettings(config),
    }),
    accountDeletion,
    codes,
    codeSender: createCodeSender({ codes, limits, outbox, stores, verifications }),
    devices: createTrustedDevices(stores.devices, secrets, clock),
    earlyAccess: createEarlyAccess({ config, secrets, clock, outbox, tickets }),
    events,
    codeAttempts: createCodeAttempts(stores.locks, secrets, clock),
    memberships: createMemberships(secrets),
    limits,
    locks,
    outbox,
    passwords: createPasswords(config),
    pictures: createPictures(stores, config.PUBLIC_ORIGIN, clock, pictureGate),
    policy: readPolicy(
      config.POLICY_FILE,
      allRows.map((row) => row.operation),
    ),
    qr: createQr(stores, secrets, clock),
    seal: createSeal(stores.seals, secrets, clock),
    sessions: createSessions(stores.sessions, clock),
    telemetry: createTelemetry(stores.telemetry, clock),
    providers: createProviders(config, clock),
    tickets,
    verifications,
  }
}

function sendersFor(config: Config, mailbox: MailboxRepository): Senders {
  if (config.hasDevMailbox) {
    const send = mailboxSender(mailbox)
    return { email: send, mobile: send }
  }
  return {
    ...(config.SMTP_URL === '' ? {} : { email: smtpSender(config.SMTP_URL, config.MAIL_FROM) }),
    ...(config.SMS_URL === '' ? {} : { mobile: smsSender(config.SMS_URL, config.SMS_TOKEN) }),
  }
}

function captchaSettings(config: Config): ReturnType<typeof captchaScripts> {
  const origins = { sg: [config.PUBLIC_ORIGIN] } as const
  try {
    const manifest: unknown = JSON.parse(
      readFileSync(join(config.DIST_DIR, 'element', 'manifest.json'), 'utf8'),
    )
    return captchaScripts(manifest, origins)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // Without a build there is no script to name; the element then offers proof of work.
    return { js_v2: {}, back_up_js_v2: {}, integrity: {}, scene_level: 'p0' }
  }
}
