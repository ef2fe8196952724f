import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { typeCommand } from '../../support/command.ts'
import type { Answer } from '../../support/client.ts'
import { listenForMail } from '../../support/receivers.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const ann = 'ann@example.com'

/** Types `user trace`, and returns what it prints. */
async function trace(server: TestServer, who: string, ...flags: string[]): Promise<string> {
  await server.settled()
  const { code, output, errors } = await typeCommand(server, ['user', 'trace', who, ...flags])
  expect(errors).toBe('')
  expect(code).toBe(0)
  return output
}

function logIdOf({ headers }: Answer): string {
  return headers.get('x-tt-logid') ?? ''
}

/** Expects the same cause from her address and from the log id. */
async function expectCause(server: TestServer, answer: Answer, cause: string): Promise<void> {
  expect(answer.error).toBeDefined()
  for (const who of [ann, logIdOf(answer)]) {
    const output = await trace(server, who)
    expect(output.split('\n').find((line) => line.startsWith('Likely:'))).toContain(cause)
    expect(output).toContain('Tell her: ')
  }
}

test('tells of a wrong password', async () => {
  const server = await createTestServer()
  await server.person({ email: ann })
  const client = server.client()
  await client.call(passwordLogin, { email: ann, password: 'wrong' })
  const answer = await client.call(passwordLogin, { email: ann, password: 'wrong' })
  await expectCause(server, answer, 'wrong password')
  const output = await trace(server, ann)
  expect(output).toContain('(password_error, 2 wrong ones in a row)')
  expect(output).toContain(logIdOf(answer))
})

test('tells of a mistyped address', async () => {
  const server = await createTestServer()
  const { client } = await server.person({ email: ann })
  const answer = await client.call(passwordLogin, { email: 'anm@example.com', password: 'wrong' })
  const output = await trace(server, ann)
  expect(output).toContain('Likely: another login was typed in her browser')
  expect(output).not.toContain('anm@example.com')
  expect(await trace(server, logIdOf(answer))).toContain('Likely: no account has this login')
  expect(await trace(server, 'anm@example.com')).toContain('No account has this login.')
})

test('tells of a mail that the receiver refused', async () => {
  const mails = await listenForMail(() => '550 5.1.1 no such mailbox, says <b>Bob</b>')
  const settings = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'id@example.com' }
  const server = await createTestServer({ settings })
  const client = server.client()
  const sent = await client.call(sendCode, { email: ann, type: 13 })
  await server.settled()
  const answer = await client.call(emailCodeLogin, { email: ann, code: '000000' })
  await expectCause(server, answer, 'the receiver refused the message to her for good')
  const output = await trace(server, logIdOf(sent))
  expect(output).toContain('mail: refused for good by the receiver (550 5.1.1)')
  expect(output).not.toContain('Bob')
})
