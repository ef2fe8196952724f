// Writes docs/protocol.md and the list of calls of the npm package from the endpoints; with --check fails
// if one of them is out of date.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { validate, type Struct } from 'superstruct'
import {
  commonDefaults,
  commonParams,
  recordedParams,
  type CommonParams,
} from '../protocol/common-params.ts'
import { clientErrors, type ClientError } from '../protocol/client-errors.ts'
import { codeTypes } from '../protocol/code-types.ts'
import { errorsOf, pathsOf, type Endpoint } from '../protocol/endpoint.ts'
import { clientErrorDescriptions, errorDescriptions } from '../protocol/error-descriptions.ts'
import { commonErrors, errors, errorStatus, type ErrorName } from '../protocol/errors.ts'
import { families } from '../protocol/families.ts'
import { formEndpoints, groups, collectorEndpoints } from '../protocol/index.ts'
import { securityEvent, sessionInfo, user } from '../protocol/objects.ts'
import { commonMeanings, uploads } from './lib/field-meanings.ts'
import { isNumeric, limitsOfNumber, longestList } from './lib/field-limits.ts'
import { root } from './lib/prepare.mjs'
import { writeMade } from './lib/write-made.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

/** Reply objects of several endpoints. */
const objects = new Map<AnyStruct, string>([
  [user, 'user'],
  [sessionInfo, 'session'],
  [securityEvent, 'security event'],
])

/** Items of which one is valid in each list of a payload. */
const sampleItems = ['a', 'a.b', '1', 'code', 'avif', 'webp', { row: 1, deputy_name: 'A' }]

const callbackFields = ['platform_app_id', 'code', 'state']

/** Fields that a call needs although its struct lets each of them be missing. */
const alsoNeeded: Readonly<Record<string, readonly string[]>> = {
  applyEarlyAccess: ['agree'],
  authBind: callbackFields,
  authLogin: callbackFields,
  authLoginOnly: callbackFields,
  authUnbind: ['platform_app_id'],
  authVerify: callbackFields,
  checkCode: ['email'],
  openSendCode: ['email'],
  validateCode: ['email'],
}

function endpointSection(name: string, endpoint: Endpoint): string {
  const fields = fieldsOf(endpoint.payload)
  const body = endpoint.methods.includes('POST') ? `${endpoint.body} body, ` : ''
  const lines = [
    `### ${name}`,
    '',
    endpoint.description,
    '',
    `- **Call**: ${endpoint.methods.join(' or ')}, ${body}session ${endpoint.session}, ${endpoint.timeoutMs} ms`,
    `- **Paths**: ${pathsOf(endpoint)
      .map(({ path: url }) => `\`${url}\``)
      .join(', ')}`,
    `- **Fields**: ${fields.length === 0 ? 'none' : fields.map(([field, struct]) => fieldText(endpoint, field, struct)).join(', ')}`,
  ]
  if (endpoint.oneOf.length > 0) lines.push(`- **Exactly one of**: ${code(endpoint.oneOf)}`)
  lines.push(`- **Reply data**: ${replyText(endpoint)}`)
  lines.push(`- **From TypeScript**: ${typescriptText(name, endpoint)}`)
  const answers = errorsOf(endpoint)
  if (answers.length > 0)
    lines.push(
      `- **Errors**: ${answers.map((error) => `\`${error}\` ${errors[error].code}`).join(', ')}`,
    )
  return lines.join('\n')
}

/** Returns how the client calls an endpoint, and from which interfaces. */
function typescriptText(name: string, endpoint: Endpoint): string {
  const sources = { web: 'web', mobile: 'app', sso: 'sso' } as const
  const offered = Object.entries(sources).flatMap(([family, source]) =>
    endpoint.paths[family as keyof typeof sources] === undefined ? [] : [`\`${source}\``],
  )
  if (endpoint.navigation && endpoint.methods[0] === 'GET') return 'none: browsers navigate there'
  if (name === 'captchaSettings') return 'none: it needs a header of its own'
  const needed = fieldsOf(endpoint.payload).filter(
    ([field, struct]) => !struct.is(undefined) && !(field in (endpoint.defaults as object)),
  )
  const fields = [
    ...endpoint.oneOf.slice(0, 1),
    ...(alsoNeeded[name] ?? []),
    ...needed.map(([field]) => field),
  ]
  const file = uploads[name] === undefined ? '' : `, { files: { ${uploads[name]} } }`
  const sent = (fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`) + file
  const by = offered.length === 0 ? 'any interface' : offered.join(', ')
  return `\`send(${name}, ${sent})\` of ${by}`
}

function fieldsOf(struct: AnyStruct): [name: string, struct: AnyStruct][] {
  return Object.entries((struct.schema ?? {}) as Record<string, AnyStruct>)
}

function fieldText(endpoint: Endpoint, field: string, struct: AnyStruct): string {
  const marks: string[] = []
  if (struct.is(undefined) && !endpoint.oneOf.includes(field)) marks.push('optional')
  if (endpoint.sensitive.includes(field)) marks.push('sealed')
  marks.push(...amountOf(struct))
  if (validate('', struct, { coerce: true })[0] === undefined) marks.push('may be empty')
  const defaults = endpoint.defaults as Record<string, unknown>
  if (field in defaults) marks.push(`default ${String(defaults[field])}`)
  return marks.length === 0 ? `\`${field}\`` : `\`${field}\` (${marks.join(', ')})`
}

/** Returns what a number or a list may be. */
function amountOf(struct: AnyStruct): string[] {
  if (struct.type === 'array') {
    const item = sampleItems.find((one) => struct.is([one]))
    return [`at most ${longestList(struct, () => item)}`]
  }
  const limits = isNumeric(struct) ? limitsOfNumber(struct) : undefined
  return limits === undefined ? [] : [`${limits.least} to ${limits.most}`]
}

function replyText(endpoint: Endpoint): string {
  const object = objects.get(endpoint.reply)
  if (object !== undefined) return `a [${object}](#objects)`
  if (endpoint.reply.type === 'union') return 'one of the shapes described above'
  const names = fieldsOf(endpoint.reply).map(([name]) => name)
  return names.length === 0 ? 'empty' : code(names)
}

function code(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** Lists the fields that are recorded and have no effect, each with the calls that it comes with. */
function recordedText(): string {
  const params = recordedParams.map((name) => `\`${name}\` (every call)`)
  const fields = Object.values(groups).flatMap((group) =>
    Object.values(group as Record<string, Endpoint>).flatMap(({ operation, recorded }) =>
      recorded.map((name) => `\`${name}\` (\`${operation}\`)`),
    ),
  )
  return [...params, ...fields].join(', ')
}

function document(): string {
  const commons = commonDefaults as Record<string, unknown>
  return [
    '# The protocol',
    '',
    'Generated from `protocol/` by `npm run make`; do not edit this page.',
    '',
    'The same for programs is [openapi.json](openapi.json), OpenAPI 3.1, which each server has at `/openapi.json`; [client.md](client.md#clients-in-other-languages) says what to do with it.',
    '',
    '## Path families',
    '',
    'Every path works with and without a trailing slash. The central sign-in host reaches each path of `aff` also as `/passport/sso/aff/web/…` and `/passport/sso/aff/…`, and old apps leave out `mobile` before `user`, `email` and `auth`.',
    '',
    table(
      ['family', 'prefix', 'source'],
      Object.entries(families).map(([name, { prefix, source }]) => [name, `\`${prefix}\``, source]),
    ),
    '',
    '## Common parameters',
    '',
    'Sent in the query or the body of every call.',
    '',
    table(
      ['name', 'default', 'meaning'],
      Object.keys(commonParams.schema).map((name) => [
        `\`${name}\``,
        name in commons ? String(commons[name]) : '',
        commonMeanings[name as keyof CommonParams],
      ]),
    ),
    '',
    'A text that is sent empty counts as not sent, except in fields that may be empty: there it is a value, and removes what was there.',
    '',
    ...Object.entries(groups).flatMap(([group, endpoints]) => [
      `## ${group}`,
      '',
      ...Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, endpoint]) => [
        endpointSection(name, endpoint),
        '',
      ]),
    ]),
    '## Objects',
    '',
    ...Array.from(objects, ([struct, name]) => {
      const fields = fieldsOf(struct).map(([field]) => field)
      return `- **${name}**: ${code(fields)}`
    }),
    '',
    '## Plain forms',
    '',
    ...formEndpoints.flatMap((endpoint) => [
      `### POST ${endpoint.path}`,
      '',
      endpoint.description,
      '',
      `- **Fields**: ${code(fieldsOf(endpoint.payload).map(([name]) => name))}`,
      `- **Errors**: ${code(endpoint.errors)}`,
      '',
    ]),
    '## Telemetry',
    '',
    'These endpoints take JSON, also as text, and reply without envelope.',
    '',
    table(
      ['path', 'description', 'reply'],
      collectorEndpoints.map((endpoint) => [
        `POST \`${endpoint.path}\``,
        endpoint.description,
        fieldsOf(endpoint.reply).length === 0
          ? '`{}`'
          : code(fieldsOf(endpoint.reply).map(([name]) => name)),
      ]),
    ),
    '',
    '## Fields without effect',
    '',
    `What these fields mean is up to the client. They are validated and stored with the security event of the call, where \`npm run server -- events --json\` shows them: ${recordedText()}. The captcha logs \`did\`, \`iid\` and \`app_name\` with each challenge. \`is6Digits\`, \`fixed_mix_mode\` and \`access_token_secret\` are validated and nothing more: codes always have six digits, and no provider here speaks OAuth 1.0.`,
    '',
    '## Code types',
    '',
    'Number, channel, purpose, who receives it, and the operations that take it.',
    '',
    ...Object.entries(codeTypes).map(
      ([number, { channel, purpose, to, operations }]) =>
        `- **${number}**: ${channel}, ${purpose}, ${to}; ${code(operations)}`,
    ),
    '',
    'Type 27 is sent by GET `open/send_code` alone. Type 101 is for the next manager of an organization: `admin/successor_code` alone sends it, so `send_code` refuses it with `code_type_error`.',
    '',
    '## Errors',
    '',
    `Every endpoint may answer ${code(commonErrors)}.`,
    '',
    table(
      ['code', 'name', 'HTTP', 'meaning'],
      (Object.keys(errors) as ErrorName[]).map((name) => [
        String(errors[name].code),
        `\`${name}\``,
        String(errorStatus(name)),
        errorDescriptions[name],
      ]),
    ),
    '',
    '## Errors of the client',
    '',
    table(
      ['when', 'name', 'result'],
      (Object.keys(clientErrors) as ClientError[]).map((key) => [
        clientErrorDescriptions[key].when,
        clientErrors[key] === '' ? '(empty)' : `\`${clientErrors[key]}\``,
        clientErrorDescriptions[key].result,
      ]),
    ),
    '',
  ].join('\n')
}

/** Returns the module with every call: one line for each file that `protocol/index.ts` makes a group of. */
function calls(): string {
  const index = readFileSync(path.join(root, 'protocol/index.ts'), 'utf8')
  const files = [...index.matchAll(/^import \* as (\w+) from '\.\/(.+)'$/gm)]
    .filter(([, group = '']) => group in groups)
    .map(([, , name]) => `export * from '#protocol/${name}'`)
  return [
    '// Every call of the account server, for `client.send()`; what a page does not use is left out.',
    '// Generated by `npm run make`; do not edit it.',
    ...files.toSorted(),
    '',
  ].join('\n')
}

writeMade('docs/protocol.md', document())
writeMade('widget/package/calls.ts', calls())
