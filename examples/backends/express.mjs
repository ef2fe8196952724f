// npm install --no-save --prefix . express express-session && node express.mjs
import { createHash, randomBytes } from 'node:crypto'
import process from 'node:process'
import express from 'express'
import session from 'express-session'

const { PORT = '4324', PASSPORT_SERVER = 'http://localhost:4321' } = process.env
const { PASSPORT_AID = '2002', SESSION_SECRET = randomBytes(32).toString('hex') } = process.env
const redirectUri = `http://127.0.0.1:${PORT}/signed-in`
const escape = (text) => text.replaceAll(/[&<"]/g, (sign) => `&#${sign.codePointAt(0)};`)

const app = express()
app.use(session({ secret: SESSION_SECRET, resave: false, saveUninitialized: false }))

app.get('/', (request, response) => {
  if (request.session.user)
    return response.send(`Signed in as ${escape(request.session.user.name)}.`)
  const state = randomBytes(32).toString('base64url')
  const verifier = randomBytes(32).toString('base64url')
  request.session.attempt = { state, verifier }
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  response.send(`<!doctype html><title>Shop</title>
    <script type="module" src="${PASSPORT_SERVER}/passport-login.js"></script>
    <passport-login aid="${PASSPORT_AID}" view="hosted" redirect-uri="${redirectUri}"
      state="${state}" code-challenge="${challenge}"></passport-login>`)
})

app.get('/signed-in', async (request, response) => {
  const { attempt } = request.session
  const query = new URL(request.url, redirectUri).searchParams
  if (query.get('state') !== attempt?.state || query.get('iss') !== PASSPORT_SERVER) {
    return response.redirect('/')
  }
  const reply = await fetch(`${PASSPORT_SERVER}/passport/web/host/redeem`, {
    method: 'POST',
    body: new URLSearchParams({
      aid: PASSPORT_AID,
      auth_code: query.get('code') ?? '',
      code_verifier: attempt.verifier,
      redirect_uri: redirectUri,
    }),
  })
  const { message, data } = await reply.json()
  // A new session: somebody else may have put the old one into this browser.
  request.session.regenerate(() => {
    if (message === 'success') request.session.user = { id: data.sec_user_id, name: data.name }
    response.redirect('/')
  })
})

app.listen(Number(PORT), '127.0.0.1')
