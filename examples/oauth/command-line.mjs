// A command line that signs a person in by their browser (RFC 8252): node command-line.mjs
/* oxlint-disable no-console -- it talks on a terminal */
import { once } from 'node:events'
import { createServer } from 'node:http'
import process from 'node:process'
import * as oidc from 'openid-client'

const { PASSPORT_SERVER = 'http://localhost:4321', CLIENT_ID = '' } = process.env

const issuer = new URL(PASSPORT_SERVER)
const config = await oidc.discovery(issuer, CLIENT_ID, undefined, oidc.None(), {
  execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
})

// The answer comes to a port that nobody knows before.
const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const redirect = `http://127.0.0.1:${server.address().port}/callback`

const [verifier, state] = [oidc.randomPKCECodeVerifier(), oidc.randomState()]
const address = oidc.buildAuthorizationUrl(config, {
  redirect_uri: redirect,
  scope: 'openid profile',
  code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
  state,
})
console.log(`Open this address in your browser:\n${address.href}`)

const [request, response] = await once(server, 'request')
response.setHeader('connection', 'close').end('You can close this window.')
server.close()

try {
  const tokens = await oidc.authorizationCodeGrant(config, new URL(request.url, redirect), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  const person = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)
  console.log(`Signed in as ${person.name}.`)
} catch (error) {
  console.error(`Not signed in: ${error.error_description ?? error.message}`)
  process.exitCode = 1
}
