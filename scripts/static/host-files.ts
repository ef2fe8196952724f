import { mainLanguage, type SiteLanguage, siteLanguages } from '../../protocol/languages.ts'
import { commonHeaders, UNFRAMED } from '../../server/http/headers.ts'
import { serverMessages } from '../../server/messages/all-messages.ts'
import { headerRules, type HeaderRule, type Headers } from './header-rules.ts'

const otherLanguages = siteLanguages.filter((language) => language !== mainLanguage)

/**
 * Settings files of common static hosts by name, made from the headers of our own server. They lie
 * among the pages, where those hosts look for them.
 */
export function hostFiles(
  account: string,
  captcha: readonly string[] = [],
): Record<string, string> {
  const rules = rulesFor(account, captcha)
  return {
    _headers: plainHeaders(commonHeaders(account.startsWith('https:')), rules),
    'vercel.json': vercel(rules),
    'firebase.json': firebase(rules),
    'staticwebapp.config.json': staticWebApp(rules),
  }
}

/** Settings files of web servers, which lie outside the folder of pages. */
export function serverFiles(
  account: string,
  captcha: readonly string[] = [],
): Record<string, string> {
  const rules = rulesFor(account, captcha)
  return { 'nginx.conf': nginx(rules), Caddyfile: caddy(rules) }
}

function rulesFor(account: string, captcha: readonly string[]): HeaderRule[] {
  return headerRules({ isHttps: account.startsWith('https:'), account, captcha })
}

// Netlify and Cloudflare Pages read the same file, but where two rules meet, one takes the later
// value and the other joins both. So nothing is said twice that cannot be joined: the policy is in
// the pages themselves, except for what counts in a header only, and a joined opener policy is
// none, as it should be there. Both keep pages fresh by themselves.
function plainHeaders(common: Headers, rules: readonly HeaderRule[]): string {
  const [all, ...others] = rules
  const opener = 'cross-origin-opener-policy'
  const shown: HeaderRule[] = [
    {
      paths: ['/*'],
      headers: {
        ...common,
        'content-security-policy': UNFRAMED,
        [opener]: all?.headers[opener] ?? '',
      },
    },
    ...others.map(({ paths, headers }) => ({
      paths,
      headers: without(headers, 'content-security-policy', ...Object.keys(common)),
    })),
  ]
  const blocks = shown
    .filter(({ headers }) => Object.keys(headers).length > 0)
    .flatMap(({ paths, headers }) =>
      paths.map((path) =>
        [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
      ),
    )
  return `${blocks.join('\n\n')}\n`
}

function vercel(rules: readonly HeaderRule[]): string {
  return toJson({
    cleanUrls: true,
    trailingSlash: false,
    headers: rules.flatMap(({ paths, headers }) =>
      paths.map((path) => ({ source: path.replace('*', '(.*)'), headers: pairs(headers) })),
    ),
  })
}

function firebase(rules: readonly HeaderRule[]): string {
  return toJson({
    hosting: {
      public: '.',
      ignore: ['firebase.json', '_headers', 'vercel.json', 'staticwebapp.config.json'],
      cleanUrls: true,
      trailingSlash: false,
      headers: [
        ...rules.flatMap(({ paths, headers }) =>
          paths.map((path) => ({
            source: path.replace('*', '**').replace(':type', '*'),
            headers: pairs(headers),
          })),
        ),
        // This page is the reply for a missing one.
        { source: '404.html', headers: pairs({ 'cache-control': 'no-store' }) },
      ],
    },
  })
}

// On that host the first matching rule counts, and it replaces headers one by one.
function staticWebApp(rules: readonly HeaderRule[]): string {
  const [all, ...others] = rules
  return toJson({
    trailingSlash: 'never',
    globalHeaders: all?.headers,
    routes: others.flatMap(({ paths, headers }) =>
      paths.map((path) => ({ route: path.replace(':type', '*'), headers })),
    ),
    responseOverrides: { 404: { rewrite: '/404.html' } },
    mimeTypes: { '.webmanifest': 'application/manifest+json' },
  })
}

function nginx(rules: readonly HeaderRule[]): string {
  const names = [...new Set(rules.flatMap(({ headers }) => Object.keys(headers)))]
  const variable = (name: string): string => `$passport_${name.replaceAll('-', '_')}`
  const byAddress = (name: string): string =>
    name === 'cache-control' ? '$passport_kept' : variable(name)
  const maps = names.map((name) => {
    const usual = rules[0]?.headers[name]
    const lines = rules
      .toReversed()
      .filter(({ headers }, at) => headers[name] !== (at === rules.length - 1 ? undefined : usual))
      .flatMap(({ paths, headers }) =>
        headers[name] === undefined ? [] : paths.map((path) => [path, headers[name] ?? '']),
      )
      .map(([path = '', value = '']) => `  ${nginxPattern(path)} ${quote(value)};`)
    return `map $request_uri ${byAddress(name)} {\n${lines.join('\n')}\n}`
  })
  const isSaid = (name: string): string => `  add_header ${name} ${variable(name)} always;`
  return `# To be included in the http section. Change the name, the folder and what is said of TLS.
${maps.join('\n')}

# What is missing now may be there later, so nobody keeps an error.
map $status ${variable('cache-control')} {
  ~^2|^304 $passport_kept;
  default "no-store";
}

map $uri $passport_not_found_page {
${otherLanguages.map((language) => `  ~^/${language}(/|$) /${language}/404.html;`).join('\n')}
  default /404.html;
}

map $uri $passport_not_found {
${otherLanguages.map((language) => `  ~^/${language}(/|$) ${quote(notFoundText(language))};`).join('\n')}
  default ${quote(notFoundText(mainLanguage))};
}

server {
  listen 80;
  server_name www.example.com;
  root /srv/site;
  absolute_redirect off;
  port_in_redirect off;
  charset utf-8;
  charset_types text/plain text/css text/javascript application/javascript application/json
    application/feed+json application/rss+xml application/xml image/svg+xml;

  # Compressed when the site was built. With the module for Brotli: brotli_static on;
  gzip_static on;
  gzip_vary on;

${names.map(isSaid).join('\n')}

  # One address for each page.
  rewrite ^/index(\\.html)?$ / permanent;
  rewrite ^(/[^/\\x5c].*)/index(\\.html)?$ $1 permanent;
  rewrite ^(/[^/\\x5c].*)\\.html$ $1 permanent;
  rewrite ^(/[^/\\x5c].*)/$ $1 permanent;

  location ~ /feed\\.json$ {
    types {}
    default_type application/feed+json;
    try_files $uri @none;
  }
  location ~ /rss\\.xml$ {
    types {}
    default_type application/rss+xml;
    try_files $uri @none;
  }
  location ~ \\.xml$ {
    types {}
    default_type application/xml;
    try_files $uri @none;
  }
  location / {
    default_type application/octet-stream;
    try_files $uri $uri.html $uri/index.html @none;
  }
  # A page for browsers, plain text for programs, whatever the ending of the address says.
  location @none {
    types {}
    default_type text/plain;
    error_page 404 $passport_not_found_page;
    if ($http_accept !~ "text/html") {
      return 404 $passport_not_found;
    }
    return 404;
  }
  location ~ /404\\.html$ {
    internal;
    default_type text/html;
  }
}
`
}

// Matches the path of a request line, with or without a query.
function nginxPattern(path: string): string {
  if (path === '/*') return 'default'
  const body = path.replaceAll('.', String.raw`\.`).replace(':type', '[^/?]+')
  return body.endsWith('*') ? `~^${body.slice(0, -1)}` : `"~^${body}(\\\\?|$)"`
}

function caddy(rules: readonly HeaderRule[]): string {
  const blocks = rules.map(({ paths, headers }, at) => {
    const lines = Object.entries(headers).map(([name, value]) => `\t\t${name} ${quote(value)}`)
    const named = `@rule${at}`
    const matcher = paths.map((path) => path.replace(':type', '*')).join(' ')
    return `${at === 0 ? '' : `\t${named} path ${matcher}\n`}\theader ${at === 0 ? '' : `${named} `}{\n${lines.join('\n')}\n\t}`
  })
  return `# Change the name and the folder; Caddy gets a certificate for the name by itself.
www.example.com {
	root * /srv/site

	# A later one replaces what an earlier one says.
	route {
${blocks.join('\n').replaceAll(/^/gm, '\t')}

		# One address for each page.
		@index path_regexp index ^(/(?:[^/\\x5c].*/)?)index(?:\\.html)?$
		redir @index {re.index.1} 308
		@html path_regexp html ^(/[^/\\x5c].*)\\.html$
		redir @html {re.html.1} 308
		@slash path_regexp slash ^(/[^/\\x5c].*)/$
		redir @slash {re.slash.1} 308

		@feed path */feed.json
		header @feed content-type "application/feed+json; charset=utf-8"
		@xml path *.xml
		header @xml content-type "application/xml; charset=utf-8"
		@rss path */rss.xml
		header @rss content-type "application/rss+xml; charset=utf-8"

		try_files {path} {path}.html {path}/index.html
		header ?content-type application/octet-stream
		file_server {
			precompressed br gzip
		}
	}

	handle_errors {
		header cache-control no-store
${otherLanguages.map((language) => `		@${language} path /${language} /${language}/*`).join('\n')}
		@browser header Accept *text/html*
		handle @browser {
			route {
${otherLanguages.map((language) => `				rewrite @${language} /${language}/404.html`).join('\n')}
				@main not path ${otherLanguages.map((language) => `/${language}/404.html`).join(' ')}
				rewrite @main /404.html
				file_server
			}
		}
		header content-type "text/plain; charset=utf-8"
${otherLanguages.map((language) => `		respond @${language} "${notFoundText(language)}" 404`).join('\n')}
		respond "${notFoundText(mainLanguage)}" 404
	}
}
`
}

function pairs(headers: Headers): { key: string; value: string }[] {
  return Object.entries(headers).map(([key, value]) => ({ key, value }))
}

function without(headers: Headers, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

// As it stands between quotation marks.
function notFoundText(language: SiteLanguage): string {
  return serverMessages[language].notFound.replaceAll('\n', String.raw`\n`)
}

function quote(value: string): string {
  return `"${value.replaceAll('"', String.raw`\"`)}"`
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
