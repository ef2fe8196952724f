import { randomUUID } from 'node:crypto'
import { WEB_ID, WEB_ID_COOKIE } from '#protocol/common-params.ts'
import type { FormContext } from './form.ts'
import type { Caller } from '../calls/call.ts'
import { readCookie, webIdCookie } from '../http/cookies.ts'

/** Returns the caller with the web id of its browser, which is given one where it has none. */
export function callerWithWebId(context: FormContext): Caller {
  const present = readCookie(context.header('cookie'), WEB_ID_COOKIE)
  if (present !== undefined && WEB_ID.test(present)) return { ...context.caller, webId: present }
  const webId = `verify_${context.now.toString(36)}_${randomUUID().replaceAll('-', '_')}`
  context.setCookie(webIdCookie(context.services.config, webId))
  return { ...context.caller, webId }
}
