import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import type { ConnectionStep } from '../src/flows/connections.ts'
import type { PictureStep } from '../src/flows/profile.ts'
import type { Messages } from '../src/messages/messages.ts'
import { BindScreen } from '../src/screens/bind/screen.tsx'
import { bindStates, type BindStill } from '../src/screens/bind/states.ts'
import { CloseAccountScreen } from '../src/screens/close-account/screen.tsx'
import { closeAccountStates } from '../src/screens/close-account/states.ts'
import { OwnPasswordScreen } from '../src/screens/own-password/screen.tsx'
import { ownPasswordStates } from '../src/screens/own-password/states.ts'
import { OwnGate, OwnRoom } from '../src/screens/own/gate.tsx'
import { ownStates, stillAccount } from '../src/screens/own/states.ts'
import { ProfileScreen } from '../src/screens/profile/screen.tsx'
import { profileStates, type ProfileStill } from '../src/screens/profile/states.ts'
import { each, nothing, refuse } from './still.tsx'

type Shown = Record<string, ReactNode>

const stay = (): Promise<void> => Promise.resolve()

/** Every state of every screen about one's own account. */
export function allOwnStates(messages: Messages, bitmap: ImageBitmap): Record<string, Shown> {
  return {
    own: inRoom(ownStates(messages), (state) => (
      <OwnGate
        account={stillAccount(state)}
        title={messages.bind.title}
        isReplacing={false}
        onGo={nothing}
      >
        {() => null}
      </OwnGate>
    )),
    bind: inRoom(bindStates(messages), bind),
    'own-password': inRoom(ownPasswordStates(messages), (still) => (
      <OwnPasswordScreen
        flow={{
          $isBusy: atom(still.isBusy ?? false),
          $problem: atom(still.problem),
          $done: atom(still.done),
          submit: refuse,
          again: nothing,
          prepare: nothing,
        }}
        user={still.user}
        isReplacing={false}
        onForgot={nothing}
      />
    )),
    'close-account': inRoom(closeAccountStates(messages), (still) => (
      <CloseAccountScreen
        flow={{
          $step: atom(still.step),
          $isBusy: atom(still.isBusy ?? false),
          $problem: atom(still.problem),
          check: refuse,
          submit: refuse,
          back: nothing,
          dispose: nothing,
        }}
        isReplacing={false}
        onGo={nothing}
      />
    )),
    profile: inRoom(profileStates(messages, bitmap), profile),
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

function inRoom<Still>(states: Record<string, Still>, show: (still: Still) => ReactNode): Shown {
  return each(states, (still) => <OwnRoom>{show(still)}</OwnRoom>)
}

function bind(still: BindStill): ReactNode {
  return (
    <BindScreen
      addresses={{
        $step: atom(still.step),
        $isBusy: atom(still.isBusy ?? false),
        $problem: atom(still.problem),
        begin: nothing,
        submit: refuse,
        restart: nothing,
        close: nothing,
        prepare: nothing,
        dispose: nothing,
      }}
      connections={{
        $rows: atom(still.rows),
        $step: atom<ConnectionStep>(still.links ?? { at: 'list' }),
        $isBusy: atom(false),
        $problem: atom(still.linkProblem),
        load: refuse,
        open: () => false,
        unlink: refuse,
        needsProof: () => false,
        proveToLink: nothing,
        close: nothing,
        dispose: nothing,
      }}
      user={still.user}
      isReplacing={false}
      onGo={nothing}
    />
  )
}

function profile(still: ProfileStill): ReactNode {
  return (
    <ProfileScreen
      picture={{
        $step: atom<PictureStep>(still.picture ?? { at: 'shown', isSaved: false }),
        $ready: atom(still.ready ?? []),
        $isBusy: atom(false),
        $problem: atom(still.pictureProblem),
        load: stay,
        choose: refuse,
        upload: refuse,
        take: refuse,
        cancel: nothing,
        dispose: nothing,
      }}
      names={{
        $isSaved: atom(still.isSaved ?? false),
        $remaining: atom(still.remaining ?? {}),
        $suggested: atom(still.suggested),
        $isBusy: atom(still.isBusy ?? false),
        $problem: atom(still.problem),
        load: stay,
        suggest: refuse,
        submit: refuse,
        prepare: nothing,
      }}
      user={still.user}
      isReplacing={false}
    />
  )
}
