import { languages } from '../../../protocol/languages.ts'
import { equal, ok } from '../support/assert.ts'
import { flawsOf } from '../support/axe.ts'
import { emulate } from '../support/commands.ts'
import { until } from '../support/frame.ts'

interface Gallery {
  window: Window & typeof globalThis
  document: Document
  /** Every captcha that is shown, by its dialog. */
  sheets: HTMLElement[]
  close(): void
}

/** Opens the gallery with every state of every kind, all pictures drawn. */
async function openGallery(query: string, width = 1000): Promise<Gallery> {
  const frame = document.createElement('iframe')
  Object.assign(frame, { width, height: 800, src: `/gallery/?screen=captcha&live&${query}` })
  document.body.append(frame)
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true })
  })
  const window = frame.contentWindow as Gallery['window']
  const sheets = (): HTMLElement[] =>
    Array.from(window.document.querySelectorAll('.state div')).flatMap(({ shadowRoot }) =>
      Array.from(shadowRoot?.querySelectorAll<HTMLElement>('.sheet') ?? []),
    )
  await until(
    () => sheets().length > 30 && sheets().every((sheet) => sheet.querySelector('.check')),
    'the states',
  )
  await until(
    () => sheets().every((sheet) => !sheet.querySelector('[data-drawn=false]')),
    'the pictures',
  )
  return { window, document: window.document, sheets: sheets(), close: () => frame.remove() }
}

// Every language in one theme, and every presentation in both.
const shows = {
  light: { en: 'mask', ja: 'side', zh: 'inline' },
  dark: { en: 'inline', ja: 'mask', zh: 'side&dir=rtl' },
} as const

for (const theme of ['light', 'dark'] as const) {
  for (const lang of ['en', 'ja', 'zh'] as const) {
    const show = shows[theme][lang]
    test(`has no violation found by axe in any state: ${theme}, ${lang}, ${show}`, async () => {
      const gallery = await openGallery(`lang=${lang}&theme=${theme}&show=${show}`)
      // Unlike a real page, this one shows all states at once.
      equal(await flawsOf(gallery.window, 'landmark-unique'), [])
      gallery.close()
    })
  }
}

for (const width of [320, 400] as const) {
  test(`fits into ${width} pixels in every state and language, with room for fingers`, async () => {
    for (const [lang, show] of Object.entries(shows.light)) {
      const gallery = await openGallery(`lang=${lang}&show=${show}`, width)
      for (const sheet of gallery.sheets) {
        for (const control of sheet.querySelectorAll('button, input, [tabindex="0"]')) {
          const { width: across, height } = control.getBoundingClientRect()
          ok(across >= 24 && height >= 24, `${control.outerHTML}: ${across} × ${height}`)
        }
        // The dialog would hide overflow behind its own scroll bar.
        ok(sheet.scrollWidth <= sheet.clientWidth, `${lang}: ${sheet.textContent}`)
        const { width: shown } = sheet.getBoundingClientRect()
        ok(shown <= width, `${lang}: ${shown} of ${width}`)
      }
      gallery.close()
    }
  })
}

test('separates error messages from the button above', async () => {
  const gallery = await openGallery('lang=en', 320)
  const strips = gallery.document.querySelectorAll('.state div')
  let compared = 0
  for (const { shadowRoot } of strips) {
    const strip = shadowRoot?.querySelector('.puzzle + .status[data-tone=wrong]')
    const buttons = shadowRoot?.querySelectorAll('.puzzle .main') ?? []
    if (!strip) continue
    for (const button of buttons) {
      const gap = strip.getBoundingClientRect().top - button.getBoundingClientRect().bottom
      ok(gap >= 8, `${gap} pixels`)
      compared += 1
    }
  }
  ok(compared > 4, 'the states with a wrong answer')
  gallery.close()
})

test('has room for wider text spacing, in every state', async () => {
  // WCAG 2.2, 1.4.12.
  const wide = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`
  for (const lang of languages) {
    const gallery = await openGallery(`lang=${lang}`, 400)
    for (const shown of gallery.sheets) {
      const root = shown.getRootNode() as ShadowRoot
      const sheet = new gallery.window.CSSStyleSheet()
      sheet.replaceSync(wide)
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
      ok(shown.scrollWidth <= shown.clientWidth, `${lang}: ${shown.textContent}`)
      for (const part of shown.querySelectorAll<HTMLElement>('button, p, output, .sign span')) {
        if (part.matches('.close, .unseen, .keys')) continue
        const { scrollHeight, clientHeight, scrollWidth, clientWidth, localName } = part
        // Inline elements have no size of their own.
        if (clientWidth === 0) continue
        const isWhole = scrollHeight <= clientHeight + 2 && scrollWidth <= clientWidth + 2
        ok(isWhole, `${lang}: ${localName} ${part.textContent}`)
      }
    }
    gallery.close()
  }
})

test('mirrors its layout but never the puzzle in right-to-left languages', async () => {
  const gallery = await openGallery('lang=en&dir=rtl')
  for (const sheet of gallery.sheets) {
    equal(gallery.window.getComputedStyle(sheet).direction, 'rtl')
    for (const part of sheet.querySelectorAll('.frame, .rail')) {
      if (part.closest('[aria-hidden]')) continue
      equal(gallery.window.getComputedStyle(part).direction, 'ltr')
    }
    const close = sheet.querySelector('.close')?.getBoundingClientRect()
    const heading = sheet.querySelector('h2')?.getBoundingClientRect()
    ok(close && heading && close.x < heading.x, 'the way out is at the left')
  }
  gallery.close()
})

test('animates nothing if the person prefers reduced motion', async () => {
  await emulate({ reducedMotion: 'reduce' })
  try {
    const gallery = await openGallery('lang=en')
    for (const sheet of gallery.sheets) {
      const root = sheet.getRootNode() as ShadowRoot
      const moving = root.getAnimations().map(({ effect }) => {
        const { target } = effect as KeyframeEffect
        return target?.className
      })
      equal(moving, [])
    }
    gallery.close()
  } finally {
    await emulate({ reducedMotion: 'no-preference' })
  }
})

test('draws borders around controls in forced colours', async () => {
  await emulate({ forcedColors: 'active' })
  try {
    const gallery = await openGallery('lang=en')
    ok(gallery.window.matchMedia('(forced-colors: active)').matches, 'forced colours')
    for (const sheet of gallery.sheets) {
      for (const control of sheet.querySelectorAll('.main, .side, .nudge, .close, .is-board')) {
        const { borderTopWidth, borderTopStyle } = gallery.window.getComputedStyle(control)
        equal([borderTopWidth, borderTopStyle], ['1px', 'solid'], control.outerHTML)
      }
    }
    gallery.close()
  } finally {
    await emulate({ forcedColors: 'none' })
  }
})
