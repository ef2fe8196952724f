// A client of the Model Context Protocol that knows one address and finds the rest: node mcp-client.mjs <address>
/* oxlint-disable no-console -- it talks on a terminal */
import { once } from 'node:events'
import { createServer } from 'node:http'
import process from 'node:process'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const { CLIENT_ID, CLIENT_DOCUMENT } = process.env
const address = new URL(process.argv[2] ?? 'http://localhost:4331/mcp')

const listener = createServer().listen(0, '127.0.0.1')
await once(listener, 'listening')
const redirectUrl = `http://127.0.0.1:${listener.address().port}/callback`
const state = crypto.randomUUID()
const kept = { client: CLIENT_ID && { client_id: CLIENT_ID } }

/** State of the sign-in, in memory; a real client keeps it between runs. */
const authProvider = {
  redirectUrl,
  ...(CLIENT_DOCUMENT && { clientMetadataUrl: CLIENT_DOCUMENT }),
  clientMetadata: {
    client_name: 'Tide reader',
    redirect_uris: [redirectUrl],
    token_endpoint_auth_method: 'none',
  },
  state: () => state,
  clientInformation: () => kept.client,
  saveClientInformation: (client) => Object.assign(kept, { client }),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => Object.assign(kept, { tokens }),
  codeVerifier: () => kept.verifier,
  saveCodeVerifier: (verifier) => Object.assign(kept, { verifier }),
  redirectToAuthorization: (url) => console.log(`Open this address in your browser:\n${url.href}`),
}

async function connect() {
  const client = new Client({ name: 'tide-reader', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(address, { authProvider })
  try {
    await client.connect(transport)
    return client
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
    await transport.finishAuth(await takeCode())
    return await connect()
  }
}

/** Waits for the browser to come back. */
async function takeCode() {
  const [request, response] = await once(listener, 'request')
  response.setHeader('connection', 'close').end('You can close this window.')
  const answer = new URL(request.url, redirectUrl).searchParams
  if (answer.get('state') !== state) throw new Error('the answer is not for this sign-in')
  if (!answer.has('code')) throw new Error(answer.get('error_description') ?? 'refused')
  return answer.get('code')
}

try {
  const client = await connect()
  const { content } = await client.callTool({ name: 'next_tide' })
  console.log(content[0].text)
  await client.close()
} catch (error) {
  console.error(`No tides: ${error.message}`)
  process.exitCode = 1
} finally {
  listener.close()
}
