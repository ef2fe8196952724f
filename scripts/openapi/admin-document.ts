import {
  ADMIN_PATH,
  adminCalls,
  commonProblems,
  problems,
  type AdminCall,
  type ProblemName,
} from '../../protocol/admin.ts'
import * as objects from '../../protocol/admin-objects.ts'
import { withExample } from './examples.ts'
import {
  componentsOf,
  isOptional,
  namesOf,
  partsOf,
  schemaOf,
  type AnyStruct,
} from './json-schema.ts'
import { bodyOf, inPath, inQuery, json, ref, type Fields, type OpenApi } from './requests.ts'

const names = namesOf(objects)

// What another method gets is the answer of no operation.
const problemNames = (Object.keys(problems) as ProblemName[]).filter(
  (name) => name !== 'method_not_allowed',
)

/** Returns the document of the admin API. */
export function adminDocument(): OpenApi {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, call] of Object.entries<AdminCall>(adminCalls)) {
    const path = (paths[ADMIN_PATH + call.path] ??= {})
    path[call.method.toLowerCase()] = withExample('admin', name, operationOf(name, call))
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Passport: the admin API',
      version: '1',
      description:
        'Made from the table of calls by `npm run make`; `docs/admin-api.md` has the rest. Errors are problems (RFC 9457): decide by `type`. Clients must ignore fields that they do not know.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'What `token add` printed.' },
      },
      schemas: componentsOf(names),
      responses: Object.fromEntries(
        problemNames.map((name) => [
          String(problems[name].status),
          problemOf(problems[name].status),
        ]),
      ),
    },
  }
}

function operationOf(name: string, call: AdminCall): object {
  const { body, description, errors, headers, method, path, query, reply, scope, status } = call
  const statuses = [...commonProblems, ...errors, ...(method === 'GET' ? [] : ofBodies)].map(
    (problemName) => problems[problemName].status,
  )
  return {
    operationId: name,
    summary: name,
    description: `${description} Needs the scope \`${scope}\`.`,
    'x-scope': scope,
    security: [{ token: [] }],
    parameters: [
      ...Array.from(path.matchAll(/\{(\w+)\}/g), ([, part = '']) =>
        inPath(part, { type: 'string' }),
      ),
      ...fieldsOf(query).map((field) => inQuery(...field)),
      ...headers.map((header) => ({
        name: header,
        in: 'header',
        description: headerTexts[header],
        schema: { type: 'string' },
      })),
    ],
    // Also where each field may be left out, a body must come.
    ...(body !== undefined &&
      method !== 'GET' && {
        requestBody: { ...bodyOf('application/json', fieldsOf(body)), required: true },
      }),
    responses: {
      [status]: {
        description: 'Done.',
        ...(reply === objects.adminUser && { headers: { ETag: etag } }),
        ...(reply !== undefined && { content: json(schemaOf(reply, names)) }),
      },
      ...(headers.includes('if-none-match') && { 304: { description: 'As If-None-Match says.' } }),
      ...Object.fromEntries(statuses.map((code) => [code, ref('responses', String(code))])),
    },
  }
}

const headerTexts = {
  'if-match': 'ETags of the account with commas between, or `*`: 412 if none is that of now.',
  'if-none-match': 'ETags of the account with commas between, or `*`: 304 if one is that of now.',
  'idempotency-key': 'Makes the request safe to repeat for 24 hours: 1 to 255 signs of ASCII.',
} as const satisfies Record<AdminCall['headers'][number], string>

const etag = {
  description: 'Changes with the account: send it as If-Match or If-None-Match.',
  schema: { type: 'string' },
}

const retryAfter = { description: 'Seconds to wait.', schema: { type: 'integer' } }

const ofBodies = ['body_too_large', 'bad_content_type'] as const

function fieldsOf(struct: AnyStruct): Fields {
  return partsOf(struct).map(([name, part]) => [name, schemaOf(part, names), !isOptional(part)])
}

function problemOf(status: number): object {
  const some = problemNames.filter((name) => problems[name].status === status)
  const types = some.map((name) => `urn:passport:${name}`)
  const type = { type: 'object', properties: { type: { enum: types } } }
  return {
    description: some.map((name) => `\`${name}\`: ${problems[name].title}`).join(' '),
    ...((status === 429 || status === 503) && { headers: { 'Retry-After': retryAfter } }),
    content: {
      'application/problem+json': { schema: { allOf: [ref('schemas', 'Problem'), type] } },
    },
  }
}
