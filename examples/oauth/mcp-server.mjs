// A server of the Model Context Protocol that serves whom the account server lets in: node mcp-server.mjs
/* oxlint-disable no-console -- it says where it listens */
import { createServer } from 'node:http'
import process from 'node:process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import * as oauth from 'oauth4webapi'

const { PORT = '4331', PASSPORT_SERVER = 'http://localhost:4321' } = process.env
const ORIGIN = `http://localhost:${PORT}`
/** Address of this server, the audience of its tokens. */
const RESOURCE = `${ORIGIN}/mcp`
const METADATA = '/.well-known/oauth-protected-resource/mcp'

const issuer = new URL(PASSPORT_SERVER)
const options = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' }
const accountServer = await oauth.processDiscoveryResponse(
  issuer,
  await oauth.discoveryRequest(issuer, options),
)

function createTides(claims) {
  const server = new McpServer({ name: 'tides', version: '1.0.0' })
  server.registerTool('next_tide', { description: 'Says when the next high tide is' }, () => ({
    content: [{ type: 'text', text: `For ${claims.sub}: high tide at 18:04` }],
  }))
  return server
}

/** Returns who calls; undefined unless a token is for this server and allows the tides. */
async function callerOf({ headers, method }) {
  const { authorization } = headers
  if (authorization === undefined) return undefined
  const request = new Request(RESOURCE, { method, headers: { authorization } })
  const claims = await oauth
    .validateJwtAccessToken(accountServer, request, RESOURCE, options)
    .catch(() => undefined)
  return claims?.scope?.split(' ').includes('tides:read') ? claims : undefined
}

async function answer(request, response) {
  const { pathname } = new URL(request.url ?? '/', ORIGIN)
  if (pathname === METADATA) {
    // Tells clients where to sign in (RFC 9728).
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        resource: RESOURCE,
        authorization_servers: [PASSPORT_SERVER],
        scopes_supported: ['tides:read'],
        bearer_methods_supported: ['header'],
      }),
    )
    return
  }
  if (pathname !== '/mcp') {
    response.writeHead(404).end()
    return
  }
  const claims = await callerOf(request)
  if (claims === undefined) {
    const where = `Bearer resource_metadata="${ORIGIN}${METADATA}", scope="tides:read"`
    response.writeHead(401, { 'www-authenticate': where }).end()
    return
  }
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  await createTides(claims).connect(transport)
  await transport.handleRequest(request, response)
}

createServer((request, response) => void answer(request, response)).listen(
  Number(PORT),
  'localhost',
  () => console.log(`Listening at ${RESOURCE}`),
)
