import { describe, expect, test } from 'vitest'
import { failure, readReply, ruleOf, success } from '../../protocol/envelope.ts'
import { logout } from '../../protocol/web/session.ts'

const good = success({ user_id: 7, redirect_url: '/next' }, 'log-1')
const bad = failure('captcha_slide', 'A check first.', 'log-2', {
  verify_center_decision_conf: '{"code":"99999"}',
})

describe('the reply envelope', () => {
  test.each(['sso', 'auth', 'message'] as const)('is a success by the %s rule', (rule) => {
    expect(readReply(rule, good)).toEqual({ ok: true, value: good.data })
  })

  test.each(['sso', 'auth', 'message'] as const)('is a rejection by the %s rule', (rule) => {
    expect(readReply(rule, bad)).toMatchObject({
      ok: false,
      rejection: {
        code: 1105,
        name: 'captcha_slide',
        logId: 'log-2',
        decision: '{"code":"99999"}',
      },
    })
  })

  test('repeats the redirect and the decision at the top level', () => {
    expect(good.redirect_url).toBe('/next')
    expect(bad.verify_center_decision_conf).toBe('{"code":"99999"}')
  })

  test('parses a text body first', () => {
    expect(readReply('message', JSON.stringify(good))).toMatchObject({ ok: true })
  })

  test('returns the whole body of an sso reply whose message is not success', () => {
    const body = { error_code: 0, message: 'ok', ticket: 't' }
    expect(readReply('sso', body)).toEqual({ ok: true, value: body })
  })

  test('reads only status_code by the auth rule', () => {
    expect(readReply('auth', { status_code: 0, data: { a: 1 } })).toEqual({
      ok: true,
      value: { a: 1 },
    })
    expect(readReply('auth', { status_code: 5, message: 'success' })).toMatchObject({ ok: false })
  })

  test('accepts a decision as an object', () => {
    const outcome = readReply('message', {
      message: 'error',
      data: { verify_center_decision_conf: { code: '3059' } },
    })
    expect(outcome).toMatchObject({ rejection: { decision: '{"code":"3059"}' } })
  })

  test('rejects other JSON', () => {
    expect(() => readReply('message', 'not json')).toThrow(SyntaxError)
    expect(() => readReply('message', '[]')).toThrow(TypeError)
  })

  test('uses the sso rule in sso families', () => {
    expect(ruleOf(logout, 'sso')).toBe('sso')
    expect(ruleOf(logout, 'root')).toBe('sso')
    expect(ruleOf(logout, 'web')).toBe('message')
  })
})
