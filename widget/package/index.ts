import { loadPassportLogin } from './loader.ts'

export type * from '../src/base/public.ts'

loadPassportLogin().catch((error: unknown) => {
  console.error('passport-login:', error) // oxlint-disable-line no-console
})
