import { expect, type Locator, type Page } from 'playwright/test'
import type { Mailbox } from './mailbox.ts'
import { allMessages } from '../../../widget/src/messages/all-messages.ts'
import { words, type Locale } from './words.ts'

/** `<passport-login>` on whatever page it stands, used as a person uses it. */
export class Element {
  readonly root: Locator
  readonly page: Page
  readonly #words: (typeof words)[Locale]
  readonly #locale: Locale

  constructor(page: Page, locale: Locale) {
    this.page = page
    this.root = page.locator('passport-login')
    this.#words = words[locale]
    this.#locale = locale
  }

  /** Marks elements of pages and frames opened from now on as `data-seen-ready` once they are. */
  static async markReady(page: Page): Promise<void> {
    await page.addInitScript(() => {
      document.addEventListener('passport-ready', (event) => {
        if (event.target instanceof HTMLElement) event.target.dataset.seenReady = ''
      })
    })
  }

  /** Goes to a page, or where a link leads, and waits until scripts have taken the form over. */
  static async open(page: Page, locale: Locale, to: string | Locator): Promise<Element> {
    await Element.markReady(page)
    await (typeof to === 'string' ? page.goto(to) : to.click())
    const element = new Element(page, locale)
    await element.waitUntilReady()
    return element
  }

  /** Waits until scripts have taken the form over, on a page opened after `markReady`. */
  async waitUntilReady(): Promise<void> {
    await expect(this.root).toHaveAttribute('data-seen-ready')
  }

  field(name: 'account' | 'address' | 'password' | 'newPassword' | 'code' | 'name'): Locator {
    // A tab panel carries the label of its tab too.
    const labelled = this.root.getByLabel(this.#words[name], { exact: name !== 'name' })
    return this.root.locator('input').and(labelled)
  }

  button(name: 'signIn' | 'signUp' | 'sendCode' | 'setPassword' | 'resend'): Locator {
    return this.root.getByRole('button', { name: this.#words[name], exact: true })
  }

  async choose(tab: 'byPassword' | 'byCode' | 'byQr'): Promise<void> {
    await this.root.getByRole('tab', { name: this.#words[tab] }).click()
  }

  async signIn(account: string, password: string): Promise<void> {
    await this.field('account').fill(account)
    await this.field('password').fill(password)
    await this.button('signIn').click()
  }

  /** Second half of signing up: the code from the mailbox, a password and a name. */
  async finishSignUp(
    mailbox: Mailbox,
    email: string,
    password: string,
    name: string,
  ): Promise<void> {
    const { withPassword } = allMessages[this.#locale].newPassword
    await this.root.getByRole('button', { name: withPassword }).click()
    await this.field('code').fill(await mailbox.code(email))
    await this.field('newPassword').fill(password)
    await this.field('name').fill(name)
    await this.button('signUp').click()
  }

  /** Confirms a browser that is new to the account, by the code that is message `nth` with one; it is sent at once. */
  async confirmByCode(mailbox: Mailbox, email: string, nth: number): Promise<void> {
    const texts = allMessages[this.#locale].secondVerify
    await expect(this.root.getByRole('heading', { name: texts.title })).toBeVisible()
    await expect(this.field('code')).toBeFocused()
    await this.field('code').fill(await mailbox.code(email, nth))
  }

  /** The line that tells what went wrong. */
  get notice(): Locator {
    return this.root.getByRole('alert')
  }
}
