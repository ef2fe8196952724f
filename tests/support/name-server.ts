import { createSocket } from 'node:dgram'
import { onTestFinished } from 'vitest'

/** A name server on this machine that knows TXT, A and AAAA records. */
export interface NameServer {
  /** Address and port, as `DNS_SERVERS` takes them. */
  address: string
  /** Texts by name; `broken` makes it answer SERVFAIL. */
  records: Map<string, string>
  /** IPv4 addresses of every name. */
  addresses: readonly string[]
  /** IPv6 addresses of every name, with all of their eight groups. */
  addresses6: readonly string[]
  /** Called after each answer about an IPv4 address. */
  afterAnswer?: () => void
  isBroken: boolean
}

const HEADER_BYTES = 12
const A = 1
const TXT = 16
const AAAA = 28
const QUESTION_END_BYTES = 4
const FOUND = 0x8180
const SERVER_FAILURE = 0x8182
const NO_SUCH_NAME = 0x8183

/** Starts a name server. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  const server: NameServer = {
    address: '',
    records: new Map(),
    addresses: [],
    addresses6: [],
    isBroken: false,
  }
  socket.on('message', (query, { address, port }) => {
    const { name, end } = readName(query)
    const question = query.subarray(HEADER_BYTES, end + QUESTION_END_BYTES)
    const type = query.readUInt16BE(end)
    const data = server.isBroken ? [] : dataOf(server, name, type)
    const flags = server.isBroken ? SERVER_FAILURE : data.length === 0 ? NO_SUCH_NAME : FOUND
    const answer = Buffer.concat(data.map((one) => record(type, one)))
    const header = Buffer.alloc(HEADER_BYTES)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(flags, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(data.length, 6)
    socket.send(Buffer.concat([header, question, answer]), port, address)
    if (type === A) server.afterAnswer?.()
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

function dataOf(
  { addresses, addresses6, records }: NameServer,
  name: string,
  type: number,
): Buffer[] {
  const text = records.get(name)
  if (type === A) return addresses.map((address) => Buffer.from(address.split('.').map(Number)))
  if (type === AAAA) return addresses6.map(toBytes)
  if (type !== TXT || text === undefined) return []
  return [Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])]
}

function toBytes(address6: string): Buffer {
  return Buffer.from(
    address6
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  )
}

// The name of the question, its type, IN, a minute, and the data.
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length])
  return Buffer.concat([head, data])
}
