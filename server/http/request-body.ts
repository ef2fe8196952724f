import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import multipart from '@fastify/multipart'
import type { Body } from '#protocol/endpoint.ts'
import { PassportError } from '../lib/passport-error.ts'
import { emptyFields, parseForm, parseJson, type Fields } from './parse-fields.ts'

/** Largest body of a form, in bytes. */
export const FORM_BYTES = 64 * 1024

/** Largest JSON body, in bytes. */
export const JSON_BYTES = 256 * 1024

/** A file of a multipart body. */
export interface Upload {
  bytes: Uint8Array
  /** Whether it was longer than allowed and has been cut. */
  truncated: boolean
}

/** Parsed body of a request. */
export interface RequestBody {
  fields: Fields
  upload: Upload | undefined
}

/** Content type of most bodies. */
export const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const JSON_TYPE = 'application/json'

const fileFields: ReadonlySet<string> = new Set(['avatar', 'pic', 'logo'])

const contentTypes: Record<Body, readonly string[]> = {
  form: [FORM],
  multipart: [MULTIPART],
  'any-form': [FORM, MULTIPART],
  json: [JSON_TYPE],
}

/** Names the content types that a body of this kind may have. */
export function refusedContent(kind: Body): PassportError {
  return new PassportError('bad_content_type', { accepts: contentTypes[kind].join(', ') })
}

/** Adds parsers for forms, JSON and uploads; Fastify answers 415 to any other content type. */
export async function addBodyParsers(app: FastifyInstance, maxFileBytes: number): Promise<void> {
  addFormParser(app)
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, parseWith(parseJson))
  await app.register(multipart, {
    limits: { fileSize: maxFileBytes, files: 1, fields: 20, fieldSize: 4096, parts: 21 },
    throwFileSizeLimit: false,
  })
}

/** Adds the parser for forms alone. */
export function addFormParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, parseWith(parseForm))
}

/** Reads a body of the kind that an endpoint takes, and a file where `keepsFile`. Throws bad_content_type, bad_body. */
export async function readBody(
  request: FastifyRequest,
  kind: Body,
  keepsFile = false,
): Promise<RequestBody> {
  const type = request.headers['content-type']?.toLowerCase()
  if (type === undefined) return { fields: emptyFields, upload: undefined }
  const fields = (request.body as Fields | undefined) ?? emptyFields
  // Libraries send `{}` where there is nothing to send.
  const isEmpty = type.startsWith(JSON_TYPE) && Object.keys(fields.values).length === 0
  if (!isEmpty && !contentTypes[kind].some((allowed) => type.startsWith(allowed))) {
    throw refusedContent(kind)
  }
  if (type.startsWith(MULTIPART)) return await readMultipart(request, keepsFile)
  return { fields, upload: undefined }
}

async function readMultipart(request: FastifyRequest, keepsFile: boolean): Promise<RequestBody> {
  const pairs: string[] = []
  let upload: Upload | undefined
  let fields: Fields
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        pairs.push(
          `${encodeURIComponent(part.fieldname)}=${encodeURIComponent(String(part.value))}`,
        )
      } else if (keepsFile && fileFields.has(part.fieldname)) {
        upload = { bytes: await part.toBuffer(), truncated: part.file.truncated }
      } else {
        part.file.resume()
      }
    }
    fields = parseForm(pairs.join('&'))
  } catch {
    // A broken body, too many parts: the sender's error is the same in every case.
    throw new PassportError('bad_body')
  }
  return { fields, upload }
}

function parseWith(
  parse: (text: string) => Fields,
): (
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, body?: Fields) => void,
) => void {
  return (_request, body, done) => {
    try {
      // Read as text, other bytes would all become the same sign, in names and passwords, too.
      if (!isUtf8(body)) throw new TypeError('the body is not UTF-8')
      done(null, parse(body.toString()))
    } catch {
      done(new PassportError('bad_body'))
    }
  }
}
