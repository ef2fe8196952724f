import { allEndpoints } from '#protocol/index.ts'
import { createApps, type Apps } from '../apps/apps.ts'
import { siteLimitsOf } from '../captcha/site-level.ts'
import { createCaptcha, type Captcha } from '../captcha/captcha.ts'
import type { WorkCost } from '../captcha/proof-of-work.ts'
import type { Pool } from '../captcha/pool.ts'
import { createCodeSender, type CodeSender } from '../codes/code-sender.ts'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { createMailRefusals } from '../delivery/mail-refusals.ts'
import type { Added } from '../delivery/outbox.ts'
import { createOutboxWorker, type OutboxWorker } from '../delivery/outbox-worker.ts'
import { createWebhookWorker, type WebhookWorker } from '../delivery/webhook-worker.ts'
import { createOutside, type Outside } from '../http/outside.ts'
import type { Clock } from '../lib/clock.ts'
import { createConcurrencyLimit, type ConcurrencyLimit } from '../lib/concurrency-limit.ts'
import type { Log } from '../lib/log.ts'
import { createRateLimits } from '../limits/limits.ts'
import { createRequestDigest, type RequestDigest } from '../lib/request-digest.ts'
import { createDomainRecords, type DomainRecords } from '../organizations/domain-records.ts'
import { endReused } from '../oauth/client-notices.ts'
import { logoutSender } from '../oauth/logout-sender.ts'
import type { OAuth } from '../oauth/oauth.ts'
import { createOrganizationIds } from '../organizations/organization-ids.ts'
import { createSignerKeys } from '../passwords/foreign/signer-key.ts'
import { createPasswordMix, type PasswordMix } from '../passwords/password-mix.ts'
import { createPasswords, type Passwords } from '../passwords/passwords.ts'
import { readPolicy, type Policy } from '../policy/policy.ts'
import { createProviders, type Providers } from '../providers/providers.ts'
import { createSeal, type Seal } from '../seal/seal.ts'
import { signInMethods, type SignInMethods } from '../sign-in-methods/registry.ts'
import { appRepository } from '../store/app-repository.ts'
import { captchaRepository } from '../store/captcha-repository.ts'
import type { Database } from '../store/database.ts'
import { importRepository } from '../store/import-repository.ts'
import { mailboxRepository } from '../store/mailbox-repository.ts'
import { outboxRepository } from '../store/outbox-repository.ts'
import { passwordFormRepository } from '../store/password-form-repository.ts'
import { rateLimitRepository } from '../store/rate-limit-repository.ts'
import { sealRepository } from '../store/seal-repository.ts'
import { attemptRepository } from '../store/attempt-repository.ts'
import { telemetryRepository } from '../store/telemetry-repository.ts'
import type { Transaction } from '../store/transaction.ts'
import { webhookQueue } from '../store/webhook-repository.ts'
import { createTelemetry, type Telemetry } from '../telemetry/telemetry.ts'
import { createAttempts, type Attempts } from '../attempts/attempts.ts'
import { noteMessage } from '../attempts/note-message.ts'
import { giveUpWebhook } from '../webhooks/give-up-webhook.ts'
import { webhookBody } from '../webhooks/webhook-body.ts'
import { webhookGuard } from '../webhooks/webhook-guard.ts'
import { createBind, type BoundServices } from './bound-services.ts'
import { createCaptchaPool } from './captcha-pool.ts'
import { readCaptchaScripts } from './captcha-scripts.ts'
import { createOAuthOn } from './oauth-on-database.ts'
import { createSenders } from './senders.ts'

/** Dependencies of an account server. */
export interface ServerOptions {
  config: Config
  /** Open and migrated; the app closes it. */
  database: Database
  secrets: Secrets
  clock: Clock
  log: Log
  /** Source of captcha puzzles; a worker thread by default. */
  pool?: Pool
  /** Cost of the captcha's work; tests alone set it. */
  captchaWork?: WorkCost
  /** Sends requests to servers of others; tests alone set it. */
  outside?: Outside
}

/** Modules that exist once per process, with caches, queues or timers of their own. */
interface ProcessServices {
  readonly apps: Apps
  readonly attempts: Attempts
  readonly captcha: Captcha
  readonly clock: Clock
  readonly codeSender: CodeSender
  readonly config: Config
  readonly domainRecords: DomainRecords
  readonly log: Log
  readonly oauth: OAuth
  readonly outboxWorker: OutboxWorker
  readonly passwordMix: PasswordMix
  readonly passwords: Passwords
  readonly pictureEncoding: ConcurrencyLimit
  readonly policy: Policy
  readonly providers: Providers
  readonly requestDigest: RequestDigest
  readonly seal: Seal
  readonly signInMethods: SignInMethods
  readonly telemetry: Telemetry
}

/** All modules of the server, by name. */
export interface Services extends ProcessServices, BoundServices {
  /** Runs work in one transaction; its messages, and what it tells webhooks, are sent after the commit. */
  readonly transaction: Transaction<Services>
  readonly webhookWorker: WebhookWorker
}

const LOST_KEY =
  'the key of an import from Firebase is lost, or encrypted with other secrets: its people cannot sign in by password until they choose a new one; restore imports.secret, or the keys of the server'

/** Pictures that may wait for being encoded. */
const PICTURE_QUEUE = 20

/** Creates every module. */
export function createServices(options: ServerOptions): Services {
  const { config, database, secrets, clock, log } = options
  const { query } = database
  const organizationIds = createOrganizationIds(secrets)
  const rateLimits = createRateLimits(rateLimitRepository(query), clock)
  const refusals = createMailRefusals(rateLimits, secrets, clock)
  const senders = createSenders(config, mailboxRepository(query), refusals, clock)
  const channels = new Set(Object.keys(senders) as (keyof typeof senders)[])
  const apps = createApps(appRepository(query), config, clock)
  const operations = allEndpoints.map((endpoint) => endpoint.operation)

  const transaction: Services['transaction'] = async (work) => {
    const added: Added[] = []
    const result = await database.tx(async (tx) => {
      const bound: Services = {
        ...services,
        ...bind(tx, (messages) => added.push(...messages)),
        // A use case that opens a transaction joins the one it is called in.
        transaction: (inner) => inner(bound),
      }
      return await work(bound)
    })
    wake(added)
    return result
  }

  const outside = options.outside ?? createOutside(config.DNS_SERVERS)
  const oauth = createOAuthOn(query, {
    config,
    secrets,
    clock,
    ids: organizationIds,
    outside,
    endReused: (kind, hash, source) => transaction((tx) => endReused(tx, source, kind, hash)),
  })

  const passwordMix = createPasswordMix(passwordFormRepository(query), secrets)
  const bind = createBind({ config, secrets, clock, query, apps, oauth, organizationIds, channels })

  const attempts = createAttempts(attemptRepository(database), secrets)
  const process: ProcessServices = {
    apps,
    attempts,
    captcha: createCaptcha({
      repository: captchaRepository(database),
      pool: options.pool ?? createCaptchaPool(options),
      clock,
      secret: secrets.lasting('captcha'),
      settings: readCaptchaScripts(config),
      site: siteLimitsOf(config),
      work: options.captchaWork,
    }),
    clock,
    codeSender: createCodeSender(transaction),
    config,
    domainRecords: createDomainRecords(config.DNS_SERVERS),
    log,
    oauth,
    outboxWorker: createOutboxWorker(
      outboxRepository(query),
      { ...senders, logout: logoutSender(oauth) },
      clock,
      log,
      (...of) => noteMessage(attempts, clock(), ...of),
    ),
    passwordMix,
    passwords: createPasswords(config, {
      formFor: passwordMix.formFor,
      signerKeyOf: createSignerKeys(
        async (importId) => (await importRepository(query).find(importId))?.secret,
        secrets,
        (importId) => log.pino.warn({ import: importId }, LOST_KEY),
      ),
    }),
    pictureEncoding: createConcurrencyLimit(1, PICTURE_QUEUE),
    policy: readPolicy(config.POLICY_FILE, operations),
    providers: createProviders(config, clock),
    requestDigest: createRequestDigest(secrets.lasting('captcha')),
    seal: createSeal(sealRepository(query), secrets, clock),
    signInMethods,
    telemetry: createTelemetry(telemetryRepository(query), clock),
  }

  function wake(added: readonly Added[]): void {
    const messages = added.flatMap(({ channel }) => (channel === 'webhook' ? [] : { channel }))
    if (messages.length > 0) process.outboxWorker.wake(messages)
    if (messages.length < added.length) services.webhookWorker.wake()
  }

  const bound = bind(query, wake)
  const services: Services = {
    ...process,
    ...bound,
    transaction,
    webhookWorker: createWebhookWorker({
      webhooks: bound.webhooks,
      queue: webhookQueue(database),
      bodyOf: (event, endpoint) => webhookBody(bound, event, endpoint),
      outside,
      guard: webhookGuard(config),
      switchOff: (endpoint, reason) => giveUpWebhook({ transaction }, endpoint, reason),
      clock,
      log,
    }),
  }
  return services
}
