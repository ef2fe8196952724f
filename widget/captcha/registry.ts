import type * as React from 'react'
import type * as JsxRuntime from 'react/jsx-runtime'
import type * as ReactDomClient from 'react-dom/client'
import type { KindName } from '#protocol/captcha/kind-codes.ts'
import type { Messages } from './messages/messages.ts'
import type { Session } from './session.ts'
import { REGISTRY_NAME } from './version.ts'

/** Functions of React that the page lends to the captcha script. */
export interface SharedReact {
  react: Pick<
    typeof React,
    'useCallback' | 'useEffect' | 'useId' | 'useRef' | 'useState' | 'useSyncExternalStore'
  >
  jsxRuntime: Pick<typeof JsxRuntime, 'Fragment' | 'jsx' | 'jsxs'>
  reactDomClient: Pick<typeof ReactDomClient, 'createRoot'>
}

/** Arguments that the script draws from. */
export interface Scene {
  container: HTMLElement
  session: Session
  messages: Messages
  /** Kind of the decision. */
  kind: KindName
}

/** Draws a session into a container; returns a function that removes it. */
export type Mount = (scene: Scene) => () => void

/** Shared by page and script, one for each version of the captcha. */
export interface Registry {
  shared: SharedReact | undefined
  /** By script element: an abandoned script may still run, but its entry is ignored. */
  readonly mounts: Map<Element | null, Mount>
  policy: Pick<TrustedTypePolicy, 'createScriptURL'> | undefined
}

interface TrustedTypePolicy {
  createScriptURL(address: string): string
}

const KEY = Symbol.for(REGISTRY_NAME)

/** Returns the page's registry; the script reads `shared` from it under the same key. */
export function registry(): Registry {
  const place = globalThis as { [KEY]?: Registry }
  place[KEY] ??= { shared: undefined, mounts: new Map(), policy: undefined }
  return place[KEY]
}
