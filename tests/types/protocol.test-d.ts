// Nothing here runs: that it compiles is the assertion.
import type { Call, Received, Reply } from '../../protocol/endpoint.ts'
import type { ErrorName, NamesOf } from '../../protocol/errors.ts'
import { object } from 'superstruct'
import { endpoint } from '../../protocol/endpoint.ts'
import { everyFamily } from '../../protocol/families.ts'
import { code, flag, mobile } from '../../protocol/fields.ts'
import type { smsLogin } from '../../protocol/web/login.ts'

type Equals<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function holds<T extends true>(): T | undefined {
  return undefined
}

// A field with a default may be left out by the caller and is always there for the handler.
export const call: Call<typeof smsLogin> = { mobile: '+81', code: '123456' }
holds<Equals<Received<typeof smsLogin>['need_frozen_user'], 0 | 1>>()
holds<Equals<Reply<typeof smsLogin>['user_id'], number>>()

// @ts-expect-error a required field is missing
export const incomplete: Call<typeof smsLogin> = { mobile: '+81' }

// @ts-expect-error two errors of one number
export type Twice = NamesOf<{ one: { code: 1 }; two: { code: 1 } }>

// @ts-expect-error not an error of the catalogue
export const unknownError: ErrorName = 'no_such_error'

const row = {
  operation: 'x',
  description: 'X.',
  paths: everyFamily('x'),
  payload: object({ mobile, code, flag }),
  reply: object({}),
}

endpoint({ ...row, sensitive: ['mobile'], defaults: { flag: 0 }, errors: ['code_error'] })

// @ts-expect-error a sensitive field that the payload does not have
endpoint({ ...row, sensitive: ['password'] })

// @ts-expect-error a default of the wrong type
endpoint({ ...row, defaults: { flag: 'yes' } })

// @ts-expect-error an error that is not in the catalogue
endpoint({ ...row, errors: ['nonsense'] })
