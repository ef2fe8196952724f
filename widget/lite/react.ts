import { useState } from 'preact/compat'

// By name, so that what nobody uses is left out; a name that is missing here fails the build.
export {
  createContext,
  createElement,
  Fragment,
  startTransition,
  use,
  useCallback,
  // As React does after what a person did: the focus is where it belongs before anything is painted.
  useLayoutEffect as useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'preact/compat'

let ids = 0

/** An id of our own counting: Preact's begin anew with every root, and collide. */
export function useId(): string {
  const [id] = useState(() => `pl-u${(ids += 1)}`)
  return id
}
