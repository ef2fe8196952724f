import { enums, object, type Infer } from 'superstruct'
import { anyText } from './fields.ts'

/** What an objection took back, and what its owner has to look at. */
export const undoneKinds = [
  'former_address',
  'former_address_taken',
  'address',
  'address_kept',
  'connection',
  'connection_kept',
  'method',
  'recovery_codes',
  'recovery_code_used',
  'passkey',
  'level',
  'recovery',
  'program',
  'password',
  'name',
  'user_name',
  'user_name_taken',
  'membership',
  'organization_kept',
  'organization_acts',
] as const

/** One of them; `name` is the masked address, the provider or the name concerned. */
export const undone = object({ what: enums(undoneKinds), name: anyText })

export type UndoneKind = (typeof undoneKinds)[number]

export type Undone = Infer<typeof undone>
