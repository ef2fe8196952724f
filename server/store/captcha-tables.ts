interface DecisionTable {
  id: string
  aid: number
  fp: string
  operation: string
  target: string
  kind: string
  contact: string
  state: 'open' | 'passed' | 'used'
  issued: number
  tries: number
  created_at: number
  expires_at: number
}

interface ChallengeTable {
  id: string
  decision_id: string
  fp: string
  kind: string
  answer: string
  state: 'open' | 'answered' | 'replaced'
  issued_at: number
  expires_at: number
}

interface CounterTable {
  key: string
  count: number
  resets_at: number
  changed_at: number
}

/** The tables of the captcha, as `migrations/002-captcha.ts` makes them. */
export interface CaptchaTables {
  captcha_decisions: DecisionTable
  captcha_challenges: ChallengeTable
  captcha_counters: CounterTable
}
