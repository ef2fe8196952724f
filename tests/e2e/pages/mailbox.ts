import { expect, type APIRequestContext } from 'playwright/test'
import { ACCOUNT } from '../support/addresses.ts'

interface Message {
  to?: string
  target?: string
  subject: string
  body: string
  code: string
}

/** The development mailbox, where codes arrive. */
export class Mailbox {
  readonly #request: APIRequestContext
  readonly #server: string

  constructor(request: APIRequestContext, server = ACCOUNT) {
    this.#request = request
    this.#server = server
  }

  /** All messages to an address, newest first. */
  async messages(to: string): Promise<Message[]> {
    const answer = await this.#request.get(`${this.#server}/dev/mailbox.json`, { params: { to } })
    expect(answer.ok()).toBe(true)
    const body = (await answer.json()) as { messages: Message[] }
    return body.messages
  }

  /** The newest code sent to an address; waits for the `nth` message with one. */
  async code(to: string, nth = 1): Promise<string> {
    let code = ''
    await expect
      .poll(async () => {
        const coded = (await this.messages(to)).filter((message) => /^\d{6}$/.test(message.code))
        code = coded[0]?.code ?? ''
        return coded.length
      })
      .toBeGreaterThanOrEqual(nth)
    return code
  }
}
