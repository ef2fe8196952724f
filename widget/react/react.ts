import react from 'react'

/** React's functions by name: of a package in the older format, bundlers keep each use as a look-up. */
export const {
  createContext,
  createElement,
  Fragment,
  use,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} = react
