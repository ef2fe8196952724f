import { randomUUID } from 'node:crypto'
import type { FormContext } from './form.ts'
import { webIdCookie } from '../http/cookies.ts'

/** Returns the context with the web id of its browser, which is given one where it has none. */
export function withWebId(context: FormContext): FormContext {
  if (context.caller.webId !== '') return context
  const webId = `verify_${context.now.toString(36)}_${randomUUID().replaceAll('-', '_')}`
  context.setCookie(webIdCookie(context.services.config, webId))
  return { ...context, caller: { ...context.caller, webId } }
}
