import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { givenFields } from '../http/parse-fields.ts'
import { readQuery } from '../http/request-url.ts'
import { markup, type Markup } from '../http/html.ts'
import { isLoopbackAddress } from '../lib/address.ts'
import { formPageHeaders } from '../http/headers.ts'
import type { Services } from '../services/services.ts'
import type { MailboxMessage } from '../store/schema/messages.ts'

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
  app.get<{ Params: { id: string } }>(
    '/dev/mailbox/:id',
    { onRequest: ensureOwnMachine },
    async (request, reply) => {
      const message = await mailbox.find(request.params.id)
      if (message === undefined || message.html === '') return await notFound(reply)
      const policy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src https:; sandbox allow-popups allow-top-navigation-by-user-activation"
      await reply
        .headers({ ...formPageHeaders(config.isHttps), 'content-security-policy': policy })
        .type('text/html; charset=utf-8')
        .send(message.html)
    },
  )
  app.get('/dev/mailbox.json', { onRequest: ensureOwnMachine }, async (request, reply) => {
    const { to } = givenFields(readQuery(request.url).values)
    const messages = (await mailbox.list(SHOWN, typeof to === 'string' ? to : undefined)).map(
      ({ recipient, ...message }) => ({
        ...message,
        target: recipient,
      }),
    )
    await reply.header('cache-control', 'no-store').send({ messages })
  })
}

// Answers this machine alone. A foreign host name that was made to point here would let a foreign
// page read the codes, and a proxy would let the world read them.
async function ensureOwnMachine(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isOwnHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(request.headers.host ?? '')
  const isOwnPeer = isLoopbackAddress(request.socket.remoteAddress ?? '')
  if (isOwnHost && isOwnPeer && !cameThroughProxy(request)) return
  await notFound(reply)
}

async function notFound(reply: FastifyReply): Promise<void> {
  await reply
    .code(404)
    .type('text/plain; charset=utf-8')
    .send('There is no page at this address.\n')
}

const proxyHeaders = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

// Proxies name their client in a header; nginx does not by default, but uses HTTP/1.0.
function cameThroughProxy({ headers, raw }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0' || proxyHeaders.some((name) => headers[name] !== undefined)
}

function page(product: string, messages: readonly MailboxMessage[]): string {
  const list =
    messages.length === 0
      ? markup`<p class="empty">No messages yet. Ask for a code and look again.</p>`
      : messages.map(article)
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${String(REFRESH_SECONDS)}">
<title>Mailbox for development</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/form/style.css">
</head>
<body class="mailbox">
<header>
<h1>Mailbox</h1>
<p>Nothing leaves this machine: what ${product} would send by mail, text or call appears here, newest first. The page refreshes itself.</p>
</header>
<main>
${list}
</main>
</body>
</html>
`.text
}

function article(message: MailboxMessage): Markup {
  const { id, channel, recipient, subject, body, html, sender, code, createdAt } = message
  const time = new Date(createdAt).toISOString()
  const from = sender === '' ? '' : markup` from <b>${sender}</b>`
  return markup`<article>
<p class="meta"><span>${kinds[channel]} to <b>${recipient}</b>${from}</span> <time datetime="${time}">${time.slice(11, 19)} UTC</time></p>
${subject === '' ? '' : markup`<h2>${subject}</h2>`}
${code === '' ? '' : markup`<p class="code">${code}</p>`}
<pre>${body}</pre>
${html === '' ? '' : markup`<p><a href="/dev/mailbox/${id}">The mail as HTML</a></p>`}
</article>`
}
