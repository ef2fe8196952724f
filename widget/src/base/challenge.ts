import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { createRoot } from 'react-dom/client'
import { ChallengeClosed } from '../../captcha/errors.ts'
import type { SharedReact } from '../../captcha/registry.ts'
import type { openCaptcha as OpenCaptcha } from './captcha.ts'
import { LostCodeError } from '../client/errors.ts'
import { emit } from './emit.ts'
import type { PassportEvents } from './events.ts'
import type { Settings } from './settings.ts'

let failures = 0

/**
 * Has a captcha passed: by the page itself when it prevents `passport-challenge`, else by ours,
 * whose code comes only now.
 * @throws ChallengeClosed when the person gave up, LostCodeError when ours cannot be loaded
 */
export function openChallenge(
  element: HTMLElement,
  decision: string,
  settings: Settings,
  signal: AbortSignal,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const detail: PassportEvents['passport-challenge'] = {
      decision,
      pass: () => resolve(undefined),
      close: () => reject(new ChallengeClosed()),
    }
    if (!emit(element, 'passport-challenge', detail)) return
    const ours = loadCaptcha(settings)
    resolve(ours.then((open) => open(element, decision, settings, signal, shared)))
  })
}

/** Loads our captcha and its messages, which it needs before it can show or tell anything. */
async function loadCaptcha({ language }: Settings): Promise<typeof OpenCaptcha> {
  try {
    const { loadMessages, openCaptcha } = await import('./captcha.ts')
    await loadMessages[language]()
    return openCaptcha
  } catch (cause) {
    failures += 1
    throw new LostCodeError(failures, cause)
  }
}

/** The captcha script contains no React. */
const shared: SharedReact = {
  react: { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore },
  jsxRuntime: { Fragment, jsx, jsxs },
  reactDomClient: { createRoot },
}
