import type { FastifyInstance, FastifyRequest } from 'fastify'
import multipart from '@fastify/multipart'
import type { Body } from '#protocol/endpoint.ts'
import { noFields, readForm, readJson, type Fields } from './form-body.ts'
import type { Upload } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { MAX_PICTURE_BYTES } from '../profiles/encode.ts'

/** Largest body of a form, in bytes. */
export const FORM_BYTES = 64 * 1024

/** Largest JSON body, in bytes. */
export const JSON_BYTES = 256 * 1024

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const JSON_TYPE = 'application/json'

const contentTypes: Record<Body, readonly string[]> = {
  form: [FORM],
  multipart: [MULTIPART],
  'any-form': [FORM, MULTIPART],
  json: [JSON_TYPE],
}

/** Teaches Fastify the three kinds of body; any other answers 415. */
export async function addBodyReaders(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FORM, { parseAs: 'string' }, readWith(readForm))
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, readWith(readJson))
  await app.register(multipart, {
    limits: { fileSize: MAX_PICTURE_BYTES, files: 1, fields: 20, fieldSize: 4096, parts: 21 },
    throwFileSizeLimit: false,
  })
}

/** Reads the body as the row says; @throws bad_content_type, bad_body. */
export async function readBody(
  request: FastifyRequest,
  kind: Body,
): Promise<{ fields: Fields; upload: Upload | undefined }> {
  const type = request.headers['content-type']?.toLowerCase()
  if (type === undefined) return { fields: noFields, upload: undefined }
  if (!contentTypes[kind].some((one) => type.startsWith(one))) {
    throw new PassportError('bad_content_type')
  }
  if (type.startsWith(MULTIPART)) return await readMultipart(request, kind === 'multipart')
  return { fields: (request.body as Fields | undefined) ?? noFields, upload: undefined }
}

async function readMultipart(
  request: FastifyRequest,
  takesFile: boolean,
): Promise<{ fields: Fields; upload: Upload | undefined }> {
  const pairs: string[] = []
  let upload: Upload | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        pairs.push(
          `${encodeURIComponent(part.fieldname)}=${encodeURIComponent(String(part.value))}`,
        )
      } else if (takesFile && (part.fieldname === 'avatar' || part.fieldname === 'pic')) {
        upload = { bytes: await part.toBuffer(), truncated: part.file.truncated }
      } else {
        part.file.resume()
      }
    }
  } catch {
    // A broken body, too many parts: whatever the sender did wrong, the answer is the same.
    throw new PassportError('bad_body')
  }
  return { fields: readForm(pairs.join('&')), upload }
}

function readWith(
  read: (text: string) => Fields,
): (
  request: FastifyRequest,
  body: string,
  done: (error: Error | null, body?: Fields) => void,
) => void {
  return (_request, body, done) => {
    try {
      done(null, read(body))
    } catch {
      done(new PassportError('bad_body'))
    }
  }
}
