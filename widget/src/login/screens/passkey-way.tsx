import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Instance } from '../../base/instance.ts'
import { ActionButton } from '../../ui/button.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import type { PasskeySignIn } from '../flows/passkey-sign-in.ts'
import type * as lazyParts from './passkey/lazy-parts.ts'

interface Ready {
  parts: typeof lazyParts
  flow: PasskeySignIn
}

/** Time after which the code is loaded: the form comes first. */
const IDLE_MS = 300

const $yes = atom(true)
const $no = atom(false)

type Begin = (create: (instance: Instance) => PasskeySignIn) => PasskeySignIn

/** Loads the code once; after a failure, again. */
function makeLoader(begin: Begin): () => Promise<Ready> {
  let loading: Promise<Ready> | undefined
  return () =>
    (loading ??= import('./passkey/lazy-parts.ts').then(
      (parts) => ({ parts, flow: begin(parts.createPasskeySignIn) }),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
}

/** A button that signs in with a passkey; its code comes when the form is ready, or when it is pressed. */
export function PasskeyWay(props: {
  /** Makes a flow of the element that shows it. */
  begin: Begin
}): ReactNode {
  const { begin } = props
  const { settings, messages } = useFrame()
  const [ready, setReady] = useState<Ready>()
  const [isPressed, setPressed] = useState(false)
  const load = useMemo(() => makeLoader(begin), [begin])
  useEffect(() => {
    let flow: PasskeySignIn | undefined
    const timer = setTimeout(() => {
      load().then(
        (made) => {
          ;({ flow } = made)
          setReady(made)
          void flow.wait()
        },
        // Nobody has asked for it yet; the button tries again.
        () => undefined,
      )
    }, IDLE_MS)
    return () => {
      clearTimeout(timer)
      flow?.dispose()
    }
  }, [load])

  async function press(): Promise<void> {
    setPressed(true)
    try {
      const made = await load()
      setReady(made)
      await made.flow.signIn()
    } finally {
      setPressed(false)
    }
  }

  const isOffered = useStore(
    ready ? ready.flow.$isOffered : settings.pages === undefined ? $no : $yes,
  )
  const isBusy = useStore(ready?.flow.$isBusy ?? $no)
  return (
    isOffered && (
      <div {...partProps('passkey', 'form', 'scripted')}>
        {ready && <ready.parts.PasskeyState flow={ready.flow} />}
        <ActionButton variant="button-plain" isBusy={isPressed || isBusy} onClick={press}>
          {messages.common.byPasskey}
        </ActionButton>
      </div>
    )
  )
}
