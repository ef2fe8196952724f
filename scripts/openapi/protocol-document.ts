import { commonDefaults, commonParams } from '../../protocol/common-params.ts'
import { errorsOf, pathsOf, readsOnly, type Endpoint } from '../../protocol/endpoint.ts'
import { errorDescriptions } from '../../protocol/error-descriptions.ts'
import { commonErrors, errors, errorStatus, type ErrorName } from '../../protocol/errors.ts'
import { CSRF_COOKIES, CSRF_HEADER, SESSION_HEADER } from '../../protocol/headers.ts'
import { groups } from '../../protocol/index.ts'
import * as objects from '../../protocol/objects.ts'
import * as organizationObjects from '../../protocol/organization-objects.ts'
import { commonMeanings, uploads } from '../lib/field-meanings.ts'
import { withExample } from './examples.ts'
import { componentsOf, namesOf, partsOf, schemaOf, type AnyStruct } from './json-schema.ts'
import { bodyOf, inPath, inQuery, json, ref, type Fields, type OpenApi } from './requests.ts'

/** Common parameters that are left out: those without effect, and older names of others. */
const notShown = new Set([
  'verifyFp',
  'std_verify_flow_id',
  'std_verify_token',
  'passport_jssdk_version',
  'is_native_h5',
  'fixed_mix_mode',
])

/** Parameters of calls with sealed fields alone. */
const ofSeals = new Set(['mix_mode', 'seal_kid', 'seal_epk', 'seal_ts', 'seal_jti'])

const names = namesOf({ ...objects, ...organizationObjects })

const bodyTypes: Readonly<Record<Endpoint['body'], string>> = {
  form: 'application/x-www-form-urlencoded',
  'any-form': 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  json: 'application/json',
}

/** Returns the document of all calls: one path each, the others below `x-paths`. */
export function protocolDocument(): OpenApi {
  const paths: Record<string, object> = {}
  for (const [group, endpoints] of Object.entries<Record<string, Endpoint>>(groups)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const [{ path } = { path: '' }, ...others] = pathsOf(endpoint)
      const inside = Array.from(path.matchAll(/:(\w+)/g), ([, field = '']) => field)
      paths[path.replaceAll(/:(\w+)/g, '{$1}')] = {
        ...(others.length > 0 && { 'x-paths': others.map((other) => other.path) }),
        parameters: [
          ...inside.map((field) => inPath(field, pathSchema(endpoint, field))),
          ...commonOf(endpoint, inside).map((field) => ref('parameters', field)),
        ],
        ...Object.fromEntries(
          endpoint.methods.map((method, at) => [
            method.toLowerCase(),
            {
              operationId: at === 0 ? name : `${name}By${method === 'GET' ? 'Get' : 'Post'}`,
              tags: [group],
              ...withExample('protocol', name, operationOf(name, endpoint, method, inside)),
            },
          ]),
        ),
      }
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Passport: the calls of the account server',
      version: '1',
      description: [
        'Made from the table of calls by `npm run make`. What no schema says is in `docs/wire.md`: captchas, second methods, sealed fields. Plain forms and telemetry are in `docs/protocol.md`, with more ways to write a path.',
        'A reply is one object, whatever the HTTP status: decide by `message`, then by `data.name`. Clients must ignore fields that they do not know.',
        'Off loopback the server refuses sensitive fields as plain text: a client must seal those with `x-sealed`, which holds the schema of the text before that.',
      ].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.keys(groups).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      parameters: Object.fromEntries(
        partsOf(commonParams)
          .filter(([name]) => !notShown.has(name))
          .map(([name, struct]) => [name, commonParameter(name, struct)]),
      ),
      schemas: { ...componentsOf(names), ...envelopes },
      responses: {
        Refused: rejectedWith(REFUSED, 400),
        Failed: rejectedWith(FAILED, 500),
      },
    },
  }
}

function operationOf(
  name: string,
  endpoint: Endpoint,
  method: 'GET' | 'POST',
  inside: readonly string[],
): object {
  const fields = fieldsOf(endpoint).filter(([field]) => !inside.includes(field))
  const { body, description, oneOf, operation, sensitive } = endpoint
  const notes = [
    ...(sensitive.length > 0 ? ['Off loopback, fields with `x-sealed` must be sealed.'] : []),
    ...(oneOf.length > 0 ? [`Takes exactly one of ${oneOf.join(', ')}.`] : []),
  ]
  return {
    summary: name,
    description: [description, ...notes].join(' '),
    'x-operation': operation,
    security: securityOf(endpoint, method),
    ...(method === 'GET'
      ? { parameters: fields.map((field) => inQuery(...field)) }
      : { requestBody: bodyOf(bodyTypes[body], fields, oneOf, uploads[name]) }),
    responses: responsesOf(endpoint),
  }
}

/** Returns the names of the common parameters to show with a call. */
function commonOf({ aid, payload, sensitive }: Endpoint, inside: readonly string[]): string[] {
  const own = new Set([...inside, ...partsOf(payload).map(([field]) => field)])
  return partsOf(commonParams)
    .map(([field]) => field)
    .filter((field) => !notShown.has(field) && !own.has(field))
    .filter((field) => sensitive.length > 0 || !ofSeals.has(field))
    .filter((field) => field !== 'aid' || aid === 'required')
}

function fieldsOf({ payload, sensitive, defaults }: Endpoint): Fields {
  return partsOf(payload).map(([field, struct]) => {
    const plain = schemaOf(struct, names)
    const fallback = (defaults as Record<string, unknown>)[field]
    const schema = sensitive.includes(field) ? { type: 'string', 'x-sealed': plain } : plain
    const isNeeded = !struct.is(undefined) && fallback === undefined
    return [field, fallback === undefined ? schema : { ...schema, default: fallback }, isNeeded]
  })
}

function pathSchema({ payload }: Endpoint, field: string): object {
  const parts = [...partsOf(payload), ...partsOf(commonParams)]
  const struct = parts.find(([name]) => name === field)?.[1]
  if (struct === undefined) throw new Error(`no call has a field ${field}, which a path names`)
  return schemaOf(struct, names)
}

function commonParameter(name: string, struct: AnyStruct): object {
  const fallback = (commonDefaults as Record<string, unknown>)[name]
  const schema = schemaOf(struct, names)
  const shown = fallback === undefined ? schema : { ...schema, default: fallback }
  return {
    ...inQuery(name, shown, name === 'aid'),
    description: commonMeanings[name as keyof typeof commonMeanings],
  }
}

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'sessionid' },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: CSRF_HEADER,
    description: `The cookie \`${CSRF_COOKIES[0]}\` once more, for what changes something.`,
  },
  token: {
    type: 'apiKey',
    in: 'header',
    name: SESSION_HEADER,
    description: 'The `session_key` of a sign-in with `account_sdk_source=app`.',
  },
}

function securityOf(endpoint: Endpoint, method: 'GET' | 'POST'): object[] {
  if (endpoint.session === 'none') return []
  const needsCsrf = method === 'POST' && !readsOnly(endpoint)
  const ways = [{ session: [], ...(needsCsrf && { csrf: [] }) }, { token: [] }]
  return endpoint.session === 'optional' ? [{}, ...ways] : ways
}

const REFUSED = 'The request was refused before the call.'
const FAILED = 'The server cannot answer now.'

const errorNames = Object.keys(errors) as ErrorName[]

const logId = { type: 'string', description: 'Names the reply in the log of the server.' }

const decision = { type: 'string', description: 'A captcha decision: JSON in a string.' }

/** What is around the data of each reply. */
const envelopes = {
  Success: {
    type: 'object',
    properties: {
      message: { const: 'success' },
      error_code: { const: 0 },
      status_code: { const: 0 },
      description: { type: 'string' },
      log_id: logId,
      redirect_url: { type: 'string' },
      data: { type: 'object' },
    },
    required: ['message', 'error_code', 'status_code', 'description', 'log_id', 'data'],
  },
  Rejection: {
    type: 'object',
    properties: {
      message: { const: 'error' },
      error_code: { type: 'integer' },
      status_code: { type: 'integer' },
      description: { type: 'string', description: 'A sentence for people.' },
      log_id: logId,
      redirect_url: { type: 'string' },
      verify_center_decision_conf: decision,
      verify_center_secondary_decision_conf: decision,
      data: {
        type: 'object',
        properties: {
          name: {
            type: 'string',
            enum: errorNames,
            description: errorNames
              .map((name) => `- \`${name}\`: ${errorDescriptions[name]}`)
              .join('\n'),
          },
          error_code: { type: 'integer' },
          description: { type: 'string' },
          log_id: logId,
          captcha: { type: 'string' },
          desc_url: { type: 'string', description: 'Where to ask for help, or empty.' },
          alert_text: { type: 'string' },
        },
        required: ['name', 'error_code', 'description', 'log_id'],
      },
    },
    required: ['message', 'error_code', 'status_code', 'description', 'log_id', 'data'],
  },
  CommonRejection: {
    ...rejectionOf(commonErrors.filter((name) => errorStatus(name) === 200)),
    description: 'A rejection that each call may answer.',
  },
}

// A function declaration, because `envelopes` is made before.
function rejectionOf(some: readonly ErrorName[]): object {
  return {
    allOf: [
      ref('schemas', 'Rejection'),
      {
        type: 'object',
        properties: {
          error_code: { enum: some.map((name) => errors[name].code) },
          data: { type: 'object', properties: { name: { enum: some } } },
        },
      },
    ],
  }
}

function rejectedWith(description: string, least: number, page?: object): object {
  const some = errorNames.filter((name) => Math.floor(errorStatus(name) / 100) * 100 === least)
  return { description, content: { ...json(rejectionOf(some)), ...page } }
}

function responsesOf(endpoint: Endpoint): object {
  const own = errorsOf(endpoint).filter(
    (name) => !commonErrors.includes(name) && errorStatus(name) === 200,
  )
  const success = {
    allOf: [
      ref('schemas', 'Success'),
      { type: 'object', properties: { data: schemaOf(endpoint.reply, names) } },
    ],
  }
  const refusals = own.length === 0 ? [] : [rejectionOf(own)]
  const reply = { oneOf: [success, ...refusals, ref('schemas', 'CommonRejection')] }
  const page = endpoint.navigation && { 'text/html': { schema: { type: 'string' } } }
  return {
    200: { description: 'Success or rejection.', content: { ...json(reply), ...page } },
    ...(endpoint.navigation && {
      302: { description: 'A browser that navigates here goes on to another page.' },
    }),
    '4XX': page ? rejectedWith(REFUSED, 400, page) : ref('responses', 'Refused'),
    '5XX': page ? rejectedWith(FAILED, 500, page) : ref('responses', 'Failed'),
  }
}
