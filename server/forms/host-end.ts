import type { Language } from '#protocol/common-params.ts'
import { renderProblemPage } from './problem-page.ts'
import { signedInPage } from './signed-in-page.ts'
import type { Config } from '../config/config.ts'
import type { PlainReply } from '../calls/call.ts'
import type { ExchangeCode } from '../sso/exchange-code.ts'

// Tells the page that opened this popup, if its address is the one that was registered. Where
// nobody hears it, since the way here cut the two windows apart, the popup goes there itself.
const page = signedInPage(`
const way = document.getElementById('way')
const { code, state, iss, opener: origin } = way.dataset
const goOn = () => location.replace(way.href)
if (window.opener) {
  const timer = setTimeout(goOn, 2000)
  addEventListener('message', (event) => {
    if (event.origin !== origin || event.data?.type !== 'passport-host-heard') return
    clearTimeout(timer)
    close()
  })
  window.opener.postMessage({ type: 'passport-host-code', code, state, iss }, origin)
} else goOn()
`)

const problems: Record<Language, string> = {
  en: 'You cannot be signed in for this page',
  ja: 'このページにはサインインできません',
  zh: '无法为此页面登录',
}

/** The end of a popup: it hands the code to the page that waits; without script it shows a link. */
export function renderHostEnd(
  config: Config,
  language: Language,
  { code, state, iss, redirect_url: way, opener }: ExchangeCode & { opener: string },
): PlainReply {
  const reply = page(config, language, { way, data: { code, state, iss, opener } })
  return {
    ...reply,
    headers: {
      ...reply.headers,
      // Any other value would cut the popup off the page that waits for it.
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'no-referrer',
    },
  }
}

/** Says that a page asked for something it may not; nobody is sent there. */
export function renderHostProblem(config: Config, language: Language, problem: string): PlainReply {
  return renderProblemPage(config, language, problem, { title: problems[language] })
}
