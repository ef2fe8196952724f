import { is, literal, mask, number, object, string } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { verdict } from '#protocol/captcha/challenge.ts'
import { variants } from '#protocol/variants.ts'
import { pickFields } from '../../server/http/pick-fields.ts'

const circle = object({ form: literal('circle'), radius: number() })
const square = object({ form: literal('square'), side: number() })

describe('a union with a discriminating field', () => {
  test('accepts each member', () => {
    const shape = variants('form', [circle, square])
    expect(is({ form: 'square', side: 2 }, shape)).toBe(true)
    expect(is({ form: 'square', radius: 2 }, shape)).toBe(false)
    expect(is({ form: 'line' }, shape)).toBe(false)
  })

  test.each([
    ['has no such field', object({ side: number() })],
    ['holds any text there', object({ form: string() })],
    ['holds the same there', object({ form: literal('circle'), side: number() })],
  ])('cannot be defined if a member %s', (_what, other) => {
    expect(() => variants('form', [circle, other])).toThrow('does not tell')
  })
})

describe('a reply with several shapes', () => {
  const secret = { answer: 'x 120' }
  const slide = {
    id: 'sample0123456789',
    ttl_ms: 180_000,
    left: 2,
    refreshes: 5,
    alt: ['pow'],
    pow: { alg: 'scrypt', n: 2, r: 8, p: 1, salt: 'c2FsdA', prefix: 'cHJlZml4', max: 4 },
    subtype: 'slide',
    geom: { w: 320, h: 160, size: 52, y: 40, ...secret },
    parts: { bg: 'UklGRg', piece: 'UklGRg', ...secret },
    ...secret,
  }
  const replies = [
    { result: 'pass', expires_in: 120, ...secret },
    { result: 'pass', expires_in: 120, ticket: 'VT1', ...secret },
    { result: 'fail', left: 2, next: slide, ...secret },
    { result: 'fail', left: 0, next: null, ...secret },
    { result: 'expired', ...secret },
  ]

  test.each(replies)('keeps the fields of its member: $result', (reply) => {
    const cut = pickFields(verdict, reply)
    expect(cut).toEqual(mask(reply, verdict))
    expect(JSON.stringify(cut)).not.toContain('answer')
  })

  test('is rejected if no member fits', () => {
    expect(() => pickFields(verdict, { result: 'maybe', ...secret })).toThrow(
      'no variant of the reply',
    )
  })
})
