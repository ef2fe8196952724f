import { getChallenge } from '#protocol/captcha/calls.ts'
import { readDecision } from '#protocol/captcha/decision.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { createClient } from '../../support/client.ts'
import { ACCOUNT } from './addresses.ts'

const ATTEMPTS = 20

/**
 * Waits until the server has drawn a captcha's picture. Of the first one it gives up after 2.5 s, which
 * a busy machine takes to start the thread that draws, and lets the browser compute instead.
 */
export default async function drawFirstPicture(): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const client = createClient((request) => fetch(request), ACCOUNT)
    const email = `picture-${attempt}@example.com`
    const { body, error } = await client.call(sendCode, { email, type: 13 })
    const decision = readDecision(body.verify_center_decision_conf)
    if (decision === undefined) throw new Error(`no captcha was asked for: ${error}`)
    const { detail, fp } = decision
    const challenge = await client.call(getChallenge, { detail, fp, mode: 'visual' })
    if (challenge.error === undefined && challenge.data.subtype !== 'pow') return
  }
  throw new Error(`the server drew no picture in ${ATTEMPTS} attempts`)
}
