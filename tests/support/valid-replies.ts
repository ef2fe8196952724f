import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { pathsOf } from '#protocol/endpoint.ts'
import { groups } from '#protocol/index.ts'
import { root } from '../../scripts/lib/prepare.mjs'
import { createRouteFinder, createRoutes } from '../../server/dispatch/routes.ts'
import { handlers } from '../../server/endpoints/all.ts'
import type { Send } from './client.ts'

const DOCUMENT = 'openapi.json'

/** Made once in a process, when the first reply comes: reading the document takes longer than most tests. */
let checker: ((request: Request, status: number, body: unknown) => void) | undefined

/** Returns a `fetch` that fails for a reply of the protocol which `docs/openapi.json` does not allow. */
export function checkReplies(send: Send): Send {
  return async (request, address) => {
    const reply = await send(request, address)
    const isJson = reply.headers.get('content-type')?.startsWith('application/json')
    // Redirects and replies to HEAD have the type, and no body.
    if (isJson !== true || request.method === 'HEAD' || reply.headers.has('location')) return reply
    checker ??= createChecker()
    checker(request, reply.status, await reply.clone().json())
    return reply
  }
}

function createChecker(): NonNullable<typeof checker> {
  const document = JSON.parse(readFileSync(path.join(root, 'docs', DOCUMENT), 'utf8')) as object
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    // Compiling takes longer than validating: each part once, and as it is.
    inlineRefs: false,
    code: { optimize: false },
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
  })
  ajv.addSchema(document, DOCUMENT)
  const validators = new Map<string, ValidateFunction>()
  const findRoute = createRouteFinder(createRoutes(groups, handlers))
  return (request, status, body) => {
    const sent = new URL(request.url).pathname.replace(/\/$/, '')
    const route = findRoute(sent)
    if (route === undefined) return
    const [shown = { path: '' }] = pathsOf(route.endpoint)
    const place = placeOf(shown.path, request.method, status)
    const validate = validators.get(place) ?? ajv.compile({ $ref: `${DOCUMENT}#${place}` })
    validators.set(place, validate)
    if (validate(body)) return
    const found = `${request.method} ${sent} ${status}: ${JSON.stringify(body)}`
    throw new Error(
      `${found}\nis not as docs/openapi.json says: ${ajv.errorsText(validate.errors)}`,
    )
  }
}

function placeOf(shown: string, method: string, status: number): string {
  const escaped = shown.replaceAll(/:(\w+)/g, '{$1}').replaceAll('/', '~1')
  if (status >= 500) return '/components/responses/Failed/content/application~1json/schema'
  if (status >= 400) return '/components/responses/Refused/content/application~1json/schema'
  return `/paths/${encodeURIComponent(escaped)}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`
}
