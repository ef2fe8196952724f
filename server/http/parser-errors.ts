import type { Socket } from 'node:net'
import { failure } from '#protocol/envelope.ts'
import { errors, errorStatus, type ErrorName } from '#protocol/errors.ts'
import { makeLogId } from './log-id.ts'
import type { Clock } from '../lib/clock.ts'
import { errorText } from '../lib/error-text.ts'
import type { Log } from '../lib/log.ts'

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** Answers the envelope to what Node could not read as a request, and ends the connection. */
export function createParserErrorHandler(
  headers: Readonly<Record<string, string>>,
  clock: Clock,
  log: Log,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    // Nobody is there any more, or a reply is under way that this would land in.
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegun(socket)) {
      socket.destroy()
      return
    }
    const now = clock()
    const logId = makeLogId(now)
    const name = nameOf(error.code)
    const status = errorStatus(name)
    const { code } = errors[name]
    const body = JSON.stringify(failure(name, errorText(name, 'en'), logId))
    const lines = Object.entries({
      ...headers,
      'x-tt-logid': logId,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map((header) => header.join(': '))
    socket.end([`HTTP/1.1 ${status} ${phrases[status]}`, ...lines, '', body].join('\r\n'))
    log.call({ operation: 'unreadable', aid: undefined, status, error: code, ms: 0, logId })
  }
}

// Node keeps the reply of a connection here, and asks the same before it answers by itself.
function hasBegun(socket: Socket): boolean {
  const { _httpMessage: reply } = socket as { _httpMessage?: { headersSent: boolean } | null }
  return reply?.headersSent === true
}

function nameOf(code: string | undefined): ErrorName {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 'headers_too_large'
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'request_timeout'
    case undefined:
    default:
      return 'bad_body'
  }
}
