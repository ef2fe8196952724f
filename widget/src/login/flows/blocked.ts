import type { Rejection } from '../../base/views.ts'
import { helpUrlOf } from '../../client/calls/rejection.ts'

/** Returns the address of help with a refused account, which may be a path of its server; empty without one. */
export function helpAddress(rejection: Rejection, server: string): string {
  const url = helpUrlOf(rejection)
  return url.startsWith('/') ? server + url : url
}
