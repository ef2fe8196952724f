import { Fragment, render, type ComponentChild } from 'preact'
import { useCallback, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { jsx, jsxs } from 'preact/jsx-runtime'
import type { SharedReact } from '../registry.ts'

/** React's hook, for snapshots that can be compared. */
function useSyncExternalStore<Value>(
  subscribe: (changed: () => void) => () => void,
  snapshot: () => Value,
): Value {
  const [, redraw] = useState<Value>(snapshot)
  useLayoutEffect(() => {
    const changed = (): void => redraw(snapshot)
    // The snapshot may have changed since rendering.
    changed()
    return subscribe(changed)
  }, [subscribe, snapshot])
  return snapshot()
}

function createRoot(container: Element) {
  return {
    render: (children: ComponentChild) => render(children, container),
    unmount: () => render(null, container),
  }
}

const modules = {
  react: { useCallback, useEffect: useLayoutEffect, useId, useRef, useState, useSyncExternalStore },
  jsxRuntime: { Fragment, jsx, jsxs },
  reactDomClient: { createRoot },
}

/** Preact in place of React, for pages that have no element to share its own. */
// Its types name another JSX than React's; a test draws every state of the captcha with both.
export const preact = modules as unknown as SharedReact
