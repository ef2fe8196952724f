import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDomClient from 'react-dom/client'
import type { SharedReact } from '../../../widget/captcha/registry.ts'

export { preact } from '../../../widget/captcha/standalone/preact.ts'
export { mountFallback } from '../../../widget/captcha/fallback.ts'
export { loadMessages } from '../../../widget/captcha/messages/load-messages.ts'
export { commonStates, puzzleStates } from '../../../widget/gallery/states/captcha.ts'
export { registry } from '../../../widget/captcha/registry.ts'
export { fixtureSession } from '../../../widget/gallery/states/fixture-session.ts'

/** The React modules that the element shares with the script of the captcha. */
export const fullReact: SharedReact = { react, jsxRuntime, reactDomClient }
