import type { Upload } from '../http/request-body.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Context } from './handler.ts'

/** Returns the file of a call, from this multipart field. @throws bad_parameter, file_size */
export function uploadOf({ upload }: Pick<Context, 'upload'>, field: string): Upload {
  if (upload === undefined) {
    throw new PassportError('bad_parameter', { fields: [{ field, rule: 'required' }] })
  }
  if (upload.truncated) throw new PassportError('file_size')
  return upload
}
