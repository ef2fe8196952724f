import { createSocket } from 'node:dgram'
import { onTestFinished } from 'vitest'

/** A name server on this machine that knows TXT records. */
export interface NameServer {
  /** Address and port, as `DNS_SERVERS` takes them. */
  address: string
  /** Texts by name; `broken` makes it answer SERVFAIL. */
  records: Map<string, string>
  isBroken: boolean
}

const HEADER_BYTES = 12
const TXT = 16
const QUESTION_END_BYTES = 4
const FOUND = 0x8180
const SERVER_FAILURE = 0x8182
const NO_SUCH_NAME = 0x8183

/** Starts a name server. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  const server: NameServer = { address: '', records: new Map(), isBroken: false }
  socket.on('message', (query, { address, port }) => {
    const { name, end } = readName(query)
    const text = server.records.get(name)
    const question = query.subarray(HEADER_BYTES, end + QUESTION_END_BYTES)
    const flags = server.isBroken ? SERVER_FAILURE : text === undefined ? NO_SUCH_NAME : FOUND
    const answer = flags === FOUND ? textAnswer(text ?? '') : Buffer.alloc(0)
    const header = Buffer.alloc(HEADER_BYTES)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(flags, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answer.length > 0 ? 1 : 0, 6)
    socket.send(Buffer.concat([header, question, answer]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    await new Promise<void>((resolve) => socket.close(() => resolve()))
  })
  server.address = `127.0.0.1:${socket.address().port}`
  return server
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

// The name of the question, TXT, IN, a minute, and one text.
function textAnswer(text: string): Buffer {
  const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, TXT, 0, 1, 0, 0, 0, 60, 0, data.length])
  return Buffer.concat([head, data])
}
