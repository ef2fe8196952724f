import { loginTexts, toLogin } from '../accounts/logins.ts'
import { toMobile } from '../accounts/recipients.ts'
import type { Caller, Progress } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import { unlessRefused } from '../lib/passport-error.ts'
import type { Attempts } from '../attempts/attempts.ts'
import { tracedSteps } from './traced-steps.ts'

/** A call that was refused. */
export interface RefusedCall {
  progress: Progress
  operation: string
  logId: string
  now: number
  aid: number
  caller: Caller
  /** Undefined where it was not read. */
  payload: object | undefined
  /** Calling code for national numbers. */
  region: string | undefined
}

/** Keeps a refusal for support, if the call is a step of signing in. It asks the database nothing. */
export function noteRefusal(attempts: Pick<Attempts, 'note'>, call: RefusedCall): void {
  const { refusal, step = tracedSteps.get(call.operation) } = call.progress
  if (refusal === undefined || step === undefined) return
  const { logId, now: at, aid, caller } = call
  const { ready_at: readyAt, required_level: level, retry_after, rule } = refusal.data
  const wait = typeof readyAt === 'number' ? readyAt - toSeconds(at) : retry_after
  const { platform } = { ...call.payload } as Record<string, unknown>
  attempts.note({
    at,
    logId,
    step,
    error: refusal.error,
    aid,
    text: textOf(call),
    caller,
    detail: {
      ...(typeof wait === 'number' && { wait }),
      ...(refusal.error === 'level_unreachable' && typeof level === 'number' && { level }),
      ...(typeof rule === 'string' && { rule }),
      ...(typeof platform === 'string' && { provider: platform }),
      ...refusal.trace,
    },
  })
}

function textOf({ progress, payload = {}, region }: RefusedCall): string {
  const { session, subject } = progress
  if (subject !== '') return subject
  const fields: Record<string, unknown> = { ...payload }
  for (const name of ['email', 'mobile', 'account', 'username', 'address']) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') return normalised(name, value, region)
  }
  return session === undefined ? '' : (loginTexts(session.account)[0] ?? '')
}

// What is no login at all is not looked for either.
function normalised(field: string, value: string, region: string | undefined): string {
  const login = unlessRefused(() =>
    field === 'mobile' ? toMobile(value, region).address : toLogin(value, region).text,
  )
  return login ?? ''
}
