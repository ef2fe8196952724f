// A web application that signs people in, and out again on both sides: node web-app.mjs
/* oxlint-disable no-console -- it says where it listens */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import process from 'node:process'
import * as oidc from 'openid-client'

const {
  PORT = '4330',
  PASSPORT_SERVER = 'http://localhost:4321',
  CLIENT_ID = '',
  CLIENT_SECRET = '',
} = process.env
const ORIGIN = `http://localhost:${PORT}`
const CALLBACK = `${ORIGIN}/callback`

const issuer = new URL(PASSPORT_SERVER)
const config = await oidc.discovery(issuer, CLIENT_ID, CLIENT_SECRET, undefined, {
  // An account server on this computer has no certificate.
  execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
})

/** Account or pending sign-in of each browser, by the id in its cookie. */
const visits = new Map()

const idOf = (request) => /(?:^|; )visit=([\w-]{43})/.exec(request.headers.cookie ?? '')?.[1] ?? ''

function begin(response, visit) {
  const id = randomBytes(32).toString('base64url')
  visits.set(id, visit)
  // With https add `Secure` and call it `__Host-visit`.
  response.setHeader('set-cookie', `visit=${id}; Path=/; HttpOnly; SameSite=Lax`)
}

async function signIn(response) {
  const [verifier, state] = [oidc.randomPKCECodeVerifier(), oidc.randomState()]
  begin(response, { verifier, state })
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  })
  response.writeHead(303, { location: address.href }).end()
}

async function finish(request, response) {
  const { state, verifier } = visits.get(idOf(request)) ?? {}
  visits.delete(idOf(request))
  const tokens = await oidc.authorizationCodeGrant(config, new URL(request.url, ORIGIN), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  const person = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)
  begin(response, { name: person.name ?? 'somebody', idToken: tokens.id_token })
  response.writeHead(303, { location: '/' }).end()
}

function signOut(request, response) {
  const { idToken = '' } = visits.get(idOf(request)) ?? {}
  visits.delete(idOf(request))
  const address = oidc.buildEndSessionUrl(config, {
    id_token_hint: idToken,
    post_logout_redirect_uri: `${ORIGIN}/`,
  })
  response.writeHead(303, { location: address.href }).end()
}

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function show(request, response) {
  const name = visits.get(idOf(request))?.name
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    name === undefined
      ? '<!doctype html><title>Harbour</title><p>Nobody is signed in. <a href="/sign-in">Sign in</a>'
      : `<!doctype html><title>Harbour</title><p>Signed in as ${escape(name)}. <a href="/sign-out">Sign out</a>`,
  )
}

const pages = {
  '/': show,
  '/sign-in': (_request, response) => signIn(response),
  '/callback': finish,
  '/sign-out': signOut,
}

async function answer(request, response) {
  const { pathname } = new URL(request.url ?? '/', ORIGIN)
  try {
    const page = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined
    if (page === undefined) response.writeHead(404).end()
    else await page(request, response)
  } catch (error) {
    // The person refused, or somebody sent this browser here with a code of their own.
    response.writeHead(400, { 'content-type': 'text/plain' }).end(`Not signed in: ${error.message}`)
  }
}

createServer((request, response) => void answer(request, response)).listen(
  Number(PORT),
  'localhost',
  () => console.log(`Listening at ${ORIGIN}/`),
)
