import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { CONSOLE_RETURN_PATH } from '../apps/apps.ts'
import type { Caller } from '../calls/call.ts'
import { connectionLimits } from '../http/connection-limits.ts'
import { formPageHeaders } from '../http/headers.ts'
import { hasMultipleHosts } from '../http/host-header.ts'
import { createParserErrorHandler } from '../http/parser-errors.ts'
import { sendFile } from '../http/static-files.ts'
import { addFormParser } from '../http/request-body.ts'
import { DAY_SECONDS } from '../lib/clock.ts'
import { createFloodGuard } from '../limits/flood.ts'
import type { ServerOptions, Services } from '../services/services.ts'
import { serveStyle } from '../pages/page-style.ts'
import { consolePages } from './all-pages.ts'
import { createConsoleSessions } from './console-sessions.ts'
import { createAnswerWith } from './exchange.ts'
import { createPagers } from './pager.ts'
import { isRefused, Refusal } from './refusal.ts'
import { createConsoleRenderer, STYLE_PATH, styleRules } from './render-console.ts'
import { createPageServer } from './serve-page.ts'
import { createSignIn } from './sign-in.ts'

/** What the console shares with the account server. */
interface ConsoleDependencies extends ServerOptions {
  readonly services: Services
  readonly callerOf: (request: FastifyRequest) => Caller
  readonly state: { readonly isClosing: boolean }
}

/** Returns the server of the console: it has a port of its own, and knows no path of the account server. */
export async function createConsole(dependencies: ConsoleDependencies): Promise<FastifyInstance> {
  const { callerOf, secrets, services } = dependencies
  const sessions = createConsoleSessions(services, secrets)
  const render = createConsoleRenderer(services.config, consolePages)
  const answerWith = createAnswerWith(services, sessions, render)
  const signIn = createSignIn(services, sessions, callerOf)
  const server = createPageServer(services, sessions, createPagers(secrets), callerOf)
  const app = newFastify(dependencies)
  addFormParser(app)
  serveStyle(app, STYLE_PATH, styleRules)
  const icon = {
    folder: join(services.config.DIST_DIR, 'site'),
    path: 'favicon.svg',
    encodings: [],
  }
  if (existsSync(join(icon.folder, icon.path))) {
    app.get('/favicon.svg', async (request, reply) => {
      await sendFile(icon, { 'cache-control': `max-age=${DAY_SECONDS}` }, request, reply)
    })
  }
  app.get(
    '/sign-in',
    answerWith('console/sign-in', async (one) => signIn.begin(one)),
  )
  app.get(CONSOLE_RETURN_PATH, answerWith('console/sign-in/back', signIn.finish))
  app.post(
    '/sign-out',
    answerWith('console/sign-out', async (exchange) => {
      await services.consoleSessions.end(server.requireForm(exchange).hash)
      return { to: '/signed-out', cookies: [sessions.ended] }
    }),
  )
  app.get(
    '/signed-out',
    answerWith('console/signed-out', async ({ language, texts }) => {
      const account = `${services.config.PUBLIC_ORIGIN}/oauth/logout?ui_locales=${language}`
      const links = [
        { href: account, text: texts.signOutThere },
        { href: '/sign-in', text: texts.signIn },
      ]
      return { page: { title: texts.signedOut, text: texts.signedOutText, links } }
    }),
  )
  for (const page of consolePages) {
    const operation = `console/${page.name}`
    app.get(
      page.path,
      answerWith(operation, (exchange) => server.get(page, exchange)),
    )
    if (Object.keys(page.acts).length === 0) continue
    app.post(
      page.path,
      answerWith(operation, (exchange) => server.post(page, exchange)),
    )
  }
  app.setNotFoundHandler(
    answerWith('console/unknown', async () => {
      throw new Refusal('unknown')
    }),
  )
  await app.ready()
  return app
}

function newFastify({ callerOf, clock, config, log, state }: ConsoleDependencies): FastifyInstance {
  const headers = formPageHeaders(config.CONSOLE_ORIGIN.startsWith('https:'))
  const app = Fastify({
    ...connectionLimits,
    // The id of a client may be the address of a document.
    routerOptions: { maxParamLength: 2000 },
    clientErrorHandler: createParserErrorHandler(headers, clock, log),
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.code(400).headers(headers).type('text/plain').send('This address is broken.\n')
    },
  })
  const floodWait = createFloodGuard(config.CALLS_PER_ADDRESS_10S, clock)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers)
    const { address, prefix } = callerOf(request)
    const wait = floodWait(address, prefix)
    if (state.isClosing) void reply.code(503).send('The server stops.\n')
    else if (hasMultipleHosts(request.raw)) void reply.code(400).send('One Host header, please.\n')
    else if (wait !== undefined)
      void reply.code(429).header('retry-after', wait).send('Too often.\n')
    else done()
  })
  // What no page answers: bodies that are no form, or too large.
  app.setErrorHandler((error, _request, reply) => {
    const { statusCode = 500 } = error as { statusCode?: number }
    const status = isRefused(error) ? 400 : statusCode
    if (status >= 500) log.fault('', 'console', error)
    void reply.code(status).type('text/plain').send('This request cannot be read.\n')
  })
  return app
}
