import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { languages, toLanguage } from '#protocol/common-params.ts'
import themeCss from '../../protocol/theme.css'
import { loadTexts, type Texts } from '../src/messages/texts.ts'
import { readSettings } from '../src/settings.ts'
import screensCss from '../src/styles/screens.css'
import shellCss from '../src/styles/shell.css'
import { FrameProvider } from '../src/ui/frame.tsx'
import { captchaStates, type Look, type Samples } from './captcha-states.tsx'
import { Many } from './many.tsx'
import { allOwnStates, drawSample } from './own-states.tsx'
import { screenStates } from './screen-states.tsx'

const themes = ['auto', 'light', 'dark'] as const

/** What the address asks for, such as `?lang=ja&theme=dark&screen=login&state=password`. */
interface Wish {
  lang: string
  theme: string
  screen: string | null
  state: string | null
  /** Lays everything out from the right, whatever the language. */
  dir: 'ltr' | 'rtl'
  /** Leaves the captcha's states within reach of keys and of tools that look at them. */
  isLive: boolean
  /** Shows many puzzles of this kind instead, at a level of 0 to 2. */
  many: string | null
  level: string
  count: string
}

function Gallery(props: { texts: Texts; samples: Samples; wish: Wish }): ReactNode {
  const { texts, samples, wish } = props
  const look: Look = {
    language: texts.language,
    theme: wish.theme,
    direction: wish.dir,
    isInert: !wish.isLive,
  }
  const { settings } = readSettings(
    { aid: '1', lang: texts.language, server: '' },
    { server: '', language: 'en' },
  )
  const all = { ...screenStates(texts), ...allOwnStates(texts, bitmap) }
  const shown = Object.entries(all).filter(
    ([name]) => wish.many === null && [null, 'all', name].includes(wish.screen),
  )
  return (
    <>
      <header>
        <h1>passport-login</h1>
        <Choice wish={wish} name="lang" values={languages} />
        <Choice wish={wish} name="theme" values={themes} />
      </header>
      {wish.many !== null && (
        <Many wish={{ kind: wish.many, level: wish.level, count: wish.count }} look={look} />
      )}
      {wish.many === null && (wish.screen === null || wish.screen === 'captcha') && (
        <section>
          <h2>captcha</h2>
          <div className="states is-wide">
            {Object.entries(captchaStates(samples, look))
              .filter(([name]) => wish.state === null || name.startsWith(wish.state))
              .map(([name, shownState]) => (
                <div className="state" key={name}>
                  <h3>{name}</h3>
                  {shownState}
                </div>
              ))}
          </div>
        </section>
      )}
      {shown.map(([screen, states]) => (
        <section key={screen}>
          <h2>{screen}</h2>
          <div className="states">
            {Object.entries(states)
              .filter(([name]) => wish.state === null || wish.state === name)
              .map(([name, shownState], at) => (
                <div className="state" key={name}>
                  <h3>{name}</h3>
                  <FrameProvider
                    frame={{
                      prefix: `${screen.replaceAll(' ', '-')}-${at}`,
                      texts,
                      settings,
                      returnQuery: '',
                    }}
                  >
                    {createElement(
                      'passport-login',
                      { theme: wish.theme, dir: wish.dir },
                      <div className="pl-root" lang={texts.language}>
                        <div className="pl-card">{shownState}</div>
                      </div>,
                    )}
                  </FrameProvider>
                </div>
              ))}
          </div>
        </section>
      ))}
    </>
  )
}

function Choice(props: {
  wish: Wish
  name: 'lang' | 'theme'
  values: readonly string[]
}): ReactNode {
  return (
    <nav aria-label={props.name}>
      {props.values.map((value) => (
        <a
          key={value}
          href={`?${new URLSearchParams({ lang: props.wish.lang, theme: props.wish.theme, [props.name]: value })}`}
          aria-current={props.wish[props.name] === value ? 'true' : undefined}
        >
          {value}
        </a>
      ))}
    </nav>
  )
}

const query = new URLSearchParams(location.search)
const wish: Wish = {
  lang: toLanguage(query.get('lang') ?? 'en'),
  theme: query.get('theme') ?? 'auto',
  screen: query.get('screen'),
  state: query.get('state'),
  dir: query.get('dir') === 'rtl' ? 'rtl' : 'ltr',
  isLive: query.has('live'),
  many: query.get('many'),
  level: query.get('level') ?? '0',
  count: query.get('count') ?? '50',
}
const sheet = new CSSStyleSheet()
sheet.replaceSync(themeCss + shellCss + screensCss)
document.adoptedStyleSheets.push(sheet)
if (wish.theme !== 'auto') document.documentElement.style.colorScheme = wish.theme
document.documentElement.lang = wish.lang
const { texts } = await loadTexts[toLanguage(wish.lang)]()
// Written beside this script by the build.
const samples = (await (await fetch('samples.json')).json()) as Samples
const bitmap = await drawSample()
const place = document.querySelector('#gallery')
if (place) createRoot(place).render(<Gallery texts={texts} samples={samples} wish={wish} />)
