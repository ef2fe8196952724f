/** Errors of the client under the names that handlers and logs see. */
export const clientErrors = {
  secondVerify: {
    when: 'error_code 2046',
    name: 'SECOND_VALID',
    result: 'the handler of two-step verification runs, and the call is rejected with its data',
  },
  challenge: {
    when: 'a reply contains a captcha decision',
    name: '',
    result: 'the captcha opens; closing it rejects with an empty description',
  },
  scriptTooSlow: {
    when: 'a captcha script takes more than 4000 ms',
    name: 'LoadJSSDKMoreTan4000ms',
    result: 'the next address is tried',
  },
  scriptFailed: {
    when: 'a captcha script does not load',
    name: 'Failed to load SDK!',
    result: 'the next address is tried',
  },
  noScript: {
    when: 'every captcha script failed',
    name: 'loadJSSDK init error',
    result: 'the element does proof of work',
  },
  requestFailed: {
    when: 'the reply cannot be read; the error has its HTTP status',
    name: 'Network request failed',
    result: 'network error',
  },
  unreachable: { when: 'there was no reply', name: 'occur error', result: 'network error' },
  timeout: {
    when: 'there was no reply within the timeout of the endpoint',
    name: 'timeout',
    result: 'network error',
  },
  aborted: { when: 'the caller aborted the call', name: 'AbortError', result: 'request aborted' },
  badParams: {
    when: 'a common parameter is missing or wrong',
    name: 'Invalid generalParams',
    result: 'an error is logged',
  },
} as const

/** Key of a client error. */
export type ClientError = keyof typeof clientErrors
