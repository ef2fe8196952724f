// A site with a form of its own. Node alone runs it; nothing is installed:
//   CAPTCHA_SITEKEY=2001 CAPTCHA_SECRET=… node examples/captcha-form/server.mjs
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import process from 'node:process'

const {
  PORT = '4323',
  CAPTCHA_SERVER = 'http://localhost:4321',
  CAPTCHA_SITEKEY = '',
  CAPTCHA_SECRET = '',
} = process.env
if (CAPTCHA_SITEKEY === '' || CAPTCHA_SECRET === '') {
  console.error('Set CAPTCHA_SITEKEY and CAPTCHA_SECRET; README.md says where they come from.')
  process.exit(1)
}

const MOST_BYTES = 16_384
const MOST_ENTRIES = 20
const entries = []

const headers = {
  'content-type': 'text/html; charset=utf-8',
  // All that the captcha needs of a strict policy: its server for scripts and for calls.
  'content-security-policy': [
    "default-src 'self'",
    `script-src 'self' ${CAPTCHA_SERVER}`,
    `connect-src ${CAPTCHA_SERVER}`,
    // Optional: the captcha computes beside the page rather than between its tasks.
    'worker-src blob:',
    "require-trusted-types-for 'script'",
    'trusted-types passport-login',
  ].join('; '),
}

/** Whether the ticket of a form is good. Nobody is let through when that cannot be found out. */
async function isHuman(response) {
  if (!response) return false
  try {
    const reply = await fetch(`${CAPTCHA_SERVER}/captcha/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret: CAPTCHA_SECRET, response }),
      signal: AbortSignal.timeout(5000),
    })
    const { success, hostname, action } = await reply.json()
    // A ticket for another page or another form of the same site is not one for this form.
    return success && hostname === 'localhost' && action === 'guest_book'
  } catch (error) {
    console.error(error)
    return false
  }
}

async function readForm(request) {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > MOST_BYTES) throw new Error('the form is too large')
  }
  return new URLSearchParams(text)
}

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

async function writePage(notice) {
  const page = await readFile(new URL('index.html', import.meta.url), 'utf8')
  const list = entries.map(
    ({ name, words }) => `<li><strong>${escape(name)}</strong><br />${escape(words)}</li>`,
  )
  const values = {
    captcha: CAPTCHA_SERVER,
    sitekey: CAPTCHA_SITEKEY,
    notice: escape(notice),
    entries: list.join('\n'),
  }
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name])
}

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  if (request.method === 'GET' && pathname === '/form.css') {
    response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' })
    response.end(await readFile(new URL('form.css', import.meta.url)))
  } else if (pathname === '/favicon.ico') {
    response.writeHead(204).end()
  } else if (request.method === 'GET' && pathname === '/') {
    const notice = searchParams.has('signed') ? 'Thank you, your entry is in the book.' : ''
    response.writeHead(200, headers).end(await writePage(notice))
  } else if (request.method === 'POST' && pathname === '/sign') {
    const form = await readForm(request)
    if (await isHuman(form.get('passport-captcha-response'))) {
      entries.unshift({ name: form.get('name') ?? '', words: form.get('words') ?? '' })
      entries.splice(MOST_ENTRIES)
      response.writeHead(303, { location: '/?signed' }).end()
    } else {
      response.writeHead(403, headers)
      response.end(await writePage('The check was missing or too old. Please try once more.'))
    }
  } else {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('There is no page at this address.\n')
  }
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error)
    response.writeHead(500).end()
  })
}).listen(Number(PORT), 'localhost', () => {
  console.log(`A form with a captcha: http://localhost:${PORT}`)
})
