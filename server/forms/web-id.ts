import { randomUUID } from 'node:crypto'
import type { FormContext } from './form.ts'
import type { Caller } from '../calls/call.ts'
import { webIdCookie } from '../http/cookies.ts'

/** Returns the caller with the web id of its browser, which is given one where it has none. */
export function callerWithWebId(context: FormContext): Caller {
  if (context.caller.webId !== '') return context.caller
  const webId = `verify_${context.now.toString(36)}_${randomUUID().replaceAll('-', '_')}`
  context.setCookie(webIdCookie(context.services.config, webId))
  return { ...context.caller, webId }
}
