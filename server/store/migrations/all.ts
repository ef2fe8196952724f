import type { Kysely } from 'kysely'
import { up as accounts } from './001-accounts.ts'
import { up as captcha } from './002-captcha.ts'
import { up as tickets } from './003-tickets.ts'
import { up as verification } from './004-verification.ts'
import { up as accountLife } from './005-account-life.ts'
import { up as qr } from './006-qr.ts'
import { up as providers } from './007-third-party.ts'
import { up as operations } from './008-operations.ts'
import { up as captchaKinds } from './009-captcha-kinds.ts'
import { up as memberships } from './011-identities.ts'
import { up as site } from './012-site.ts'
import { up as secretMarks } from './013-secret-marks.ts'
import { up as plans } from './017-plans.ts'

/** Steps in the order they run. Additive only, so that older instances keep running beside. */
// Each step is written against the tables of its own time, not against today's types.
// oxlint-disable-next-line typescript/no-explicit-any
export const migrations: Record<string, (query: Kysely<any>) => Promise<void>> = {
  '001-accounts': accounts,
  '002-captcha': captcha,
  '003-tickets': tickets,
  '004-verification': verification,
  '005-account-life': accountLife,
  '006-qr': qr,
  '007-third-party': providers,
  '008-operations': operations,
  '009-captcha-kinds': captchaKinds,
  '011-identities': memberships,
  '012-site': site,
  '013-secret-marks': secretMarks,
  '017-plans': plans,
}
