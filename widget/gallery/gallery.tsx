import { atom } from 'nanostores'
import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { languages, toLanguage } from '#protocol/common-params.ts'
import { stillFlow, type Still } from '../src/flows/still.ts'
import { loadTexts, type Texts } from '../src/messages/texts.ts'
import { BlockedScreen } from '../src/screens/blocked/screen.tsx'
import { blockedStates } from '../src/screens/blocked/states.ts'
import { DoneScreen } from '../src/screens/done/screen.tsx'
import { doneStates } from '../src/screens/done/states.ts'
import { IdentityScreen } from '../src/screens/identity/screen.tsx'
import { identityStates } from '../src/screens/identity/states.ts'
import { KeepAccountScreen } from '../src/screens/keep-account/screen.tsx'
import { keepAccountStates } from '../src/screens/keep-account/states.ts'
import { Waiting } from '../src/screens/lazy-screen.tsx'
import { LoginScreen } from '../src/screens/login/screen.tsx'
import { loginStates } from '../src/screens/login/states.ts'
import { HostedScreen } from '../src/screens/hosted/screen.tsx'
import { hostedStates } from '../src/screens/hosted/states.ts'
import { QrScreen } from '../src/screens/qr/screen.tsx'
import { qrStates } from '../src/screens/qr/states.ts'
import { ResetPasswordScreen } from '../src/screens/reset-password/screen.tsx'
import { resetPasswordStates } from '../src/screens/reset-password/states.ts'
import { sampleErrors } from '../src/screens/sample-errors.ts'
import type { ScreenProps } from '../src/screens/screen-props.ts'
import { SignUpScreen } from '../src/screens/sign-up/screen.tsx'
import { SecondVerifyView } from '../src/screens/second-verify/screen.tsx'
import { secondVerifyStates } from '../src/screens/second-verify/states.ts'
import { UserNameSignUpScreen } from '../src/screens/sign-up/by-user-name.tsx'
import { signUpStates, userNameStates } from '../src/screens/sign-up/states.ts'
import { ThirdPartyScreen } from '../src/screens/third-party/screen.tsx'
import { thirdPartyStates } from '../src/screens/third-party/states.ts'
import { readSettings, type Settings } from '../src/settings.ts'
import screensCss from '../src/styles/screens.css'
import shellCss from '../src/styles/shell.css'
import tokensCss from '../src/styles/tokens.css'
import { FrameProvider, useFrame } from '../src/ui/frame.tsx'
import { captchaStates, type Look, type Samples } from './captcha-states.tsx'
import { Many } from './many.tsx'
import { mobileStates } from './mobile-states.tsx'
import { allOwnStates, drawSample } from './own-states.tsx'

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

type Flow = ReturnType<typeof stillFlow>

function screenStates(texts: Texts): Record<string, Record<string, ReactNode>> {
  const still = (
    Screen: (props: ScreenProps<Flow>) => ReactNode,
    states: Record<string, Still>,
  ): Record<string, ReactNode> =>
    Object.fromEntries(
      Object.entries(states).map(([name, state]) => [
        name,
        <With key={name} settings={{ verifyFirst: state.verifyFirst ?? false }}>
          <Screen
            flow={stillFlow(state)}
            isReplacing={false}
            typedAddress=""
            onTyped={nothing}
            onGo={nothing}
          />
        </With>,
      ]),
    )
  return {
    login: still(LoginScreen, loginStates(texts)),
    'sign-up': still(SignUpScreen, signUpStates(texts)),
    'sign-up by user name': still(UserNameSignUpScreen, userNameStates(texts)),
    'third-party': Object.fromEntries(
      Object.entries(thirdPartyStates(texts)).map(([name, { state, isBusy, problem, link }]) => [
        name,
        <ThirdPartyScreen
          key={name}
          flow={{
            $state: atom(state),
            $isBusy: atom(isBusy ?? false),
            $problem: atom(problem),
            link: stillFlow(link ?? {}),
            load: refuse,
            go: nothing,
            makeAccount: refuse,
            dispose: nothing,
          }}
          isReplacing={false}
          typedAddress=""
          onTyped={nothing}
          onGo={nothing}
        />,
      ]),
    ),
    'reset-password': still(ResetPasswordScreen, resetPasswordStates(texts)),
    identity: Object.fromEntries(
      Object.entries(identityStates(texts)).map(([name, { state, isBusy, chosen, problem }]) => [
        name,
        <IdentityScreen
          key={name}
          flow={{
            $state: atom(state),
            $isBusy: atom(isBusy ?? false),
            $chosen: atom(chosen ?? ''),
            $problem: atom(problem),
            load: refuse,
            choose: refuse,
            makeAccount: refuse,
          }}
          isReplacing={false}
          onGo={nothing}
        />,
      ]),
    ),
    mobile: mobileStates(texts),
    ...allOwnStates(texts, bitmap),
    'second-verify': Object.fromEntries(
      Object.entries(secondVerifyStates(texts)).map(([name, state]) => [
        name,
        <SecondVerifyView
          key={name}
          wanted={state.wanted}
          flow={{
            $way: atom(state.way),
            account: 'ann@example.com',
            $sent: atom(state.sent ?? 0),
            $resendIn: atom(state.resendIn ?? 0),
            $isBusy: atom(state.isBusy ?? false),
            $problem: atom(state.problem),
            choose: nothing,
            sendCode: refuse,
            submit: refuse,
            close: nothing,
            dispose: nothing,
          }}
        />,
      ]),
    ),
    qr: Object.fromEntries(
      Object.entries(qrStates).map(([name, state]) => [
        name,
        <QrScreen
          key={name}
          flow={{ $state: atom(state), renew: nothing, dispose: nothing }}
          isReplacing={false}
          onGo={nothing}
        />,
      ]),
    ),
    waiting: {
      'code on its way': <Waiting hasFailed={false} onRetry={nothing} />,
      offline: <Waiting hasFailed onRetry={nothing} />,
    },
    blocked: Object.fromEntries(
      Object.entries(blockedStates(texts)).map(([name, refusal]) => [
        name,
        <BlockedScreen key={name} refusal={refusal} text={refusal.message} onGo={nothing} />,
      ]),
    ),
    'keep-account': Object.fromEntries(
      Object.entries(keepAccountStates(texts)).map(([name, { isBusy, problem, cancelAt }]) => [
        name,
        <KeepAccountScreen
          key={name}
          flow={{
            $isBusy: atom(isBusy),
            $problem: atom(problem),
            keep: () => Promise.resolve(false),
          }}
          refusal={{
            name: 'account_cancelling',
            code: 1075,
            message: '',
            data: { cancel_at: cancelAt },
            logId: '',
          }}
          text={sampleErrors[texts.language].account_cancelling}
          onGo={nothing}
        />,
      ]),
    ),
    hosted: Object.fromEntries(
      Object.entries(hostedStates).map(([name, flow]) => [
        name,
        <HostedScreen key={name} flow={flow} isReplacing={false} />,
      ]),
    ),
    done: Object.fromEntries(
      Object.entries(doneStates).map(([name, outcome]) => [
        name,
        <With
          key={name}
          settings={{ service: name.endsWith('service') ? 'https://app.example/open' : '' }}
        >
          <DoneScreen outcome={outcome} onGo={nothing} />
        </With>,
      ]),
    ),
  }
}

const refuse = (): Promise<boolean> => Promise.resolve(false)

/** A page that wants something else than usual. */
function With(props: { settings: Partial<Settings>; children: ReactNode }): ReactNode {
  const frame = useFrame()
  const settings = { ...frame.settings, ...props.settings }
  return <FrameProvider frame={{ ...frame, settings }}>{props.children}</FrameProvider>
}

function nothing(): void {
  // The gallery stands still.
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
  const shown = Object.entries(screenStates(texts)).filter(
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
sheet.replaceSync(tokensCss + shellCss + screensCss)
document.adoptedStyleSheets.push(sheet)
if (wish.theme !== 'auto') document.documentElement.style.colorScheme = wish.theme
document.documentElement.lang = wish.lang
const { texts } = await loadTexts[toLanguage(wish.lang)]()
// Written beside this script by the build.
const samples = (await (await fetch('samples.json')).json()) as Samples
const bitmap = await drawSample()
const place = document.querySelector('#gallery')
if (place) createRoot(place).render(<Gallery texts={texts} samples={samples} wish={wish} />)
