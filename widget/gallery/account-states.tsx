import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import type { LinkedAccountsStep } from '../src/account/flows/linked-accounts.ts'
import type { PictureStep } from '../src/account/flows/profile.ts'
import type { Messages } from '../src/messages/messages.ts'
import { BindScreen } from '../src/account/screens/bind/screen.tsx'
import { bindStates, type BindFixture } from './states/bind.ts'
import { AccountDeletionScreen } from '../src/account/screens/account-deletion/screen.tsx'
import { accountDeletionStates } from './states/account-deletion.ts'
import { AccountPasswordScreen } from '../src/account/screens/account-password/screen.tsx'
import { accountPasswordStates } from './states/account-password.ts'
import { AccountGate, AccountFrame } from '../src/account/screens/account/gate.tsx'
import { accountStates, fixtureAccount } from './states/account.ts'
import { ProfileScreen } from '../src/account/screens/profile/screen.tsx'
import { profileStates, type ProfileFixture } from './states/profile.ts'
import { each, fixtureQuery, nothing, refuse, stay } from './fixtures.tsx'

type Shown = Record<string, ReactNode>

/** Every state of every screen about the account. */
export function allAccountStates(messages: Messages, bitmap: ImageBitmap): Record<string, Shown> {
  return {
    own: inAccountFrame(accountStates(messages), (state) => (
      <AccountGate
        account={fixtureAccount(state)}
        title={messages.bind.title}
        hasFocus={false}
        onGo={nothing}
      >
        {() => null}
      </AccountGate>
    )),
    bind: inAccountFrame(bindStates(messages), bind),
    'own-password': inAccountFrame(accountPasswordStates(messages), (fixture) => (
      <AccountPasswordScreen
        flow={{
          $isBusy: atom(fixture.isBusy ?? false),
          $formError: atom(fixture.formError),
          $done: atom(fixture.done),
          submit: refuse,
          again: nothing,
          prepare: nothing,
        }}
        user={fixture.user}
        hasFocus={false}
        onForgot={nothing}
      />
    )),
    'close-account': inAccountFrame(accountDeletionStates(messages), (fixture) => (
      <AccountDeletionScreen
        flow={{
          $step: atom(fixture.step),
          $isBusy: atom(fixture.isBusy ?? false),
          $formError: atom(fixture.formError),
          check: refuse,
          submit: refuse,
          back: nothing,
          dispose: nothing,
        }}
        hasFocus={false}
        onGo={nothing}
      />
    )),
    profile: inAccountFrame(profileStates(messages, bitmap), profile),
  }
}

/** A picture to cut: a horizon, wider than high. */
export function drawSample(): Promise<ImageBitmap> {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 420
  const context = canvas.getContext('2d')
  if (context) {
    const sky = context.createLinearGradient(0, 0, 0, 420)
    sky.addColorStop(0, '#3b5bd0')
    sky.addColorStop(0.6, '#f2b8a0')
    context.fillStyle = sky
    context.fillRect(0, 0, 640, 420)
    context.fillStyle = '#fff3d6'
    context.beginPath()
    context.arc(400, 190, 46, 0, 2 * Math.PI)
    context.fill()
    context.fillStyle = '#1d2b4f'
    context.beginPath()
    context.moveTo(0, 420)
    for (const [x, y] of [
      [0, 300],
      [120, 220],
      [220, 320],
      [330, 230],
      [480, 340],
      [640, 250],
      [640, 420],
    ] as const) {
      context.lineTo(x, y)
    }
    context.fill()
  }
  return createImageBitmap(canvas)
}

function inAccountFrame<Fixture>(
  states: Record<string, Fixture>,
  show: (fixture: Fixture) => ReactNode,
): Shown {
  return each(states, (fixture) => <AccountFrame>{show(fixture)}</AccountFrame>)
}

function bind(fixture: BindFixture): ReactNode {
  return (
    <BindScreen
      addresses={{
        $step: atom(fixture.step),
        $isBusy: atom(fixture.isBusy ?? false),
        $formError: atom(fixture.formError),
        begin: nothing,
        submit: refuse,
        restart: nothing,
        close: nothing,
        prepare: nothing,
        dispose: nothing,
      }}
      connections={{
        $rows: atom(fixture.rows),
        $step: atom<LinkedAccountsStep>(fixture.links ?? { at: 'list' }),
        $isBusy: atom(false),
        $formError: atom(fixture.linkError),
        load: refuse,
        open: () => false,
        unlink: refuse,
        needsStepUp: () => false,
        proveToLink: nothing,
        close: nothing,
        dispose: nothing,
      }}
      user={fixture.user}
      hasFocus={false}
      onGo={nothing}
    />
  )
}

function profile(fixture: ProfileFixture): ReactNode {
  return (
    <ProfileScreen
      picture={{
        $step: atom<PictureStep>(fixture.picture ?? { at: 'shown', isSaved: false }),
        ready: fixtureQuery(fixture.ready ?? [], {}),
        $isBusy: atom(false),
        $formError: atom(fixture.pictureError),
        choose: refuse,
        upload: refuse,
        take: refuse,
        cancel: nothing,
        dispose: nothing,
      }}
      names={{
        $isSaved: atom(fixture.isSaved ?? false),
        $remaining: atom(fixture.remaining ?? {}),
        $suggested: atom(fixture.suggested),
        $isBusy: atom(fixture.isBusy ?? false),
        $formError: atom(fixture.formError),
        load: stay,
        suggest: refuse,
        submit: refuse,
        prepare: nothing,
      }}
      user={fixture.user}
      hasFocus={false}
    />
  )
}
