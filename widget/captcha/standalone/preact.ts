import {
  useCallback,
  useLayoutEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'preact/compat'
import { createRoot } from 'preact/compat/client'
import { Fragment, jsx, jsxs } from 'preact/jsx-runtime'
import type { SharedReact } from '../registry.ts'

const modules = {
  react: { useCallback, useEffect: useLayoutEffect, useId, useRef, useState, useSyncExternalStore },
  jsxRuntime: { Fragment, jsx, jsxs },
  reactDomClient: { createRoot },
}

/** Preact in place of React, for pages that have no element to share its own. */
// Its types name another JSX than React's; a test draws every state of the captcha with both.
export const preact = modules as unknown as SharedReact
