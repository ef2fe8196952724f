import type { SharedReact } from '../../registry.ts'
import { Fragment, jsx } from './element.ts'
import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from './hooks.ts'
import { createRoot } from './render.ts'

const parts = {
  react: { Fragment, useCallback, useEffect, useId, useRef, useState, useSyncExternalStore },
  jsxRuntime: { Fragment, jsx, jsxs: jsx },
  reactDomClient: { createRoot },
}

/** As much of React as the check draws with, for pages that have none. */
// The check uses these names and no others; a test draws all of it with both.
export const tinyReact = parts as unknown as SharedReact
