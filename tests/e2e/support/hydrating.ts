import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'rolldown'
import { svelte, tool, vue } from './examples.ts'
import { root } from '../../../scripts/lib/prepare.mjs'

const run = promisify(execFile)

/** Folder of this worker for the pages; inside the project, so that they find its packages. */
const workshop = path.join(root, `.cache/hydrating-${process.env.TEST_WORKER_INDEX ?? '0'}`)

/** What a framework needs: its page, how a server writes it, and how a browser takes it over. */
interface Host {
  file: string
  app: string
  server: string
  client: string
}

const REACT = (library: 'react' | 'preact/hooks'): string => `
import { useEffect, useState } from '${library}'
export function App() {
  const [lang, setLang] = useState('en')
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return <main data-hydrated={String(isHydrated)}>
    <h1>Shop</h1>
    <passport-login aid="1002" server="http://localhost:4321" lang={lang} HELP />
    <button id="language" onClick={() => setLang('ja')}>日本語</button>
  </main>
}`

/** The same page by each framework: a bare element, and a button that changes its language. */
const hosts = {
  react: {
    file: 'app.jsx',
    app: REACT('react').replace('HELP', ''),
    server: `import { renderToString } from 'react-dom/server'
      import { App } from './app.jsx'
      export default renderToString(<App />)`,
    client: `import { hydrateRoot } from 'react-dom/client'
      import { App } from './app.jsx'
      hydrateRoot(document.querySelector('#app'), <App />)`,
  },
  preact: {
    file: 'app.jsx',
    app: REACT('preact/hooks').replace('HELP', 'dangerouslySetInnerHTML={{ __html: "" }}'),
    // Its server part is a package of its own; this is what it writes.
    server: `export default '<main data-hydrated="false"><h1>Shop</h1><passport-login aid="1002" server="http://localhost:4321" lang="en"></passport-login><button id="language">日本語</button></main>'`,
    client: `import { hydrate } from 'preact'
      import { App } from './app.jsx'
      hydrate(<App />, document.querySelector('#app'))`,
  },
  vue: {
    file: 'app.vue',
    app: `<script setup>
import { onMounted, ref } from 'vue'
const lang = ref('en')
const isHydrated = ref(false)
onMounted(() => { isHydrated.value = true })
</script>
<template>
  <main :data-hydrated="String(isHydrated)">
    <h1>Shop</h1>
    <passport-login aid="1002" server="http://localhost:4321" :lang="lang" />
    <button id="language" @click="lang = 'ja'">日本語</button>
  </main>
</template>`,
    server: `import { createSSRApp } from 'vue'
      import { renderToString } from 'vue/server-renderer'
      import App from './app.vue'
      export default await renderToString(createSSRApp(App))`,
    client: `import { createSSRApp } from 'vue'
      import App from './app.vue'
      createSSRApp(App).mount('#app')`,
  },
  svelte: {
    file: 'app.svelte',
    app: `<script>
  let lang = $state('en')
  let isHydrated = $state(false)
  $effect(() => { isHydrated = true })
</script>
<main data-hydrated={String(isHydrated)}>
  <h1>Shop</h1>
  <passport-login aid="1002" server="http://localhost:4321" {lang}></passport-login>
  <button id="language" onclick={() => { lang = 'ja' }}>日本語</button>
</main>`,
    server: `import { render } from 'svelte/server'
      import App from './app.svelte'
      export default render(App).body`,
    client: `import { hydrate } from 'svelte'
      import App from './app.svelte'
      hydrate(App, { target: document.querySelector('#app') })`,
  },
} as const satisfies Record<string, Host>

/** Name of a page that its server renders and its script hydrates. */
export type HostName = keyof typeof hosts | 'astro'

/** All of them. */
export const hostNames: readonly HostName[] = ['react', 'preact', 'vue', 'svelte', 'astro']

/** Builds all pages with one of the elements; answers the folder of each, by the path of its page. */
export async function buildHosts(
  tag: 'passport-login' | 'passport-account',
  ending = '',
): Promise<Record<string, string>> {
  const place = path.join(workshop, tag)
  await rm(place, { recursive: true, force: true })
  for (const [name, host] of Object.entries(hosts))
    await buildHost(path.join(place, name), tag, host)
  await buildAstro(path.join(place, 'astro'), tag, `/astro${ending}`)
  return Object.fromEntries(
    hostNames.map((name) => [name + ending, path.join(place, name, 'site')]),
  )
}

/** The text of a page, written for the sign-in, with another element. */
const withTag = (text: string, tag: string): string => text.replaceAll('passport-login', tag)

async function buildHost(folder: string, tag: string, host: Host): Promise<void> {
  const name = path.basename(folder)
  await mkdir(path.join(folder, 'site'), { recursive: true })
  await writeFile(path.join(folder, host.file), withTag(host.app, tag))
  await writeFile(path.join(folder, 'server.jsx'), withTag(host.server, tag))
  await writeFile(path.join(folder, 'main.jsx'), host.client)
  const jsx = { importSource: name === 'preact' ? 'preact' : 'react' }
  const rendered = path.join(folder, 'server.mjs')
  await build({
    input: path.join(folder, 'server.jsx'),
    platform: 'node',
    transform: { jsx },
    external: /^(?:react|vue|svelte)(?:\/|-dom|$)/,
    plugins: [vue(true), svelte('server')],
    output: { file: rendered, codeSplitting: false },
    logLevel: 'warn',
  })
  await build({
    input: path.join(folder, 'main.jsx'),
    platform: 'browser',
    transform: {
      jsx,
      // Builds for development complain of more.
      define: {
        'process.env.NODE_ENV': '"development"',
        __VUE_OPTIONS_API__: 'false',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
      },
    },
    plugins: [vue(false), svelte('client')],
    output: { file: path.join(folder, 'site/main.js'), codeSplitting: false },
    logLevel: 'warn',
  })
  const { default: markup } = (await import(pathToFileURL(rendered).href)) as { default: string }
  await writeFile(
    path.join(folder, 'site/index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,">
<script type="module" src="http://localhost:4321/${tag}.js"></script>
<div id="app">${markup}</div><script type="module" src="main.js"></script></html>`,
  )
}

/** A site with an island; Astro writes its own page and scripts. */
async function buildAstro(folder: string, tag: string, base: string): Promise<void> {
  await mkdir(path.join(folder, 'src/pages'), { recursive: true })
  await writeFile(path.join(folder, 'src/app.jsx'), withTag(hosts.react.app, tag))
  await writeFile(
    path.join(folder, 'src/pages/index.astro'),
    `---
import { App } from '../app.jsx'
---
<!doctype html><html lang="en"><head><meta charset="utf-8"><title>astro</title><link rel="icon" href="data:,">
<script is:inline type="module" src="http://localhost:4321/${tag}.js"></script></head>
<body><App client:load /></body></html>`,
  )
  await writeFile(
    path.join(folder, 'astro.config.mjs'),
    `import react from '@astrojs/react'
export default { integrations: [react()], outDir: './site', base: '${base}', build: { assets: 'parts' } }`,
  )
  await run(process.execPath, [tool('astro/bin/astro.mjs'), 'build', '--root', folder], {
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
}
