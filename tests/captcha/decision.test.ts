import { describe, expect, test } from 'vitest'
import { DETAIL_BYTES, readDecision, writeDecision } from '#protocol/captcha/decision.ts'
import { kindOfCode } from '#protocol/captcha/kind-codes.ts'

const conf = { code: '99999', detail: 'opaque', fp: 'verify_1', region: 'va', log_id: 'L' }

describe('a code', () => {
  const table = [
    ['3059', 'text'],
    [3060, '3d'],
    ['99996', 'whirl'],
    ['99999', 'slide'],
    ['10000', 'slide'],
    ['', 'slide'],
  ] as const
  test.each(table)('%s asks for %s', (code, subtype) => {
    expect(kindOfCode(code)).toBe(subtype)
  })
})

describe('a decision', () => {
  test('is read from text and from an object', () => {
    const expected = {
      subtype: 'slide',
      detail: 'opaque',
      fp: 'verify_1',
      region: 'va',
      logId: 'L',
    }
    expect(readDecision(JSON.stringify(conf))).toEqual(expected)
    expect(readDecision(conf)).toEqual(expected)
  })

  test('accepts a number as code, without other fields', () => {
    expect(readDecision({ code: 3059, detail: 'd', extra: [1] })).toEqual({
      subtype: 'text',
      detail: 'd',
      fp: '',
      region: 'sg',
      logId: '',
    })
  })

  test('is not read from anything else', () => {
    const others = [
      undefined,
      null,
      '',
      '{',
      '[]',
      '"text"',
      {},
      { code: '1' },
      { ...conf, detail: '' },
      { ...conf, detail: 'x'.repeat(DETAIL_BYTES + 1) },
      { ...conf, fp: 7 },
    ]
    for (const other of others) expect(readDecision(other)).toBeUndefined()
  })

  test('is written with the fields that clients of each path family read', () => {
    const text = writeDecision({
      subtype: 'slide',
      detail: 'd',
      fp: 'verify_1',
      region: 'sg',
      logId: 'L',
      operation: 'send_code',
      ticket: 'VTAB_sg',
    })
    expect(JSON.parse(text)).toMatchObject({
      code: '99999',
      subtype: 'slide',
      type: 'verify',
      verify_event: 'send_code',
      verify_ticket: 'VTAB_sg',
      log_id: 'L',
    })
    expect(readDecision(text)?.detail).toBe('d')
  })
})
