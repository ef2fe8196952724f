import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import { fixtureFlow, type FormFixture } from '../src/flows/form-fixture.ts'
import type { Messages } from '../src/messages/messages.ts'
import { allAuthorizeMessages } from '../src/screens/authorize/messages/all-messages.ts'
import { AuthorizeScreen } from '../src/screens/authorize/screen.tsx'
import { authorizeStates } from '../src/screens/authorize/states.ts'
import { BlockedScreen } from '../src/screens/blocked/screen.tsx'
import { blockedStates } from '../src/screens/blocked/states.ts'
import { DoneScreen } from '../src/screens/done/screen.tsx'
import { doneStates } from '../src/screens/done/states.ts'
import { FailedScreen } from '../src/screens/failed/screen.tsx'
import { failedStates } from '../src/screens/failed/states.ts'
import { HostedScreen } from '../src/screens/hosted-sign-in/screen.tsx'
import { hostedStates } from '../src/screens/hosted-sign-in/states.ts'
import { IdentityScreen } from '../src/screens/identity/screen.tsx'
import { identityStates } from '../src/screens/identity/states.ts'
import { allInvitationMessages } from '../src/screens/invitation/messages/all-messages.ts'
import { InvitationScreen } from '../src/screens/invitation/screen.tsx'
import { invitationStates } from '../src/screens/invitation/states.ts'
import { CancelDeletionScreen } from '../src/screens/cancel-deletion/screen.tsx'
import { cancelDeletionStates } from '../src/screens/cancel-deletion/states.ts'
import { Waiting } from '../src/screens/lazy-screen.tsx'
import { MovedScreen, MoveScreen } from '../src/screens/move/screen.tsx'
import { moveStates } from '../src/screens/move/states.ts'
import { LoginScreen } from '../src/screens/login/screen.tsx'
import { loginStates } from '../src/screens/login/states.ts'
import { ProviderList } from '../src/screens/providers/buttons.tsx'
import { providersStates } from '../src/screens/providers/states.ts'
import { QrScreen } from '../src/screens/qr/screen.tsx'
import { qrStates } from '../src/screens/qr/states.ts'
import { ResetPasswordScreen } from '../src/screens/reset-password/screen.tsx'
import { resetPasswordStates } from '../src/screens/reset-password/states.ts'
import type { ScreenProps } from '../src/screens/screen-props.ts'
import { NoSession } from '../src/screens/session/no-session.tsx'
import { SessionScreen } from '../src/screens/session/screen.tsx'
import { sessionStates } from '../src/screens/session/states.ts'
import { TwoStepView } from '../src/screens/two-step/screen.tsx'
import { twoStepStates } from '../src/screens/two-step/states.ts'
import { UserNameSignUpScreen } from '../src/screens/sign-up/by-user-name.tsx'
import { SignUpScreen } from '../src/screens/sign-up/screen.tsx'
import { signUpStates, userNameStates } from '../src/screens/sign-up/states.ts'
import { ThirdPartyScreen } from '../src/screens/third-party/screen.tsx'
import { thirdPartyStates } from '../src/screens/third-party/states.ts'
import type { Settings } from '../src/settings.ts'
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
          go: nothing,
          leaveAccount: refuse,
          dispose: nothing,
        }}
        t={allAuthorizeMessages[messages.language]}
        {...typing}
      />
    )),
    mobile: mobileStates(messages),
    'second-verify': each(twoStepStates(messages), (fixture) => (
      <TwoStepView
        wanted={fixture.wanted}
        flow={{
          $method: atom(fixture.method),
          account: 'ann@example.com',
          $sent: atom(fixture.sent ?? 0),
          $resendIn: atom(fixture.resendIn ?? 0),
          $isBusy: atom(fixture.isBusy ?? false),
          $formError: atom(fixture.formError),
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
        flow={{ $isBusy: atom(isBusy), $formError: atom(formError), keep: refuse }}
        rejection={{
          name: 'account_cancelling',
          code: 1075,
          message: '',
          data: { cancel_at: cancelAt },
          logId: '',
        }}
        text={errorMessages[messages.language].account_cancelling}
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
    session: each(sessionStates, ({ user, hasDestination }) => (
      <SessionScreen
        user={user}
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
        <DoneScreen view={{ name: 'done', ...done }} onGo={nothing} />
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
