/** What somebody gets for a word. */
export interface PromoCode {
  /** In capital letters. */
  readonly code: string
  readonly percent: number
  readonly months: number
  /** How many people may still use it. */
  readonly usesLeft: number
  /** Until when; null for as long as there are any. */
  readonly until: number | null
  readonly createdAt: number
}

/** A code that somebody used, and when. */
export interface UsedPromoCode {
  readonly code: string
  readonly percent: number
  readonly months: number
  readonly usedAt: number
}

/** What promo codes need from a database. */
export interface PromoCodeStore {
  /** False where the code exists. */
  insert(code: PromoCode): Promise<boolean>
  list(): Promise<PromoCode[]>
  /** The code, if somebody could use it now. */
  find(code: string, now: number): Promise<PromoCode | undefined>
  /** Takes one use off a code; undefined where none is left or its time is over. */
  take(code: string, now: number): Promise<PromoCode | undefined>
  /** Notes that a person used a code; false where they had before. */
  note(code: string, accountId: string, now: number): Promise<boolean>
  /** The codes that a person used, the latest first. */
  usedBy(accountId: string): Promise<UsedPromoCode[]>
  /** Ends a code at once; false where it is unknown. */
  end(code: string): Promise<boolean>
}
