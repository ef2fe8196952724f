import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import type { BindFlow } from '../src/account/flows/bind.ts'
import type { LinkedAccountsStep } from '../src/account/flows/linked-accounts.ts'
import type { PictureStep } from '../src/account/flows/profile.ts'
import type { Messages } from '../src/messages/messages.ts'
import { Addresses } from '../src/account/screens/bind/addresses.tsx'
import { AddressesStepScreen } from '../src/account/screens/bind/addresses-step.tsx'
import { LinkedAccounts } from '../src/account/screens/bind/linked-accounts.tsx'
import { bindStates, type BindFixture } from './states/bind.ts'
import { AccountDeletionScreen } from '../src/account/screens/account-deletion/screen.tsx'
import { accountDeletionStates } from './states/account-deletion.ts'
import { AccountPasswordForm } from '../src/account/screens/account-password/screen.tsx'
import { accountPasswordStates } from './states/account-password.ts'
import { ActionNotice } from '../src/account/screens/account/parts.tsx'
import { accountStates } from './states/account.ts'
import { Names } from '../src/account/screens/profile/names.tsx'
import { Picture } from '../src/account/screens/profile/picture.tsx'
import { partProps } from '../src/ui/part-props.ts'
import { profileStates, type ProfileFixture } from './states/profile.ts'
import { each, fixtureQuery, nothing, refuse, stay } from './fixtures.tsx'

type Shown = Record<string, ReactNode>

/** Every state of every screen about the account. */
export function allAccountStates(messages: Messages, bitmap: ImageBitmap): Record<string, Shown> {
  return {
    own: inAccountFrame(accountStates(messages), (state) => (
      <AddressesStepScreen
        flow={bindFlow({ step: { at: 'list' } })}
        state={state}
        hasFocus={false}
        onGo={nothing}
        onRetry={nothing}
      />
    )),
    bind: inAccountFrame(bindStates(messages), bind),
    'own-password': inAccountFrame(accountPasswordStates(messages), (fixture) => {
      const flow = {
        $isBusy: atom(fixture.isBusy ?? false),
        $formError: atom(fixture.formError),
        submit: refuse,
        prepare: nothing,
      }
      return (
        <>
          <AccountPasswordForm flow={flow} user={fixture.user} onForgot={nothing} />
          <ActionNotice formAction={flow} />
        </>
      )
    }),
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
  return each(states, (fixture) => <div {...partProps('own')}>{show(fixture)}</div>)
}

function bindFlow(fixture: Pick<BindFixture, 'step' | 'isBusy' | 'formError'>): BindFlow {
  return {
    $step: atom(fixture.step),
    $isBusy: atom(fixture.isBusy ?? false),
    $formError: atom(fixture.formError),
    begin: nothing,
    submit: refuse,
    restart: nothing,
    close: nothing,
    prepare: nothing,
    dispose: nothing,
  }
}

function bind(fixture: BindFixture): ReactNode {
  return (
    <>
      <Addresses flow={bindFlow(fixture)} user={fixture.user} onGo={nothing} />
      {fixture.step.at === 'list' && (
        <LinkedAccounts
          flow={{
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
          onGo={nothing}
        />
      )}
    </>
  )
}

function profile(fixture: ProfileFixture): ReactNode {
  const step: PictureStep = fixture.picture ?? { at: 'shown' }
  return (
    <>
      <Picture
        flow={{
          $step: atom(step),
          ready: fixtureQuery(fixture.ready ?? [], {}),
          $isBusy: atom(false),
          $formError: atom(fixture.pictureError),
          choose: refuse,
          upload: refuse,
          take: refuse,
          cancel: nothing,
          dispose: nothing,
        }}
        user={fixture.user}
      />
      {step.at === 'shown' && (
        <Names
          flow={{
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
        />
      )}
    </>
  )
}
