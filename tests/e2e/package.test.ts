import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { build } from 'rolldown'
import { expect, test, type BrowserContext, type Page } from 'playwright/test'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { ACCOUNT, ports } from './support/addresses.ts'
import {
  buildExample,
  checkTypes,
  frameworks,
  installPackage,
  workshop,
} from './support/examples.ts'
import { serveStatic } from './support/static-host.ts'
import { root } from '../../scripts/lib/prepare.mjs'
import { attributes } from '../../widget/src/base/contract.ts'

const run = promisify(execFile)

let host: { close(): void } | undefined
let email = ''
let known: Awaited<ReturnType<BrowserContext['storageState']>>

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  await installPackage()
  await writeFile(path.join(workshop, 'index.html'), PAGE)
  await writeFile(path.join(workshop, 'account.html'), ACCOUNT_PAGE)
  host = await serveStatic(
    ports.examples,
    {
      bare: workshop,
      plain: path.join(root, 'examples/plain'),
      ...Object.fromEntries(frameworks.map((name) => [name, path.join(workshop, name, 'site')])),
    },
    ACCOUNT,
  )
  const context = await browser.newContext()
  email = await signUp(context.request, 'Buyer')
  known = await context.storageState()
  await context.close()
})

test.afterAll(() => host?.close())

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
<link rel="icon" href="data:,">
<script type="importmap">{ "imports": {
  "passport-login": "./node_modules/passport-login/passport-login.js",
  "passport-login/lite": "./node_modules/passport-login/passport-login.lite.js"
} }</script>
<passport-login aid="1002" server="${ACCOUNT}" methods="password"></passport-login>
<script type="module">
document.querySelector('passport-login').addEventListener('passport-success', (event) => {
  event.preventDefault()
  document.body.append('Signed in as ' + event.detail.user.name + '.')
})
await import('passport-login' + location.hash.replace('#', '/'))
</script></html>`

const ACCOUNT_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
<link rel="icon" href="data:,">
<script type="importmap">{ "imports": {
  "passport-login/account": "./node_modules/passport-login/account.js"
} }</script>
<passport-account aid="1002" server="${ACCOUNT}"></passport-account>
<script type="module">
import { definePassportAccount } from 'passport-login/account'
definePassportAccount({ server: '${ACCOUNT}' })
</script></html>`

/** A page in a browser that the account knows, and what it complains about. */
async function open(context: BrowserContext): Promise<[Page, string[]]> {
  // The browser is known, and nobody is signed in: an element with a session would show no form.
  const ofSession = new Set(['sessionid', 'uid_tt'])
  await context.addCookies(known.cookies.filter(({ name }) => !ofSession.has(name)))
  const page = await context.newPage()
  return [page, watch(page)]
}

test('installs offline without dependencies, and contains every file that it refers to', async () => {
  expect(
    await readdir(path.join(workshop, 'node_modules')).then((all) => all.filter(isPackage)),
  ).toEqual(['passport-login'])
  const folder = path.join(workshop, 'node_modules/passport-login')
  const { exports } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string; default: string }>
  }
  for (const target of Object.values(exports)) {
    const files = typeof target === 'string' ? [target] : Object.values(target)
    for (const file of files)
      expect((await readFile(path.join(folder, file))).length).toBeGreaterThan(0)
  }
  expect(await readFile(path.join(folder, 'licences.txt'), 'utf8')).toContain('react-dom 19')
  for (const file of ['custom-elements.json', 'vscode.html-custom-data.json', 'web-types.json']) {
    const text = await readFile(path.join(folder, file), 'utf8')
    for (const name of ['passport-login', ...Object.keys(attributes)]) {
      expect(text, file).toContain(`"name": "${name}"`)
    }
  }
})

function isPackage(name: string): boolean {
  return !name.startsWith('.')
}

test('does nothing without a document, and renders markup there', async () => {
  const script = `
    await import('passport-login'); await import('passport-login/lite'); await import('passport-login/react')
    const { createClient } = await import('passport-login/client')
    const { passwordLogin } = await import('passport-login/calls')
    createClient({ aid: 1002, server: '${ACCOUNT}' })
    const { renderPassportLogin } = await import('passport-login/server')
    const html = renderPassportLogin({ aid: 1002, server: '${ACCOUNT}', view: 'sign-up' })
    console.log(passwordLogin.operation + ' ' + html.includes('action="${ACCOUNT}/form/sign-up"'))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: workshop,
  })
  expect(stdout.trim()).toBe('user_login true')
})

test('makes calls from Node with sealed fields', async () => {
  const script = `
    const { createPassport, PassportError } = await import('passport-login/client')
    const { passwordLogin } = await import('passport-login/calls')
    const passport = createPassport({ aid: 1002, language: 'en', server: '${ACCOUNT}' })
    const login = passport.web.send(passwordLogin, { email: 'nobody@example.com', password: 'seven quiet otters' })
    console.log(await login.catch((error) => error instanceof PassportError && error.name))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: workshop,
  })
  expect(stdout.trim()).toBe('password_error')
})

/** Runs the example for programs, and types a line when it asks for something. */
async function runProgram(
  command: string,
  answers: readonly (string | (() => Promise<string>))[] = [],
): Promise<string> {
  const file = path.join(workshop, 'program.mjs')
  await copyFile(path.join(root, 'examples/program/program.mjs'), file)
  const env = { ...process.env, PASSPORT_SERVER: ACCOUNT }
  const program = spawn(process.execPath, [file, command], { env })
  const left = [...answers]
  let output = ''
  const waitForOutput = async (text: string): Promise<void> => {
    output += text
    if (!text.endsWith(':\n')) return
    const next = left.shift() ?? ''
    program.stdin.write(`${typeof next === 'string' ? next : await next()}\n`)
  }
  program.stdout.setEncoding('utf8').on('data', (text: string) => void waitForOutput(text))
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(program, 'close')
  return output
}

test('signs in from Node without cookies, with two-step verification', async ({ request }) => {
  const mailbox = new Mailbox(request)
  const other = await signUp(request, 'Other')
  // Given up: the call is rejected.
  const gaveUp = await runProgram('sign-in', [other, PASSWORD, ''])
  expect(gaveUp).toContain('SECOND_VALID: not confirmed by email_code_verify')
  const before = (await mailbox.messages(email)).filter(({ code }) => code !== '').length
  const code = (): Promise<string> => mailbox.code(email, before + 1)
  const output = await runProgram('sign-in', [email, PASSWORD, code])
  expect(output).toContain('Signed in as Buyer.')
  expect(await runProgram('who')).toBe('Signed in as Buyer.\n')
  expect(await runProgram('sign-out')).toBe('Signed out.\n')
  expect(await runProgram('who')).toContain('session_expired')
})

test('has types for everything that can be imported', async () => {
  await writeFile(
    path.join(workshop, 'consumer.ts'),
    `import 'passport-login'
import { definePassportAccount } from 'passport-login/account'
import { createClient, PassportError, type Client } from 'passport-login/client'
import { passwordLogin } from 'passport-login/calls'
import { loadPassportLogin } from 'passport-login/lite/loader'
import { renderPassportLogin } from 'passport-login/server'
import type { CaptchaBoxOptions } from 'passport-login/captcha-door.js'

const box: CaptchaBoxOptions = { sitekey: '2001', callback: (ticket) => ticket.slice() }
const boxNumber: number = passportCaptcha.render('#box', box)
const ticket: Promise<string> = passportCaptcha.execute(boxNumber)
// @ts-expect-error a site key is text
passportCaptcha.render('#box', { sitekey: 2001 })
document.body.addEventListener('passport-captcha-passed', ({ detail }) => detail.response === (void ticket, ''))

const element = document.querySelector('passport-login')
element?.addEventListener('passport-success', (event) => {
  const name: string = event.detail.user.name
  event.preventDefault()
  console.log(name)
})
if (element) element.aid = 1002
// @ts-expect-error there is no such view
if (element) element.view = 'somewhere'
definePassportAccount({ server: '' })
const account = document.querySelector('passport-account')
account?.addEventListener('passport-notice', ({ detail }) => console.log(detail.text))
if (account) account.sections = 'names password'
if (account) account.view = 'password'
// @ts-expect-error there is no such page or section
if (account) account.view = 'login'
// @ts-expect-error the number of the application is needed
renderPassportLogin({})
const client: Client = createClient({ aid: 1002, language: 'en' })
const user = await client.send(passwordLogin, { account: 'a', password: 'b' })
const id: string = user.user_id_str
// @ts-expect-error a password is needed
void client.send(passwordLogin, { account: id })
await loadPassportLogin({ server: '' })
export const isRefusal = (error: unknown): boolean => error instanceof PassportError
`,
  )
  const options =
    '--strict --noEmit --ignoreConfig --module nodenext --target es2022 --lib es2024,dom,dom.iterable'
  expect(await checkTypes('.', ...options.split(' '), '--types', '', 'consumer.ts')).toBe('')
})

for (const [name, address] of [
  ['passport-login', '/bare/'],
  ['passport-login/lite', '/bare/#lite'],
] as const) {
  test(`signs in by ${name} from the package, without a bundler`, async ({ context }) => {
    const [page, complaints] = await open(context)
    const element = await Element.open(page, 'en', `http://localhost:${ports.examples}${address}`)
    await element.signIn(email, PASSWORD)
    await expect(page.locator('body')).toContainText('Signed in as Buyer.')
    expect(complaints).toEqual([])
  })
}

test('shows the account from the package, without a bundler', async ({ context }) => {
  await context.addCookies(known.cookies)
  const page = await context.newPage()
  const complaints = watch(page)
  await page.goto(`http://localhost:${ports.examples}/bare/account.html`)
  await expect(page.locator('[data-part=identity]')).toContainText('Buyer')
  expect(complaints).toEqual([])
})

for (const name of ['plain', ...frameworks] as const) {
  test(`signs in on the example for ${name}, whose page changes the language in between`, async ({
    context,
  }) => {
    if (name !== 'plain') {
      // Compilers of frameworks are slow on a busy machine, and Angular's is installed first.
      test.setTimeout(name === 'angular' ? 300_000 : 120_000)
      await buildExample(name)
      if (name === 'react') expect(await checkTypes(name)).toBe('')
      await writeFile(path.join(workshop, name, 'site/index.html'), pageOf(name))
    }
    const [page, complaints] = await open(context)
    const element = await Element.open(page, 'ja', `http://localhost:${ports.examples}/${name}/`)
    await expect(element.root.getByRole('heading')).toHaveText('Sign in')
    await page.locator('#language').click()
    await expect(element.root.getByRole('heading')).toHaveText('サインイン')
    await element.signIn(email, PASSWORD)
    await expect(page.locator('#status')).toHaveText('Signed in as Buyer.')
    await expect(element.root).toHaveCount(0)
    expect(complaints).toEqual([])
  })
}

function pageOf(name: string): string {
  const mount = name === 'angular' ? '<app-root></app-root>' : '<div id="app"></div>'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title>
<link rel="icon" href="data:,">${mount}<script type="module" src="main.js"></script></html>`
}

test('can be bundled into one classic script without top-level await', async () => {
  for (const name of ['passport-login', 'passport-login.lite', 'loader', 'client', 'calls']) {
    await build({
      input: path.join(workshop, `node_modules/passport-login/${name}.js`),
      output: { format: 'iife', name: 'page', codeSplitting: false },
      write: false,
      logLevel: 'silent',
    })
  }
})
