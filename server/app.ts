import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#protocol/endpoint.ts'
import { groups } from '#protocol/index.ts'
import {
  OIDC_TITLE_PLACEHOLDER,
  PROVIDERS_PLACEHOLDER,
  SEAL_ROOT_PLACEHOLDER,
} from '#protocol/placeholders.ts'
import { knownProviders } from '#protocol/providers.ts'
import { openUserInfo } from '#protocol/web/open-tokens.ts'
import { addAdminApi } from './admin-api/add-admin-api.ts'
import { eraseDueAccounts } from './account-deletion/erase-account.ts'
import { remindRecoveries } from './account-recovery/remind-recoveries.ts'
import { addRoutes } from './dispatch/add-routes.ts'
import { createDispatch, type Dispatch } from './dispatch/dispatch.ts'
import { createConsole } from './console/create-console.ts'
import { createCallerReader } from './dispatch/read-caller.ts'
import { createRoutes, type Routes } from './dispatch/routes.ts'
import { handlers } from './endpoints/all.ts'
import { createFastify, type ServerDependencies } from './fastify.ts'
import { addForms } from './forms/forms.ts'
import { REQUEST_TIMEOUT_MS } from './http/connection-limits.ts'
import { answerPreflight } from './http/cors.ts'
import { injectRequest } from './http/inject-request.ts'
import { escapeHtml } from './http/html.ts'
import type { Filling } from './http/filled-file.ts'
import { createStatic } from './http/static.ts'
import { DAY_MS } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import { lookUpDueDomains } from './organizations/look-up-domains.ts'
import { addAccountLoader } from './routes/account-loader.ts'
import { addAvatars } from './routes/avatars.ts'
import { addCaptchaLink } from './routes/captcha-link.ts'
import { addChangePassword } from './routes/change-password.ts'
import { addDevMailbox } from './routes/dev-mailbox.ts'
import { addHealth } from './routes/health.ts'
import { addOAuth } from './routes/oauth.ts'
import { addPasskeyFiles } from './routes/passkey-files.ts'
import { addSiteverify } from './routes/siteverify.ts'
import { addTelemetry } from './routes/telemetry.ts'
import { countDueForms } from './passwords/count-forms.ts'
import { createServices, type ServerOptions, type Services } from './services/services.ts'
import { startCleanup } from './store/cleanup.ts'
import { isContention, whyUnwritable } from './store/database-errors.ts'
import { damagedDatabase } from './store/open-database.ts'
import { fillSearchKeys } from './store/search-keys.ts'
import { startWriteProbe, type WriteProbe } from './store/write-probe.ts'

/** An account server, which may listen on a port or answer requests in process. */
export interface PassportApp {
  readonly services: Services
  /** Public half of the key that signs sealing keys, base64url. */
  readonly sealRoot: string
  /** Whether the database takes writes. */
  isWritable(): boolean
  /** Answers a request in process, as if it came from `address`. */
  fetch(request: Request, address?: string): Promise<Response>
  /** Starts to listen and returns the port. */
  listen(host: string, port: number): Promise<number>
  /** The console for operators, on a port of its own; undefined where it is off. */
  readonly console: Pick<PassportApp, 'fetch' | 'listen'> | undefined
  /** Makes /readyz fail, so that load balancers send no new calls; calls are still served. */
  drain(): void
  /** Refuses new calls, waits for those under way and closes the database. */
  close(): Promise<void>
}

/** Time in which a call may still begin after the server stopped listening. */
const ACCEPTED_MS = 1000
/** Longest wait for calls under way when the server closes. */
const CLOSE_TIMEOUT_MS = REQUEST_TIMEOUT_MS + 5000

/** Builds the server; the database must be open and migrated. */
export async function createApp(given: ServerOptions): Promise<PassportApp> {
  const probe = startWriteProbe(given.database, given.clock, (error) => logWritable(given, error))
  const options = { ...given, log: withFaults(given.log, probe) }
  const services = createServices(options)
  await services.apps.start()
  await services.passwordMix.read()
  await warnOfTestRanges(services)
  await services.seal.keySet()
  const dependencies = createDependencies(options, services)
  const app = await createFastify(dependencies)
  await addAllRoutes(app, dependencies, probe)
  await app.ready()
  const consoleApp =
    options.config.CONSOLE_PORT === 0 ? undefined : await createConsole(dependencies)
  const stopBackgroundWork = startBackgroundWork(options, services)
  return {
    services,
    sealRoot: services.seal.rootKey,
    isWritable: probe.isWritable,
    fetch: (request, address) => injectRequest(app, request, address),
    listen: (host, port) => listen(app, host, port),
    console: consoleApp && {
      fetch: (request, address) => injectRequest(consoleApp, request, address),
      listen: (host, port) => listen(consoleApp, host, port),
    },
    drain: () => {
      dependencies.state.isDraining = true
    },
    close: async () => {
      // What connected a moment ago has a call on its way, which is served.
      const refusing = setTimeout(() => {
        dependencies.state.isClosing = true
      }, ACCEPTED_MS)
      const all = [app, ...(consoleApp === undefined ? [] : [consoleApp])]
      const timeout = setTimeout(() => {
        for (const { server } of all) server.closeAllConnections()
      }, CLOSE_TIMEOUT_MS)
      await Promise.all(all.map((one) => one.close())).finally(() => {
        clearTimeout(timeout)
        clearTimeout(refusing)
      })
      await stopBackgroundWork()
      await probe.stop()
      await options.database.close()
    },
  }
}

function withFaults(log: Log, { noteFault }: WriteProbe): Log {
  return {
    ...log,
    fault: (logId, operation, error) => {
      log.fault(logId, operation, error)
      noteFault(error)
    },
  }
}

async function warnOfTestRanges({ log, registeredApps }: Services): Promise<void> {
  for (const { aid, settings } of await registeredApps.all()) {
    if (settings.test_code === '' || settings.test_ranges === '') continue
    const message =
      'anybody can sign in to accounts with addresses of test_ranges; app set <aid> test_code= ends that'
    log.pino.warn({ aid, ranges: settings.test_ranges }, message)
  }
}

function createDependencies(options: ServerOptions, services: Services): ServerDependencies {
  const { config, secrets } = options
  const routes = createRoutes(groups, handlers)
  const callerOf = createCallerReader(config.TRUSTED_PROXIES, (message) =>
    options.log.pino.warn(message),
  )
  return {
    ...options,
    services,
    routes,
    dispatch: createDispatch(services, secrets, callerOf),
    serveStatic: createStatic(config, fillingOf(services), services.apps.isKnown),
    callerOf,
    state: { isDraining: false, isClosing: false },
  }
}

/** Values that are written into built files at start. */
function fillingOf({ providers, seal }: Services): Filling {
  const configs = providers.all.map(({ config }) => config)
  const oidc = configs.find(({ name }) => name === 'oidc')
  return {
    [SEAL_ROOT_PLACEHOLDER]: seal.rootKey,
    [PROVIDERS_PLACEHOLDER]: configs.map(({ name }) => name).join(' '),
    // The element's own fallback, or taking over the drawn form would fail over the empty name.
    [OIDC_TITLE_PLACEHOLDER]: escapeHtml(oidc?.title ?? knownProviders.oidc.title),
  }
}

async function addAllRoutes(
  app: FastifyInstance,
  dependencies: ServerDependencies,
  { isWritable }: WriteProbe,
): Promise<void> {
  const { config, database, secrets, services, callerOf, dispatch, routes, state } = dependencies
  addRoutes(app, routes, dispatch)
  app.options('*', (request, reply) => answerPreflight(services.apps, request, reply))
  addHealth(app, services, { database, isWritable, isDraining: () => state.isDraining })
  addAccountLoader(app, config, dependencies.serveStatic)
  addAvatars(app, services)
  addChangePassword(app, services)
  addPasskeyFiles(app, services)
  addCaptchaLink(app, services)
  addSiteverify(app, services)
  await addOAuth(app, services, callerOf, answerWith(dispatch, routes, openUserInfo))
  addForms(app, services, secrets, callerOf)
  addTelemetry(app, services, callerOf)
  if (config.ADMIN_API === 'on') await addAdminApi(app, services, secrets, callerOf)
  if (config.hasDevMailbox) addDevMailbox(app, services)
}

// Returns what answers an endpoint at a path that is not its own.
function answerWith(
  dispatch: Dispatch,
  routes: Routes,
  endpoint: Endpoint,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const route = [...routes.values()].find((one) => one.endpoint === endpoint)
  if (route === undefined) throw new Error(`no route serves ${endpoint.operation}`)
  return (request, reply) => dispatch.answer(route, request, reply)
}

// Returns a function that stops the work and waits for what is under way.
function startBackgroundWork(
  { config, clock, database, log }: ServerOptions,
  services: Services,
): () => Promise<void> {
  const { attempts, captcha, outboxWorker, passwordMix, telemetry, webhookWorker } = services
  const stopCleanup = startCleanup(
    database,
    clock,
    (error) => log.fault('', 'cleanup', error),
    async () => {
      await eraseDueAccounts(services)
      await remindRecoveries(services)
      await lookUpDueDomains(services)
      await countDueForms(services)
      await services.webhooks.buryStray()
      await services.webhooks.hastenStray(clock())
      await fillSearchKeys(database)
    },
    {
      eventsMs: config.EVENTS_KEPT_DAYS * DAY_MS,
      auditMs: config.AUDIT_KEPT_DAYS * DAY_MS,
      telemetryMs: config.TELEMETRY_KEPT_DAYS * DAY_MS,
      attemptsMs: config.ATTEMPTS_KEPT_DAYS * DAY_MS,
    },
  )
  outboxWorker.start()
  webhookWorker.start()
  const stopMix = passwordMix.start((error) => log.fault('', 'password mix', error))
  telemetry.start((error) => log.fault('', 'telemetry', error))
  attempts.start((error) => log.fault('', 'attempts', error))
  return async () => {
    await stopCleanup()
    await stopMix()
    await webhookWorker.close()
    await outboxWorker.close()
    await telemetry.close()
    await attempts.close()
    await captcha.close()
  }
}

function logWritable({ config, log }: ServerOptions, error: unknown): void {
  if (error === undefined) {
    log.pino.info('the database takes writes again')
    return
  }
  const fault = whyUnwritable(error)
  if (fault === 'damaged') {
    log.pino.error({ err: error }, `not ready: ${damagedDatabase(config.DATA_DIR, error).message}`)
    return
  }
  const file = config.databaseFile
  const place = config.DATABASE_URL === '' ? `the disk of ${file}` : 'PostgreSQL'
  const reason = { full: 'is full', 'read-only': 'is read-only', failing: 'fails' }
  const what = fault === undefined ? 'does not take them' : reason[fault]
  const why = isContention(error) ? `another process keeps ${file} locked` : `${place} ${what}`
  log.pino.error({ err: error }, `not ready, because writes fail: ${why}`)
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<number> {
  await app.listen({ host, port })
  const [address] = app.addresses()
  return typeof address === 'object' ? address.port : port
}
