import { describe, expect, test } from 'vitest'
import { failure, success } from '#protocol/envelope.ts'
import { writeDecision } from '#protocol/captcha/decision.ts'
import { sendCode } from '#protocol/web/codes.ts'
import {
  ChallengeClosed,
  createClient,
  PassportError,
  type SecondPass,
  type SecondVerification,
} from '../../widget/src/client/index.ts'

function decision(detail: string): string {
  return writeDecision({
    subtype: 'slide',
    detail,
    fp: `verify_${detail}`,
    region: 'sg',
    logId: 'L',
    operation: 'send_code',
    ticket: 'VT_sg',
  })
}

const first = (detail: string) =>
  failure('captcha_slide', '', 'L', { verify_center_decision_conf: decision(detail) })
const secondary = (detail: string) =>
  failure('captcha_slide', '', 'L', { verify_center_secondary_decision_conf: decision(detail) })
const second = failure('second_verify', 'Please confirm.', 'L7', {
  sms_code_key: 'sck_1',
  verify_ticket: 'vt_1',
  verify_ways: [{ verify_way: 'email_code_verify', email: 'a*@example.com' }],
})
const done = success(
  { mobile: '', email: '', retry_time: 60, expire_time: 600, code_length: 6 },
  'L',
)

const key = { kid: 'k1', alg: 'x25519-xsalsa20-poly1305', pk: 'A'.repeat(43), nbf: 0, exp: 2 }
const keys = success({ keys: [key], keys_json: JSON.stringify([key]), sig: 'none', now: 1 }, 'L')

interface Sent {
  query: URLSearchParams
  body: URLSearchParams
}

/** A server of the family that answers what the test says, one reply after another. */
function play(
  replies: object[],
  handlers: {
    openChallenge?: (conf: string) => Promise<unknown>
    secondVerify?: (verification: SecondVerification) => Promise<SecondPass>
  } = {},
) {
  const sent: Sent[] = []
  const opened: string[] = []
  const client = createClient({
    aid: 1001,
    language: 'en',
    server: 'https://id.example.com',
    fingerprint: () => 'verify_own',
    openChallenge: async (conf) => {
      opened.push((JSON.parse(conf) as { detail: string }).detail)
      await handlers.openChallenge?.(conf)
    },
    secondVerify: handlers.secondVerify,
    fetch: async (url, init) => {
      const request = new Request(url, init)
      const headers = { 'x-tt-passport-csrf-token': 'c' }
      if (request.method === 'GET') return Response.json(keys, { headers })
      sent.push({
        query: new URL(request.url).searchParams,
        body: new URLSearchParams(await request.text()),
      })
      return Response.json(replies.shift())
    },
  })
  return { sent, opened, call: () => client.send(sendCode, { type: 28, unbind_exist: 0 }) }
}

describe('a call that needs a captcha', () => {
  test('is sent again unchanged, with the web id of the decision', async () => {
    const { sent, opened, call } = play([first('one'), done])
    expect(await call()).toMatchObject({ retry_time: 60 })
    expect(opened).toEqual(['one'])
    expect(sent.map(({ query }) => [query.get('fp'), query.get('is_resend')])).toEqual([
      ['verify_own', null],
      ['verify_one', '1'],
    ])
    expect(String(sent[1]?.body)).toBe(String(sent[0]?.body))
  })

  test('may need a second and a third captcha', async () => {
    const { opened, call, sent } = play([first('one'), secondary('two'), first('three'), done])
    await call()
    expect(opened).toEqual(['one', 'two', 'three'])
    expect(sent.at(-1)?.query.get('fp')).toBe('verify_three')
  })

  test('uses the secondary decision if a reply has both', async () => {
    const both = failure('captcha_slide', '', 'L', {
      verify_center_decision_conf: decision('one'),
      verify_center_secondary_decision_conf: decision('two'),
    })
    const { opened, call } = play([both, done])
    await call()
    expect(opened).toEqual(['two'])
  })

  test('gives up after three', async () => {
    const { opened, call } = play(['one', 'two', 'three', 'four'].map(first))
    await expect(call()).rejects.toBeInstanceOf(PassportError)
    expect(opened).toEqual(['one', 'two', 'three'])
  })

  test('is rejected without a message if the person closes the captcha, and not sent again', async () => {
    const { sent, call } = play([first('one'), done], {
      openChallenge: () => Promise.reject(new ChallengeClosed()),
    })
    await expect(call()).rejects.toMatchObject({ name: 'ChallengeClosed', description: '' })
    expect(sent).toHaveLength(1)
  })
})

describe('a call that needs two-step verification', () => {
  test('passes its references to the handler and sends them with the repeated call', async () => {
    const verifications: SecondVerification[] = []
    const { sent, call } = play([second, done], {
      secondVerify: (verification) => {
        verifications.push(verification)
        return Promise.resolve({ smsCodeKey: verification.smsCodeKey, verifyTicket: 'vt_2' })
      },
    })
    await call()
    expect(verifications).toMatchObject([
      {
        smsCodeKey: 'sck_1',
        verifyTicket: 'vt_1',
        ways: [{ way: 'email_code_verify', sentTo: 'a*@example.com' }],
      },
    ])
    expect(sent[1]?.query.get('is_resend')).toBe('1')
    expect(Object.fromEntries(sent[1]?.body ?? [])).toMatchObject({
      sms_code_key: 'sck_1',
      verify_ticket: 'vt_2',
    })
  })

  test.each([
    ['where nothing handles it', undefined],
    ['when the person closes it', () => Promise.reject(new ChallengeClosed())],
  ])('is rejected with SECOND_VALID and the data %s', async (_name, secondVerify) => {
    const { sent, call } = play([second], secondVerify ? { secondVerify } : {})
    await expect(call()).rejects.toMatchObject({
      description: 'SECOND_VALID',
      logId: 'L7',
      data: { sms_code_key: 'sck_1' },
    })
    expect(sent).toHaveLength(1)
  })

  test('may have a captcha before it and one after it', async () => {
    const { sent, opened, call } = play([first('one'), second, secondary('two'), done], {
      secondVerify: (verification) => Promise.resolve(verification),
    })
    await call()
    expect(opened).toEqual(['one', 'two'])
    const last = sent.at(-1)
    expect(last?.query.get('fp')).toBe('verify_two')
    expect(last?.body.get('sms_code_key')).toBe('sck_1')
  })
})
