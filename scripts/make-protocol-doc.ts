// Writes docs/protocol.md from the endpoints; with --check says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import type { Struct } from 'superstruct'
import { commonDefaults, commonParams, type CommonParams } from '../protocol/common-params.ts'
import { clientErrors } from '../protocol/client-errors.ts'
import { codeTypes } from '../protocol/code-types.ts'
import { errorsOf, pathsOf, type Endpoint } from '../protocol/endpoint.ts'
import { commonErrors, errors, errorStatus, type ErrorName } from '../protocol/errors.ts'
import { families } from '../protocol/families.ts'
import { formEndpoints, groups, collectorEndpoints } from '../protocol/index.ts'
import { securityEvent, sessionInfo, user } from '../protocol/objects.ts'
import { root } from './lib/prepare.mjs'

const file = path.join(root, 'docs/protocol.md')

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

/** What the common parameters mean; one that is missing here does not compile. */
const commonMeanings: Record<keyof CommonParams, string> = {
  aid: 'number of the registered application; required',
  subject_aid: 'number of an enterprise application',
  language: '`en`, `ja` or `zh`; anything else is answered in English',
  account_sdk_source: '`web`, `app` or `sso`: the interface of the client',
  passport_jssdk_version: 'version of the client',
  fp: 'web id of the browser, empty when it could not be had in time',
  verifyFp: 'the same under its older name',
  is_resend: '1 when a request comes again after a passed challenge',
  sms_code_key: 'reference of a second verification that was asked for',
  verify_ticket: 'its ticket, sent with the reference once it was passed',
  std_verify_flow_id: 'the reference under its older name',
  std_verify_token: 'the ticket under its older name',
  scene: 'operation that a verification is made for; its ticket counts for no other',
  is_native_h5: '1 in the mobile flow',
  a_region: 'calling code for a mobile number without one',
  mix_mode:
    '2 when the sensitive fields are sealed, 0 when they are plain, 1 for the readable disguise of old clients where the application accepts it',
  fixed_mix_mode: 'sent with that disguise; changes nothing',
  seal_kid: 'id of the key that was sealed to',
  seal_epk: 'public key made for this request',
  seal_ts: 'time of the request, in Unix seconds',
  seal_jti: 'number of the request, good once',
}

/** Objects that several calls answer, described once. */
const objects = new Map<AnyStruct, string>([
  [user, 'user'],
  [sessionInfo, 'session'],
  [securityEvent, 'security event'],
])

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
      .map(({ path: at }) => `\`${at}\``)
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

/** The interfaces of the client that have a path for an endpoint, and how it is called from them. */
function typescriptText(name: string, endpoint: Endpoint): string {
  const own = { web: 'web', mobile: 'app', sso: 'sso' } as const
  const offered = Object.entries(own).flatMap(([family, source]) =>
    endpoint.paths[family as keyof typeof own] === undefined ? [] : [`\`${source}\``],
  )
  if (endpoint.navigation && endpoint.methods[0] === 'GET')
    return 'none: browsers go there themselves'
  const needed = fieldsOf(endpoint.payload).filter(
    ([field, struct]) => !struct.is(undefined) && !(field in (endpoint.defaults as object)),
  )
  const fields = [...endpoint.oneOf.slice(0, 1), ...needed.map(([field]) => field)]
  const sent = fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
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
  const defaults = endpoint.defaults as Record<string, unknown>
  if (field in defaults) marks.push(`default ${String(defaults[field])}`)
  return marks.length === 0 ? `\`${field}\`` : `\`${field}\` (${marks.join(', ')})`
}

function replyText(endpoint: Endpoint): string {
  const object = objects.get(endpoint.reply)
  if (object !== undefined) return `a [${object}](#objects)`
  if (endpoint.reply.type === 'union') return 'one of several shapes, as said above'
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

function document(): string {
  const commons = commonDefaults as Record<string, unknown>
  return [
    '# The protocol',
    '',
    'Made from the rows in `protocol/` by `node scripts/make-protocol-doc.ts`; edit the rows, not this page.',
    '',
    '## Path families',
    '',
    'Every path answers with and without a trailing slash and never redirects. A central sign-in host in front of enterprise clients reaches each path of `aff` also as `/passport/sso/aff/web/…` and `/passport/sso/aff/…`, and old apps leave `mobile` out of the paths in which `user`, `email` or `auth` follows it.',
    '',
    table(
      ['family', 'prefix', 'source'],
      Object.entries(families).map(([name, { prefix, source }]) => [name, `\`${prefix}\``, source]),
    ),
    '',
    '## Common parameters',
    '',
    'In the query or the body of every call.',
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
    table(
      ['object', 'fields'],
      Array.from(objects, ([struct, name]) => [
        name,
        code(fieldsOf(struct).map(([field]) => field)),
      ]),
    ),
    '',
    '## Forms without JavaScript',
    '',
    table(
      ['path', 'what it does', 'fields', 'errors'],
      formEndpoints.map((endpoint) => [
        `POST \`${endpoint.path}\``,
        endpoint.description,
        code(fieldsOf(endpoint.payload).map(([name]) => name)),
        code(endpoint.errors),
      ]),
    ),
    '',
    '## Collectors',
    '',
    'They take JSON, also as text, and answer JSON of their own.',
    '',
    table(
      ['path', 'what it does', 'answers'],
      collectorEndpoints.map((endpoint) => [
        `POST \`${endpoint.path}\``,
        endpoint.description,
        fieldsOf(endpoint.reply).length === 0
          ? '`{}`'
          : code(fieldsOf(endpoint.reply).map(([name]) => name)),
      ]),
    ),
    '',
    '## Code types',
    '',
    table(
      ['type', 'channel', 'purpose', 'address of', 'used up by'],
      Object.entries(codeTypes).map(([type, row]) => [
        type,
        row.channel,
        row.purpose,
        row.to,
        code(row.operations),
      ]),
    ),
    '',
    '## Errors',
    '',
    `Any call may answer ${code(commonErrors)}.`,
    '',
    table(
      ['code', 'name', 'HTTP', 'meaning'],
      (Object.keys(errors) as ErrorName[]).map((name) => [
        String(errors[name].code),
        `\`${name}\``,
        String(errorStatus(name)),
        errors[name].description,
      ]),
    ),
    '',
    '## Failures on the client',
    '',
    table(
      ['when', 'name', 'what follows'],
      Object.values(clientErrors).map((row) => [
        row.when,
        row.name === '' ? '(empty)' : `\`${row.name}\``,
        row.result,
      ]),
    ),
    '',
  ].join('\n')
}

const made = document()
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== made) {
    console.error('docs/protocol.md is out of date: run `node scripts/make-protocol-doc.ts`.')
    process.exitCode = 1
  }
} else {
  writeFileSync(file, made)
}
