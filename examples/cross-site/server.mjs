// A shop on a site of its own. Node alone runs it; nothing is installed:
//   PASSPORT_AID=2002 node examples/cross-site/server.mjs
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import process from 'node:process'

const {
  PORT = '4324',
  PASSPORT_SERVER = 'http://localhost:4321',
  PASSPORT_AID = '2002',
} = process.env
// The browser takes 127.0.0.1 for another site than localhost, as it does any two domains.
const ORIGIN = `http://127.0.0.1:${PORT}`
const REDIRECT_URI = `${ORIGIN}/signed-in`

/** Account and pending sign-in of each browser, by the id in its cookie. */
const visits = new Map()

const random = () => randomBytes(32).toString('base64url')

const idOf = (request) => /(?:^|; )shop=([\w-]{43})/.exec(request.headers.cookie ?? '')?.[1] ?? ''

function visitOf(request, response) {
  return visits.get(idOf(request)) ?? beginVisit(response, undefined)
}

function beginVisit(response, user) {
  const id = random()
  const visit = { user, verifier: random(), state: random() }
  visits.set(id, visit)
  // With https add `Secure` and call it `__Host-shop`.
  response.setHeader('set-cookie', `shop=${id}; Path=/; HttpOnly; SameSite=Lax`)
  return visit
}

/** Asks the account server who signed in; undefined unless everything fits. */
async function redeem(visit, query) {
  // Another state means that this browser did not begin this sign-in: somebody sent it here.
  if (query.get('state') !== visit.state || query.get('iss') !== PASSPORT_SERVER) return undefined
  const { verifier } = visit
  // Whatever comes of it, neither is used again.
  Object.assign(visit, { verifier: random(), state: random() })
  const reply = await fetch(`${PASSPORT_SERVER}/passport/web/host/redeem`, {
    method: 'POST',
    body: new URLSearchParams({
      aid: PASSPORT_AID,
      auth_code: query.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: REDIRECT_URI,
    }),
    signal: AbortSignal.timeout(5000),
  })
  const { message, data } = await reply.json()
  return message === 'success' ? data : undefined
}

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

async function writePage(visit, { isPopup, notice }) {
  const page = await readFile(new URL('index.html', import.meta.url), 'utf8')
  const values = {
    server: PASSPORT_SERVER,
    aid: PASSPORT_AID,
    redirect: REDIRECT_URI,
    state: visit.state,
    challenge: createHash('sha256').update(visit.verifier).digest('base64url'),
    popup: isPopup ? 'popup' : '',
    notice,
    in: visit.user === undefined ? 'hidden' : '',
    out: visit.user === undefined ? '' : 'hidden',
    name: visit.user?.name || visit.user?.sec_user_id || '',
  }
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => escape(values[name]))
}

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, ORIGIN)
  if (pathname === '/shop.css') {
    response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' })
    response.end(await readFile(new URL('shop.css', import.meta.url)))
  } else if (pathname === '/favicon.ico') {
    response.writeHead(204).end()
  } else if (pathname === '/signed-in') {
    const visit = visitOf(request, response)
    const user = await redeem(visit, searchParams)
    if (user !== undefined) {
      // Under another id: somebody else may have put the old one into this browser.
      visits.delete(idOf(request))
      beginVisit(response, user)
    }
    response.writeHead(303, { location: user === undefined ? '/?failed' : '/' }).end()
  } else if (pathname === '/sign-out' && request.method === 'POST') {
    visitOf(request, response).user = undefined
    response.writeHead(303, { location: '/' }).end()
  } else if (pathname === '/') {
    const visit = visitOf(request, response)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // All that the element needs of a strict policy: its server for scripts and for calls.
      'content-security-policy': [
        "default-src 'self'",
        `script-src 'self' ${PASSPORT_SERVER}`,
        `connect-src ${PASSPORT_SERVER}`,
        // Optional: the captcha computes beside the page rather than between its tasks.
        'worker-src blob:',
        "require-trusted-types-for 'script'",
      ].join('; '),
    })
    const notice = searchParams.has('failed') ? 'That did not work. Please sign in again.' : ''
    response.end(await writePage(visit, { isPopup: searchParams.has('popup'), notice }))
  } else {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('There is no page at this address.\n')
  }
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error)
    response.writeHead(500).end()
  })
}).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`A shop on another site: ${ORIGIN}`)
})
