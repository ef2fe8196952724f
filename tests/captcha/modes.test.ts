import { describe, expect, test } from 'vitest'
import { completeConfig } from '../../widget/captcha/config.ts'
import { readOptions } from '../../widget/captcha/standalone/options.ts'
import { markAt, moveCross, noMarks, undoMark } from '../../widget/captcha/modes/marks.ts'
import type { Ground, Marks } from '../../widget/captcha/modes/marks.ts'
import { directionFrom, wrapDegrees } from '../../widget/captcha/modes/whirl/gesture.ts'
import { presentationOf, preferredKind } from '../../widget/captcha/presentation.ts'

const three: Ground = { w: 320, h: 180, count: 3 }
const one: Ground = { w: 320, h: 200, count: 1 }

function mark(ground: Ground, ...places: [number, number][]): Marks {
  return places.reduce((marks, place) => markAt(marks, place, ground)[0], noMarks(ground))
}

describe('marks', () => {
  test('are kept in the order they were set, on whole units inside the picture', () => {
    expect(mark(three, [10.4, 20], [400, -5], [100, 90]).points).toEqual([
      [10, 20],
      [319, 0],
      [100, 90],
    ])
  })

  test('are removed by a second click or by undo, and are limited in number', () => {
    const full = mark(three, [10, 10], [100, 100], [200, 100])
    expect(markAt(full, [300, 20], three)).toEqual([{ ...full, cross: [300, 20] }, 'full'])
    expect(markAt(full, [104, 97], three)[0].points).toEqual([
      [10, 10],
      [200, 100],
    ])
    expect(undoMark(full)[0].points).toEqual([
      [10, 10],
      [100, 100],
    ])
    expect(undoMark(noMarks(three))).toEqual([noMarks(three), 'none'])
  })

  test('are moved if only one is allowed', () => {
    const [marks, note] = markAt(mark(one, [10, 10]), [200, 100], one)
    expect([marks.points, note]).toEqual([[[200, 100]], 'moved'])
  })

  test.each([
    ['ArrowRight', false, [168, 90]],
    ['ArrowRight', true, [161, 90]],
    ['ArrowLeft', false, [152, 90]],
    ['ArrowUp', false, [160, 82]],
    ['ArrowDown', true, [160, 91]],
    ['PageUp', false, [160, 50]],
    ['PageDown', false, [160, 130]],
    ['Home', false, [0, 90]],
    ['End', false, [319, 90]],
  ] as const)('are set at the crosshair that %s moves', (key, isFine, cross) => {
    expect(moveCross(noMarks(three), key, isFine, three)?.cross).toEqual(cross)
  })

  test('leave all other keys to the page', () => {
    for (const key of ['Tab', 'Escape', 'a', 'F5']) {
      expect(moveCross(noMarks(three), key, false, three)).toBeUndefined()
    }
  })
})

describe('a turn', () => {
  test('wraps at 360 degrees in both directions', () => {
    expect([0, 359.6, 360, 725, -1, -361].map(wrapDegrees)).toEqual([0, 0, 0, 5, 359, 359])
  })

  test('is measured clockwise around the middle', () => {
    const middle = { clientX: 100, clientY: 100 }
    const at = (clientX: number, clientY: number) => directionFrom(middle, { clientX, clientY })
    expect([at(200, 100), at(100, 200), at(0, 100), at(100, 0)]).toEqual([0, 90, 180, -90])
  })
})

describe('the presentation', () => {
  test.each([
    ['mask', false, 'mask'],
    ['mask', true, 'side'],
    ['whirl', false, 'inline'],
    ['3d', true, 'inline'],
    ['anything', false, 'mask'],
  ] as const)('of show mode %s with the side %s is %s', (captchaShowMode, side, expected) => {
    const config = completeConfig({ aid: 1001, captchaShowMode, captchaSideSlide: side })
    expect(presentationOf(config)).toBe(expected)
  })

  test('prefers a kind only by its name', () => {
    expect(['mask', 'text', '3d', 'whirl', 'slide', 'toString'].map(preferredKind)).toEqual([
      undefined,
      'text',
      '3d',
      'whirl',
      'slide',
      undefined,
    ])
  })
})

describe('options of a box', () => {
  /** As much of an element as the options look at. */
  function container(dataset: Record<string, string>, lang = 'ja'): HTMLElement {
    return { dataset, closest: () => ({ lang }) } as unknown as HTMLElement
  }

  test('come from arguments, then attributes, then the page', () => {
    const options = readOptions(
      container({
        sitekey: '2001',
        theme: 'dark',
        showMode: 'whirl',
        sideSlide: '',
        onSubmit: 'off',
      }),
      { theme: 'light' },
    )
    expect(options).toMatchObject({
      sitekey: '2001',
      theme: 'light',
      showMode: 'whirl',
      sideSlide: true,
      opensOnSubmit: false,
      language: 'ja',
      fieldName: 'passport-captcha-response',
      action: '',
    })
  })

  test('call functions of the page by name when they are needed', () => {
    const { callback } = readOptions(container({ sitekey: '2001', callback: 'onTicketCame' }))
    const tickets: string[] = []
    // Defined after the box was created, as by a script at the end of the page.
    Object.assign(globalThis, { onTicketCame: (ticket: string) => tickets.push(ticket) })
    callback?.('one')
    expect(tickets).toEqual(['one'])
  })

  test('need a site key', () => {
    expect(() => readOptions(container({}))).toThrow('data-sitekey is ""')
  })
})
