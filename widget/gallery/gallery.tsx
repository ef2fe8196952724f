import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { languages, toLanguage } from '#protocol/languages.ts'
import themeCss from '../../protocol/theme.css'
import { loadMessages as loadCaptchaMessages } from '../captcha/messages/load-messages.ts'
import { loadAccountMessages } from '../src/messages/load-account-messages.ts'
import { loadEnterpriseMessages } from '../src/messages/load-enterprise-messages.ts'
import { loadMessages } from '../src/messages/load-messages.ts'
import type { Messages } from '../src/messages/messages.ts'
import { readSettings } from '../src/base/settings.ts'
import accountCss from '../src/styles/account.css'
import accountPagesCss from '../src/styles/account-pages.css'
import enterpriseCss from '../src/styles/enterprise.css'
import logoCss from '../src/styles/logo.css'
import screensCss from '../src/styles/screens.css'
import shellCss from '../src/styles/shell.css'
import smallPartsCss from '../src/styles/small-parts.css'
import { FrameProvider } from '../src/ui/frame.tsx'
import { captchaStates, type Look, type Samples } from './captcha-states.tsx'
import { Many } from './many.tsx'
import { allAccountStates, drawSample } from './account-states.tsx'
import { allAccountPageStates } from './account-page-states.tsx'
import { enterpriseStates } from './enterprise-states.tsx'
import { screenStates } from './screen-states.tsx'

const themes = ['auto', 'light', 'dark'] as const
/** The screen whose states are whole pages of `<passport-account>`. */
const accountPages = 'account-pages'

/** Options in the address, such as `?lang=ja&theme=dark&screen=login&state=password`. */
interface GalleryRequest {
  lang: string
  theme: string
  screen: string | null
  state: string | null
  /** Lays everything out from right to left, whatever the language. */
  dir: 'ltr' | 'rtl'
  /** Keeps the states of the captcha reachable for the keyboard and for test tools. */
  isLive: boolean
  /** Shows many puzzles of this kind instead, at a level of 0 to 2. */
  many: string | null
  level: string
  count: string
}

function Gallery(props: {
  messages: Messages
  samples: Samples
  request: GalleryRequest
}): ReactNode {
  const { messages, samples, request } = props
  const look: Look = {
    language: messages.language,
    messages: captchaMessages,
    theme: request.theme,
    direction: request.dir,
    isInert: !request.isLive,
  }
  const host = { theme: request.theme, dir: request.dir }
  const { settings } = readSettings(
    { aid: '1', lang: messages.language, server: '' },
    { server: '', language: 'en' },
  )
  const all = {
    ...screenStates(messages),
    ...allAccountStates(messages, bitmap),
    ...enterpriseStates(messages, enterprise),
    [accountPages]: allAccountPageStates(messages, account),
  }
  const shown = Object.entries(all).filter(
    ([name]) => request.many === null && [null, 'all', name].includes(request.screen),
  )
  return (
    <>
      <header>
        <h1>passport-login</h1>
        <Choice request={request} name="lang" values={languages} />
        <Choice request={request} name="theme" values={themes} />
      </header>
      {request.many !== null && (
        <Many
          request={{ kind: request.many, level: request.level, count: request.count }}
          look={look}
        />
      )}
      {request.many === null && (request.screen === null || request.screen === 'captcha') && (
        <section>
          <h2>captcha</h2>
          <div className="states is-wide">
            {Object.entries(captchaStates(samples, look))
              .filter(([name]) => request.state === null || name.startsWith(request.state))
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
          <div className={screen === accountPages ? 'states is-page' : 'states'}>
            {Object.entries(states)
              .filter(([name]) => request.state === null || request.state === name)
              .map(([name, shownState], at) => (
                <div className="state" key={name}>
                  <h3>{name}</h3>
                  <FrameProvider
                    frame={{
                      prefix: `${screen.replaceAll(' ', '-')}-${at}`,
                      messages,
                      settings,
                      returnQuery: '',
                    }}
                  >
                    {screen === accountPages
                      ? createElement('passport-account', host, shownState)
                      : createElement(
                          'passport-login',
                          host,
                          <div className="pl-root" lang={messages.language}>
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
  request: GalleryRequest
  name: 'lang' | 'theme'
  values: readonly string[]
}): ReactNode {
  return (
    <nav aria-label={props.name}>
      {props.values.map((value) => (
        <a
          key={value}
          href={`?${new URLSearchParams({ lang: props.request.lang, theme: props.request.theme, [props.name]: value })}`}
          aria-current={props.request[props.name] === value ? 'true' : undefined}
        >
          {value}
        </a>
      ))}
    </nav>
  )
}

const query = new URLSearchParams(location.search)
const request: GalleryRequest = {
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
const accountSheets = accountCss + accountPagesCss
sheet.replaceSync(
  themeCss + shellCss + screensCss + smallPartsCss + logoCss + accountSheets + enterpriseCss,
)
document.adoptedStyleSheets.push(sheet)
if (request.theme !== 'auto') document.documentElement.style.colorScheme = request.theme
document.documentElement.lang = request.lang
const language = toLanguage(request.lang)
const { messages } = await loadMessages[language]()
const [, { account }] = await loadAccountMessages[language]()
const [, { enterprise }] = await loadEnterpriseMessages[language]()
const { challenge: captchaMessages } = await loadCaptchaMessages[language]()
// Written beside this script by the build.
const samples = (await (await fetch('samples.json')).json()) as Samples
const bitmap = await drawSample()
const place = document.querySelector('#gallery')
if (place)
  createRoot(place).render(<Gallery messages={messages} samples={samples} request={request} />)
