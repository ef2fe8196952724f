import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopbackAddress } from '../lib/address.ts'
import { escapeHtml } from '../http/html.ts'
import { formPageHeaders } from '../http/headers.ts'
import type { MailboxMessage } from '../store/mailbox-repository.ts'
import type { Services } from '../services/services.ts'

const kinds = { email: 'Mail', mobile: 'Text', voice: 'Call' } as const
const SHOWN = 50
const REFRESH_SECONDS = 5

/** `/dev/mailbox`: messages that would have gone out, for people and, as JSON, for tests. */
export function addDevMailbox(app: FastifyInstance, { config, mailbox }: Services): void {
  app.get('/dev/mailbox', { onRequest: ensureOwnMachine }, async (_request, reply) => {
    const messages = await mailbox.list(SHOWN)
    await reply
      .headers(formPageHeaders(config.isHttps))
      .type('text/html; charset=utf-8')
      .send(page(config.PRODUCT_NAME, messages))
  })
  app.get<{ Querystring: { to?: string | string[] } }>(
    '/dev/mailbox.json',
    { onRequest: ensureOwnMachine },
    async (request, reply) => {
      const to = [request.query.to].flat().at(-1)
      const messages = (await mailbox.list(SHOWN, to)).map(({ recipient, ...message }) => ({
        ...message,
        target: recipient,
      }))
      await reply.header('cache-control', 'no-store').send({ messages })
    },
  )
}

// Answers this machine alone. A foreign host name that was made to point here would let a foreign
// page read the codes, and a proxy would let the world read them.
async function ensureOwnMachine(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isOwnHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(request.headers.host ?? '')
  const isOwnPeer = isLoopbackAddress(request.socket.remoteAddress ?? '')
  if (isOwnHost && isOwnPeer && !cameThroughProxy(request)) return
  await reply
    .code(404)
    .type('text/plain; charset=utf-8')
    .send('There is no page at this address.\n')
}

const proxyHeaders = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host']

// Proxies name whom they speak for; nginx does not by itself, but speaks HTTP/1.0.
function cameThroughProxy({ headers, raw }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0' || proxyHeaders.some((name) => headers[name] !== undefined)
}

function page(product: string, messages: readonly MailboxMessage[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>Mailbox for development</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/form/style.css">
</head>
<body class="mailbox">
<header>
<h1>Mailbox</h1>
<p>Nothing leaves this machine: what ${escapeHtml(product)} would send by mail, text or call appears here, newest first. The page refreshes itself.</p>
</header>
<main>
${messages.length === 0 ? '<p class="empty">No messages yet. Ask for a code and look again.</p>' : messages.map(article).join('\n')}
</main>
</body>
</html>
`
}

function article({ channel, recipient, subject, body, code, createdAt }: MailboxMessage): string {
  const time = new Date(createdAt).toISOString()
  return `<article>
<p class="meta"><span>${kinds[channel]} to <b>${escapeHtml(recipient)}</b></span> <time datetime="${time}">${time.slice(11, 19)} UTC</time></p>
${subject === '' ? '' : `<h2>${escapeHtml(subject)}</h2>`}
${code === '' ? '' : `<p class="code">${escapeHtml(code)}</p>`}
<pre>${escapeHtml(body)}</pre>
</article>`
}
