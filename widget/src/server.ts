import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from './login/app.tsx'
import { createInstance } from './base/create-instance.ts'
import { allMessages } from './messages/all-messages.ts'
import { ProviderButtons } from './ui/providers/buttons.tsx'
import { provideProviders } from './ui/providers/providers.tsx'
import { provideScreen } from './ui/lazy-screens.ts'
import { ResetPassword, SignUp } from './login/screens/with-new-password.tsx'
import { attributeNames, readSettings, type AttributeName, type Settings } from './base/settings.ts'

provideProviders(ProviderButtons)
provideScreen('sign-up', SignUp)
provideScreen('reset-password', ResetPassword)

/** Attributes of the element to render, by their names in HTML. */
export type RenderOptions = Partial<Record<AttributeName, string | number>> & {
  aid: string | number
  /** Puts the cursor into the first field once the element works. */
  autofocus?: boolean
  /** Begins every id in the markup; give each element of a page its own. */
  prefix?: string
}

/**
 * Renders the whole element to HTML that works as a plain form before, or without, its script.
 * The page links `/passport-login.css`. Without `server` the forms post to the page's own origin.
 * @throws TypeError for an attribute that cannot be used
 */
export function renderPassportLogin(options: RenderOptions): string {
  const { prefix = 'pl', autofocus = false, ...given } = options
  const attributes = Object.fromEntries(
    attributeNames.flatMap((name) => {
      const value = name === 'server' ? (given.server ?? '') : given[name]
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
  const { settings, attributeErrors } = readSettings(attributes, { server: '', language: 'en' })
  const error = attributeErrors[0]
  if (error) {
    throw new TypeError(`passport-login: ${error.attribute}="${error.value}": ${error.message}`)
  }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escape(value)}"`)
  const markup = renderMarkup(settings, prefix)
  return `<passport-login${written.join('')}${autofocus ? ' autofocus' : ''}>${markup}</passport-login>`
}

/** Renders what is inside the element. */
export function renderMarkup(settings: Settings, prefix: string): string {
  const instance = createInstance(
    {
      // Nothing happens on the server: markup only.
      emit: () => true,
      navigate: () => undefined,
      openChallenge: () => Promise.reject(new Error('no challenge can be shown here')),
      requestedNext: () => '',
      requestedPrompt: () => '',
      requestedTicket: () => '',
      dropTicket: () => undefined,
      sealRoot: undefined,
    },
    { prefix, settings, messages: allMessages[settings.language] },
  )
  const content = renderToString(createElement(App, { instance }))
  return `<div class="pl-root" data-part="root" id="${escape(prefix)}" lang="${settings.language}">${content}</div>`
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
