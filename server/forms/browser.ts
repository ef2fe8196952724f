import { randomUUID } from 'node:crypto'
import { WEB_ID, WEB_ID_COOKIE } from '#protocol/common-params.ts'
import type { FormContext } from './form.ts'
import type { Caller } from '../calls/call.ts'
import { readCookie, webIdCookie } from '../http/cookies.ts'

/**
 * The caller under the web id of its browser, so that a browser without script is known again too.
 * One that has none is given one, as the element does.
 */
export function namedCaller(context: FormContext): Caller {
  const kept = readCookie(context.header('cookie'), WEB_ID_COOKIE)
  if (kept !== undefined && WEB_ID.test(kept)) return { ...context.caller, webId: kept }
  const webId = `verify_${context.now.toString(36)}_${randomUUID().replaceAll('-', '_')}`
  context.setCookie(webIdCookie(context.services.config, webId))
  return { ...context.caller, webId }
}
