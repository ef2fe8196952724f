import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

const open: (() => void)[] = []

/** Closes the receivers of the test that ended. */
export function closeReceivers(): void {
  for (const close of open.splice(0)) close()
}

/** A mail server that keeps what it takes. */
export interface MailServer {
  port: number
  received: string[]
  /** Recipients in the order in which they were named, also those that get no answer. */
  asked: string[]
  /** Returns the number of connections so far. */
  connections(): number
  open(): number
  hangUp(): void
}

/** Knows the few words of SMTP that a client needs to hear; a recipient without an answer hangs. */
export async function listenForMail(
  answerTo: (recipient: string) => string | undefined = () => '250 ok',
  { greeting = '220 test', toSender = '250 ok', toData = '250 kept' } = {},
): Promise<MailServer> {
  const received: string[] = []
  const asked: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    let text = ''
    let isData = false
    socket.write(`${greeting}\r\n`)
    socket.on('data', (chunk) => {
      text += chunk.toString()
      const [, recipient] = /RCPT TO:<([^>]*)>\r\n$/.exec(text) ?? []
      if (isData) {
        if (!text.endsWith('\r\n.\r\n')) return
        isData = false
        received.push(text)
        text = ''
        socket.write(`${toData}\r\n`)
      } else if (text.endsWith('DATA\r\n')) {
        isData = true
        socket.write('354 go on\r\n')
      } else if (text.endsWith('QUIT\r\n')) {
        socket.end('221 bye\r\n')
      } else if (recipient === undefined) {
        socket.write(`${/MAIL FROM:.*\r\n$/.test(text) ? toSender : '250 ok'}\r\n`)
      } else {
        asked.push(recipient)
        const answer = answerTo(recipient)
        if (answer !== undefined) socket.write(`${answer}\r\n`)
        if (answer?.startsWith('5') === true) text = ''
      }
    })
    socket.on('error', () => socket.destroy())
  })
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  open.push(hangUp)
  return {
    port: await listen(server),
    received,
    asked,
    connections: () => connections,
    open: () => sockets.size,
    hangUp,
  }
}

/** A text gateway that answers with a status, or not at all. */
export async function listenForTexts(
  answerTo: (recipient: string) => number | undefined = () => 200,
): Promise<{ port: number; received: Record<string, unknown>[] }> {
  const received: Record<string, unknown>[] = []
  const server = createHttpServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { authorization } = request.headers
      const message = JSON.parse(text) as { to: string }
      received.push({ ...message, authorization })
      const status = answerTo(message.to)
      if (status !== undefined) response.writeHead(status).end()
    })
  })
  open.push(() => server.closeAllConnections())
  return { port: await listen(server), received }
}

async function listen(server: Server): Promise<number> {
  open.push(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
