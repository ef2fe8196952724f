import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import {
  fixtureFlow,
  fixturePasskey,
  type FormFixture,
  type PasskeyFixture,
} from './states/form-fixture.ts'
import type { Messages } from '../src/messages/messages.ts'
import { allAuthorizeMessages } from '../src/login/screens/authorize/messages/all-messages.ts'
import { AuthorizeScreen } from '../src/login/screens/authorize/screen.tsx'
import { authorizeStates } from './states/authorize.ts'
import { BlockedScreen } from '../src/login/screens/blocked/screen.tsx'
import { blockedStates } from './states/blocked.ts'
import { DoneScreen } from '../src/login/screens/done/screen.tsx'
import { doneStates } from './states/done.ts'
import { FailedScreen } from '../src/login/screens/failed/screen.tsx'
import { failedStates } from './states/failed.ts'
import { HostedScreen } from '../src/login/screens/hosted-sign-in/screen.tsx'
import { hostedStates } from './states/hosted-sign-in.ts'
import { IdentityScreen } from '../src/login/screens/identity/screen.tsx'
import { identityStates } from './states/identity.ts'
import { allInvitationMessages } from '../src/login/screens/invitation/messages/all-messages.ts'
import { InvitationScreen } from '../src/login/screens/invitation/screen.tsx'
import { invitationStates } from './states/invitation.ts'
import { CancelDeletionScreen } from '../src/login/screens/cancel-deletion/screen.tsx'
import { cancelDeletionStates } from './states/cancel-deletion.ts'
import { Waiting } from '../src/ui/waiting.tsx'
import { MovedScreen, MoveScreen } from '../src/login/screens/move/screen.tsx'
import { moveStates } from './states/move.ts'
import { LoginScreen } from '../src/login/screens/login/screen.tsx'
import { loginStates } from './states/login.ts'
import { PasskeyOfferScreen } from '../src/login/screens/passkey/offer.tsx'
import { ProviderList } from '../src/ui/providers/buttons.tsx'
import { providersStates } from './states/providers.ts'
import { QrScreen } from '../src/login/screens/qr/screen.tsx'
import { qrStates } from './states/qr.ts'
import { ResetPasswordScreen } from '../src/login/screens/reset-password/screen.tsx'
import { resetPasswordStates } from './states/reset-password.ts'
import type { ScreenProps } from '../src/ui/screen-props.ts'
import { NoSession } from '../src/login/screens/session/no-session.tsx'
import { SessionScreen } from '../src/login/screens/session/screen.tsx'
import { sessionStates } from './states/session.ts'
import { TwoStepView } from '../src/ui/two-step/screen.tsx'
import { twoStepStates } from './states/two-step.ts'
import { UserNameSignUpScreen } from '../src/login/screens/sign-up/by-user-name.tsx'
import { SignUpScreen } from '../src/login/screens/sign-up/screen.tsx'
import { signUpStates, userNameStates } from './states/sign-up.ts'
import { ThirdPartyScreen } from '../src/login/screens/third-party/screen.tsx'
import { thirdPartyStates } from './states/third-party.ts'
import type { Settings } from '../src/base/settings.ts'
import { FrameProvider, useFrame } from '../src/ui/frame.tsx'
import { mobileStates } from './mobile-states.tsx'
import { each, nothing, refuse } from './fixtures.tsx'

type Flow = ReturnType<typeof fixtureFlow>

const typing = { hasFocus: false, typedAddress: '', onTyped: nothing, onGo: nothing }

/** Every state of every sign-in screen. */
export function screenStates(messages: Messages): Record<string, Record<string, ReactNode>> {
  return {
    login: each(loginStates(messages), showing(LoginScreen)),
    'sign-up': each(signUpStates(messages), showing(SignUpScreen)),
    'sign-up by username': each(userNameStates(messages), showing(UserNameSignUpScreen)),
    providers: each(providersStates, (offered) => (
      <>
        <LoginScreen flow={fixtureFlow({})} {...typing} />
        <ProviderList flow={{ offered, open: () => false }} />
      </>
    )),
    'third-party': each(thirdPartyStates(messages), ({ state, isBusy, formError, link }) => (
      <ThirdPartyScreen
        flow={{
          $state: atom(state),
          $isBusy: atom(isBusy ?? false),
          $formError: atom(formError),
          link: fixtureFlow(link ?? {}),
          load: refuse,
          go: nothing,
          makeAccount: refuse,
          dispose: nothing,
        }}
        {...typing}
      />
    )),
    'reset-password': each(resetPasswordStates(messages), showing(ResetPasswordScreen)),
    identity: each(identityStates(messages), ({ state, isBusy, chosen, formError }) => (
      <IdentityScreen
        flow={{
          $state: atom(state),
          $isBusy: atom(isBusy ?? false),
          $chosen: atom(chosen ?? ''),
          $formError: atom(formError),
          load: refuse,
          choose: refuse,
          makeAccount: refuse,
        }}
        hasFocus={false}
        onGo={nothing}
      />
    )),
    invitation: each(invitationStates(messages), ({ state, isBusy, resendIn, formError }) => (
      <InvitationScreen
        flow={{
          $state: atom(state),
          $isBusy: atom(isBusy ?? false),
          $formError: atom(formError),
          $resendIn: atom(resendIn ?? 0),
          load: refuse,
          sendCode: refuse,
          accept: refuse,
          proceed: refuse,
          ask: refuse,
          decline: refuse,
          go: nothing,
          prepare: nothing,
          dispose: nothing,
        }}
        t={allInvitationMessages[messages.language]}
        hasFocus={false}
        onGo={nothing}
        addAddress={null}
      />
    )),
    authorize: each(authorizeStates(messages), ({ state, isBusy, formError }) => (
      <AuthorizeScreen
        flow={{
          $state: atom(state),
          $isBusy: atom(isBusy ?? false),
          $formError: atom(formError),
          login: fixtureFlow({}),
          load: refuse,
          allow: refuse,
          refuse,
          askOther: nothing,
          leaveAccount: refuse,
          dispose: nothing,
        }}
        t={allAuthorizeMessages[messages.language]}
        {...typing}
      />
    )),
    'passkey offer': each<PasskeyFixture>(
      {
        '': {},
        asking: { isBusy: true },
        slow: { isBusy: true, isSlow: true },
        cancelled: { end: 'cancelled' },
        'recovery codes': { codes: ['0123456789ABCDEF', 'FEDCBA9876543210'] },
      },
      (fixture) => (
        <PasskeyOfferScreen
          flow={{
            $isBusy: atom(fixture.isBusy ?? false),
            $formError: atom(fixture.formError),
            passkey: fixturePasskey(fixture),
            $codes: atom(fixture.codes ?? []),
            create: () => Promise.resolve(),
            finish: () => Promise.resolve(),
            decline: () => Promise.resolve(),
            dispose: nothing,
          }}
        />
      ),
    ),
    mobile: mobileStates(messages),
    'second-verify': each(twoStepStates(messages), (fixture) => (
      <TwoStepView
        wanted={fixture.wanted}
        flow={{
          $method: atom(fixture.method),
          account: 'ann@example.com',
          $remembers: atom(false),
          setRemembers: nothing,
          $sent: atom(fixture.sent ?? 0),
          $resendIn: atom(fixture.resendIn ?? 0),
          $isBusy: atom(fixture.isBusy ?? false),
          $formError: atom(fixture.formError),
          passkey: fixturePasskey(fixture.passkey),
          $codesLeft: atom(fixture.codesLeft),
          hasAccountPage: fixture.hasAccountPage ?? false,
          proceed: nothing,
          choose: nothing,
          sendCode: refuse,
          submit: refuse,
          close: nothing,
          dispose: nothing,
        }}
      />
    )),
    qr: each(qrStates(messages), (state) => (
      <QrScreen
        flow={{ $state: atom(state), renew: nothing, dispose: nothing }}
        hasFocus={false}
        onGo={nothing}
      />
    )),
    waiting: {
      'code on its way': <Waiting hasFailed={false} failures={0} onRetry={nothing} />,
      offline: <Waiting hasFailed failures={1} onRetry={nothing} />,
      lost: <Waiting hasFailed failures={2} onRetry={nothing} />,
    },
    blocked: each(blockedStates(messages), (rejection) => (
      <BlockedScreen rejection={rejection} text={rejection.message} onGo={nothing} />
    )),
    'keep-account': each(cancelDeletionStates(messages), ({ isBusy, formError, cancelAt }) => (
      <CancelDeletionScreen
        flow={{
          $isBusy: atom(isBusy),
          $formError: atom(formError),
          closesAt: cancelAt,
          keep: refuse,
        }}
        text={errorMessages[messages.language].account_cancelling}
        logId=""
        onGo={nothing}
      />
    )),
    moved: {
      'with a destination': <MovedScreen destination="/account" />,
      'nowhere to go': <MovedScreen destination="" />,
    },
    move: each(moveStates(messages), ({ what, isBusy, formError }) => (
      <MoveScreen
        flow={{ what, $isBusy: atom(isBusy), $formError: atom(formError), move: refuse }}
        destination=""
        onGo={nothing}
      />
    )),
    failed: each(failedStates(messages), (rejection) => (
      <FailedScreen rejection={rejection} onGo={nothing} />
    )),
    hosted: each(hostedStates, (flow) => <HostedScreen flow={flow} hasFocus={false} />),
    session: each(sessionStates, ({ person, hasDestination }) => (
      <SessionScreen
        person={person}
        hadFocus={false}
        onContinue={hasDestination ? nothing : undefined}
        onOther={nothing}
      />
    )),
    'no-session': {
      refused: (
        <With settings={{ server: 'https://id.example.com' }}>
          <NoSession />
        </With>
      ),
    },
    done: each(doneStates, (done, name) => (
      <With settings={{ service: name.endsWith('service') ? 'https://app.example/open' : '' }}>
        <DoneScreen view={{ name: 'done', ...done }} onConfirm={nothing} />
      </With>
    )),
  }
}

function showing(
  Screen: (props: ScreenProps<Flow>) => ReactNode,
): (fixture: FormFixture) => ReactNode {
  return (fixture) => (
    <With settings={{ verifyFirst: fixture.verifyFirst ?? false }}>
      <Screen flow={fixtureFlow(fixture)} {...typing} />
    </With>
  )
}

/** A page that wants something else than usual. */
function With(props: { settings: Partial<Settings>; children: ReactNode }): ReactNode {
  const frame = useFrame()
  const settings = { ...frame.settings, ...props.settings }
  return <FrameProvider frame={{ ...frame, settings }}>{props.children}</FrameProvider>
}
