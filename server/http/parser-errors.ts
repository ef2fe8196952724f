import type { Socket } from 'node:net'
import { failure } from '#protocol/envelope.ts'
import { errors, errorStatus, type ErrorName } from '#protocol/errors.ts'
import type { Clock } from '../lib/clock.ts'
import { errorText } from '../lib/error-text.ts'
import type { Log } from '../lib/log.ts'
import { createLogId } from './log-id.ts'

const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** Returns a handler that answers what Node cannot parse as HTTP, and closes the connection. */
export function createParserErrorHandler(
  headers: Readonly<Record<string, string>>,
  clock: Clock,
  log: Log,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    // The client has gone, or the bytes would land in a reply that is under way.
    if (error.code === 'ECONNRESET' || !socket.writable || hasReplyBegun(socket)) {
      socket.destroy()
      return
    }
    const logId = createLogId(clock())
    const name = nameOf(error.code)
    const status = errorStatus(name)
    const body = JSON.stringify(failure(name, errorText(name, 'en'), logId))
    const lines = Object.entries({
      ...headers,
      'x-tt-logid': logId,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map((header) => header.join(': '))
    socket.end([`HTTP/1.1 ${status} ${statusTexts[status]}`, ...lines, '', body].join('\r\n'))
    const { code } = errors[name]
    log.call({ operation: 'unreadable', aid: undefined, status, error: code, ms: 0, logId })
  }
}

// Node's own handler looks at the same property.
function hasReplyBegun(socket: Socket): boolean {
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
