/** Client-side failures under the names that handlers and logs see. */
export const clientErrors = {
  secondVerify: {
    when: 'error_code 2046',
    name: 'SECOND_VALID',
    result: 'the handler of the second verification runs, and the call is rejected with its data',
  },
  challenge: {
    when: 'a reply carries a decision configuration',
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
    result: 'proof of work from the element itself',
  },
  requestFailed: {
    when: 'the reply is not readable; the HTTP status is kept',
    name: 'Network request failed',
    result: 'network error',
  },
  unreachable: { when: 'no reply came', name: 'occur error', result: 'network error' },
  timeout: {
    when: 'no reply within the time of the row',
    name: 'timeout',
    result: 'network error',
  },
  aborted: { when: 'the caller gave up', name: 'AbortError', result: 'request aborted' },
  badParams: {
    when: 'a general parameter is missing or wrong',
    name: 'Invalid generalParams',
    result: 'an error is logged',
  },
} as const

/** A client-side failure of the table. */
export type ClientError = keyof typeof clientErrors
