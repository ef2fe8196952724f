import type { Language } from '#protocol/common-params.ts'
import type { ApplicationState } from './early-access-repository.ts'

interface EarlyAccessTable {
  id: string
  aid: number
  email: string
  name: string
  about: string
  system: string
  language: Language
  state: ApplicationState
  /** Keyed hash of the code of an invitation, empty while there is none. */
  code_hash: string
  account_id: string | null
  created_at: number
  expires_at: number | null
}

interface PromoCodeTable {
  code: string
  percent: number
  months: number
  uses_left: number
  until: number | null
  created_at: number
}

interface PromoUseTable {
  code: string
  account_id: string
  used_at: number
}

interface PlanTable {
  account_id: string
  plan: string
  until: number | null
  chosen: string
  billing: 'monthly' | 'yearly'
  currency: string
  chosen_at: number | null
}

/** The tables behind pages of the site. */
export interface SiteTables {
  early_access: EarlyAccessTable
  promo_codes: PromoCodeTable
  promo_uses: PromoUseTable
  plans: PlanTable
}
