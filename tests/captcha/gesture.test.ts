import { describe, expect, test } from 'vitest'
import { clampPlace, toPicture } from '../../widget/captcha/modes/slide/gesture.ts'

describe('a drag', () => {
  test('counts in pixels of the picture, however large it is shown', () => {
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
