import type * as React from 'react'
import type * as JsxRuntime from 'react/jsx-runtime'
import type * as ReactDomClient from 'react-dom/client'
import type { Subtype } from '#protocol/captcha/subtypes.ts'
import type { Messages } from './messages/messages.ts'
import type { Session } from './session.ts'
import { REGISTRY_NAME } from './version.ts'

/** What the script uses of React, as the page already has it, so that it need not bring its own. */
export interface SharedReact {
  react: Pick<
    typeof React,
    'useCallback' | 'useEffect' | 'useId' | 'useRef' | 'useState' | 'useSyncExternalStore'
  >
  jsxRuntime: Pick<typeof JsxRuntime, 'Fragment' | 'jsx' | 'jsxs'>
  reactDomClient: Pick<typeof ReactDomClient, 'createRoot'>
}

/** What the script is given to draw. */
export interface Scene {
  container: HTMLElement
  session: Session
  messages: Messages
  /** Kind that the decision asks for. */
  kind: Subtype
}

/** Draws a session into a container; answers how to take it away again. */
export type Mount = (scene: Scene) => () => void

/** Where page and script meet, one for each version of the check. */
export interface Registry {
  shared: SharedReact | undefined
  /** By script element: a script that was given up may still run, but nobody looks at its entry. */
  readonly mounts: Map<Element | null, Mount>
  policy: Pick<TrustedTypePolicy, 'createScriptURL'> | undefined
}

interface TrustedTypePolicy {
  createScriptURL(address: string): string
}

const KEY = Symbol.for(REGISTRY_NAME)

/** The registry of this page. The script's build reads `shared` from it under the same key. */
export function registry(): Registry {
  const place = globalThis as { [KEY]?: Registry }
  place[KEY] ??= { shared: undefined, mounts: new Map(), policy: undefined }
  return place[KEY]
}
