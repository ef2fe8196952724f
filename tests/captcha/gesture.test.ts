import { describe, expect, test } from 'vitest'
import { en } from '../../widget/captcha/messages/en.ts'
import { messagesFor } from '../../widget/captcha/messages/messages.ts'
import { clampPlace, toPicture } from '../../widget/captcha/modes/slide/gesture.ts'

describe('a drag', () => {
  test('converts to units of the picture at any size', () => {
    expect(toPicture(171, 342, 320)).toBe(160)
    expect(toPicture(80, 160, 320)).toBe(160)
    expect(toPicture(80, 0, 320)).toBe(0)
  })

  test('keeps the piece inside', () => {
    expect(clampPlace(-20, 264)).toBe(0)
    expect(clampPlace(100.4, 264)).toBe(100)
    expect(clampPlace(400, 264)).toBe(264)
  })
})

describe('the words', () => {
  test('come in the language of a tag, in English for others', () => {
    expect(messagesFor('ja-JP').close).toBe('閉じる')
    expect(messagesFor('zh').close).toBe('关闭')
    expect(messagesFor('pt').close).toBe(en.close)
  })

  test('can be replaced one by one', () => {
    const words = messagesFor('en', { title: 'Are you there?' })
    expect([words.title, words.close]).toEqual(['Are you there?', 'Close'])
  })
})
