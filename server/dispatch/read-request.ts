import { toLanguage, type Language } from '#protocol/common-params.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { givenFields, type Fields } from '../http/parse-fields.ts'
import { readBody, type RequestBody } from '../http/request-body.ts'
import { readQuery } from '../http/request-url.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Exchange } from './exchange.ts'

/** Fields of a request, before any of them is validated. */
export interface SentFields {
  readonly query: Fields
  readonly body: RequestBody
  /** Fields of query, body and path; a later one replaces an earlier one. */
  readonly values: Record<string, unknown>
}

/** Reads query, body and path, and a file where `keepsFile`. Throws bad_content_type, bad_body. */
export async function readRequest(
  { route, request, pending }: Exchange,
  keepsFile: boolean,
): Promise<SentFields> {
  const query = readQuery(request.url)
  // Set early, so that errors of body and fields are in this language.
  pending.language = languageOf(query.values, pending.language)
  const body = await readBody(request, route.endpoint.body, keepsFile)
  const sent = { ...query.values, ...body.fields.values, ...(request.params as object) }
  const values = givenFields(sent, route.endpoint.payload)
  pending.language = languageOf(values, pending.language)
  return { query, body, values }
}

/** Throws bad_parameter for a sensitive field that was sent twice, on which parsers would disagree. */
export function ensureSentOnce({ sensitive }: Endpoint, { query, body }: SentFields): void {
  const { repeated, values } = body.fields
  const field = sensitive.find(
    (name) =>
      query.repeated.includes(name) ||
      repeated.includes(name) ||
      (name in query.values && name in values),
  )
  if (field !== undefined) {
    throw new PassportError('bad_parameter', { fields: [{ field, rule: 'repeated' }] })
  }
}

function languageOf(values: Fields['values'], fallback: Language): Language {
  const { language } = values
  return typeof language === 'string' && language !== '' ? toLanguage(language) : fallback
}
