import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { pathsOf } from '#protocol/endpoint.ts'
import { groups } from '#protocol/index.ts'
import { root } from '../../scripts/lib/prepare.mjs'
import { createRouteFinder, createRoutes } from '../../server/dispatch/routes.ts'
import { handlers } from '../../server/endpoints/all.ts'
import type { Send } from './client.ts'

interface Documented {
  paths: Record<string, Record<string, { responses: object } | undefined>>
}

type Checker = (request: Request, status: number, body: unknown) => void

/** Made once in a process, when the first reply comes: reading a document takes longer than most tests. */
let checker: Checker | undefined

/** Returns a `fetch` that fails for a reply which the documents of protocol and admin API do not allow. */
export function checkReplies(send: Send): Send {
  return async (request, address) => {
    const reply = await send(request, address)
    const type = reply.headers.get('content-type') ?? ''
    const isEmpty = request.method === 'HEAD' || reply.headers.has('location')
    if (isEmpty || !/^application\/(?:problem\+)?json/.test(type)) return reply
    checker ??= createChecker()
    checker(request, reply.status, await reply.clone().json())
    return reply
  }
}

function createChecker(): Checker {
  const [main, admin] = ['openapi.json', 'admin-openapi.json'].map(
    (name) => JSON.parse(readFileSync(path.join(root, 'docs', name), 'utf8')) as Documented,
  )
  if (main === undefined || admin === undefined) throw new Error('a document is missing')
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
  ajv.addSchema(main, 'openapi.json').addSchema(admin, 'admin-openapi.json')
  const validators = new Map<string, ValidateFunction>()
  const findRoute = createRouteFinder(createRoutes(groups, handlers))

  function placeOf(sent: string, method: string, status: number): string | undefined {
    const route = findRoute(sent)
    if (route === undefined) return placeInAdmin(admin?.paths ?? {}, sent, method, status)
    const [{ path: shown } = { path: '' }] = pathsOf(route.endpoint)
    if (status < 400) return `openapi.json#${pointerTo(shown, method, status)}`
    const kind = status < 500 ? 'Refused' : 'Failed'
    return `openapi.json#/components/responses/${kind}/content/application~1json/schema`
  }

  return ({ method, url }, status, body) => {
    const sent = new URL(url).pathname.replace(/\/$/, '')
    const place = placeOf(sent, method, status)
    if (place === undefined) return
    const validate = validators.get(place) ?? ajv.compile({ $ref: place })
    validators.set(place, validate)
    if (validate(body)) return
    const found = `${method} ${sent} ${status}: ${JSON.stringify(body)}`
    throw new Error(`${found}\nis not as its document says: ${ajv.errorsText(validate.errors)}`)
  }
}

// Paths of the admin API have parts that stand for an id.
function placeInAdmin(
  paths: Documented['paths'],
  sent: string,
  method: string,
  status: number,
): string | undefined {
  const shown = Object.keys(paths).find((one) =>
    new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(sent),
  )
  const operation = paths[shown ?? '']?.[method.toLowerCase()]
  if (shown === undefined || operation === undefined) return undefined
  if (!(status in operation.responses)) throw new Error(`${method} ${sent} answers ${status}`)
  if (status < 400) return `admin-openapi.json#${pointerTo(shown, method, status)}`
  return `admin-openapi.json#/components/responses/${status}/content/application~1problem+json/schema`
}

function pointerTo(shown: string, method: string, status: number): string {
  const name = encodeURIComponent(shown.replaceAll(/:(\w+)/g, '{$1}').replaceAll('/', '~1'))
  return `/paths/${name}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`
}
