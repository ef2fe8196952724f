interface DecisionTable {
  id: string
  aid: number
  web_id: string
  operation: string
  request_digest: string
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
  web_id: string
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

/** The tables of the captcha. */
export interface CaptchaTables {
  captcha_decisions: DecisionTable
  captcha_challenges: ChallengeTable
  captcha_counters: CounterTable
}
