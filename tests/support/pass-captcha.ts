import { getChallenge, verifyChallenge } from '#protocol/captcha/calls.ts'
import { readDecision } from '#protocol/captcha/decision.ts'
import type { Answer, Client } from './client.ts'
import type { TestServer } from './test-server.ts'

/** Solves the puzzle as a person would: fetches it, waits as long as a hand needs, and answers. */
export async function passCaptcha(
  server: TestServer,
  client: Client,
  refused: Answer,
): Promise<void> {
  const decision = readDecision(refused.body.verify_center_decision_conf)
  if (decision === undefined) throw new Error(`no captcha was asked for: ${refused.error}`)
  const { detail, fp } = decision
  const challenge = await client.call(getChallenge, { detail, fp })
  if (challenge.error !== undefined) throw new Error(challenge.error)
  server.clock.passSeconds(3)
  const id = String(challenge.data.id)
  const key = server.lastPuzzle()
  const x = key && 'x' in key ? key.x : 0
  const verdict = await client.call(verifyChallenge, { id, fp, answer: { x } })
  if (verdict.data.result !== 'pass') throw new Error('the captcha was not passed')
}
