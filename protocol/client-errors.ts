/** Names of the client's errors, as handlers and logs see them. */
export const clientErrors = {
  secondVerify: 'SECOND_VALID',
  challenge: '',
  scriptTooSlow: 'LoadJSSDKMoreTan4000ms',
  scriptFailed: 'Failed to load SDK!',
  noScript: 'loadJSSDK init error',
  requestFailed: 'Network request failed',
  unreachable: 'occur error',
  timeout: 'timeout',
  aborted: 'AbortError',
  badParams: 'Invalid generalParams',
} as const

/** Key of a client error. */
export type ClientError = keyof typeof clientErrors
