import { freeText, hidden, url, type Setting } from './settings.ts'

const schemes = ['https', 'http']

function address(fallback: string, description: string): Setting<string> {
  return { ...url(schemes, description), fallback }
}

function id(description: string): Setting<string> {
  return freeText('', description)
}

function key(description: string): Setting<string> {
  return hidden(freeText('', description))
}

/** Settings of providers; one without an id and a secret is not offered. */
export const providerSettings = {
  GITHUB_CLIENT_ID: id('Id of the OAuth app at GitHub; sign-in with GitHub is offered with it.'),
  GITHUB_CLIENT_SECRET: key('Secret of that app.'),
  GITHUB_AUTHORIZE_URL: address(
    'https://github.com/login/oauth/authorize',
    'Page where people agree.',
  ),
  GITHUB_TOKEN_URL: address(
    'https://github.com/login/oauth/access_token',
    'Where a code is redeemed.',
  ),
  GITHUB_USERINFO_URL: address('https://api.github.com/user', 'Where the profile is read.'),
  GITHUB_EMAILS_URL: address(
    'https://api.github.com/user/emails',
    'Where the e-mail addresses are read.',
  ),
  GITHUB_TOKEN_CHECK_URL: address(
    'https://api.github.com/applications/{client_id}/token',
    'Where tokens of native apps are checked.',
  ),
  GOOGLE_CLIENT_ID: id('Id of the client at Google; sign-in with Google is offered with it.'),
  GOOGLE_CLIENT_SECRET: key('Secret of that client.'),
  GOOGLE_ISSUER: address('https://accounts.google.com', 'Issuer that identity tokens must name.'),
  GOOGLE_AUTHORIZE_URL: address(
    'https://accounts.google.com/o/oauth2/v2/auth',
    'Page where people agree.',
  ),
  GOOGLE_TOKEN_URL: address('https://oauth2.googleapis.com/token', 'Where a code is redeemed.'),
  GOOGLE_USERINFO_URL: address(
    'https://openidconnect.googleapis.com/v1/userinfo',
    'Where the profile is read.',
  ),
  GOOGLE_JWKS_URL: address(
    'https://www.googleapis.com/oauth2/v3/certs',
    'Keys that sign identity tokens.',
  ),
  GOOGLE_TOKEN_CHECK_URL: address(
    'https://oauth2.googleapis.com/tokeninfo',
    'Where tokens of native apps are checked.',
  ),
  VERCEL_CLIENT_ID: id('Id of the app at Vercel; sign-in with Vercel is offered with it.'),
  VERCEL_CLIENT_SECRET: key('Secret of that app.'),
  VERCEL_ISSUER: address('https://vercel.com', 'Issuer that identity tokens must name.'),
  VERCEL_AUTHORIZE_URL: address('https://vercel.com/oauth/authorize', 'Page where people agree.'),
  VERCEL_TOKEN_URL: address(
    'https://api.vercel.com/login/oauth/token',
    'Where a code is redeemed.',
  ),
  VERCEL_USERINFO_URL: address(
    'https://api.vercel.com/login/oauth/userinfo',
    'Where the profile is read.',
  ),
  VERCEL_JWKS_URL: address(
    'https://vercel.com/.well-known/jwks',
    'Keys that sign identity tokens.',
  ),
  OIDC_CLIENT_ID: id('Id of the client at an OpenID provider of your own.'),
  OIDC_CLIENT_SECRET: key('Secret of that client.'),
  OIDC_ISSUER: address('', 'Issuer of that provider; all other addresses are read from it.'),
  OIDC_TITLE: freeText('Single sign-on', 'Name of that provider on buttons.'),
} as const satisfies Record<string, Setting<string>>
