import { getChallenge, verifyChallenge } from '#protocol/captcha/calls.ts'
import { readDecision } from '#protocol/captcha/decision.ts'
import { findProof } from '../../widget/captcha/find-proof.ts'
import type { Answer, Client } from './client.ts'

/** Passes a captcha as a browser does at level 0, which computes. */
export async function passCaptcha(client: Client, refused: Answer): Promise<void> {
  const decision = readDecision(refused.body.verify_center_decision_conf)
  if (decision === undefined) throw new Error(`no captcha was asked for: ${refused.error}`)
  const { detail, fp } = decision
  const challenge = await client.call(getChallenge, { detail, fp })
  if (challenge.error !== undefined) throw new Error(challenge.error)
  const id = challenge.data.id
  const proof = await findProof(challenge.data.pow, { sliceMs: 1000 })
  const verdict = await client.call(verifyChallenge, { id, fp, proof })
  if (verdict.data.result !== 'pass') throw new Error('the captcha was not passed')
}
