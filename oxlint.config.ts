import { defineConfig } from 'oxlint'

/**
 * Imports that a folder may not have, as a Rust regular expression or as patterns of .gitignore. An
 * exception (`!`) ends the search, so a group with exceptions comes last.
 */
type Ban =
  | { readonly regex: string; readonly message: string; readonly allowTypeImports?: true }
  | { readonly group: readonly string[]; readonly message: string }

function ban(...patterns: Ban[]): Record<string, unknown> {
  return { 'no-restricted-imports': ['error', { patterns }] }
}

const noTests: Ban = { regex: '(^|/)(tests|bench)/', message: 'nothing imports a test' }
const noServer: Ban = { regex: '(^|/)server/', message: 'browsers get no code of the server' }
const noClient: Ban = {
  regex: '/client/',
  message: 'calls are made by flows; screens import types alone',
  allowTypeImports: true,
}
const noSql: Ban = {
  regex: '^(kysely|node:sqlite|pg)(/|$)',
  message: 'only server/store speaks SQL',
}
const onlyProtocol: Ban = {
  regex: '(^|/)(widget|src|scripts)/',
  message: 'of all folders beside it the server may import the protocol alone',
}
const noInsides: Ban = {
  regex: '(^|/)puzzles/',
  message: 'others import the entry `@passport/puzzles` alone',
}

const noSite: Ban = {
  regex: '^(\\.\\./)+(src|scripts)/',
  message: 'elements know nothing of the site, which embeds them',
}
const onlyBelowStore: Ban = {
  group: ['../*/**', '../../*/**', '!../lib/**', '!../config/**', '!../../lib/**'],
  message: 'the store stands on server/lib and server/config alone',
}

const noReact: Ban = {
  regex: '/screens/|/ui/[^/]+\\.tsx?$|^react|^@nanostores/react',
  message: 'flows run without React, so that tests need no page',
}
const noNeighbours: Ban = {
  // `account/` has what every screen of the account stands in.
  group: ['../*/**', '!../../**', '!../account/**'],
  message: 'what two screens share stands beside their folders or in ui/',
}

/** Bans imports of folders of `widget/src` that stand above, or of another element. */
function above(folders: string): Ban {
  const message =
    'elements import ui/, ui/ imports base/, base/ imports client/; entries know every element'
  return { regex: `(^|/)(${folders})/`, message }
}

/** What the folders of each element may not import. */
const elements = {
  login: above('account|enterprise'),
  account: above('login|enterprise'),
  enterprise: above('login|account'),
}

const elementLayers = [
  { folder: 'client', bans: [above('base|ui|login|account|enterprise')] },
  { folder: 'base', bans: [above('ui|login|account|enterprise')] },
  { folder: 'ui', bans: [above('login|account|enterprise'), noClient] },
  { folder: 'ui/flows', bans: [above('login|account|enterprise'), noReact] },
  ...Object.entries(elements).flatMap(([name, others]) => [
    { folder: name, bans: [others] },
    { folder: `${name}/flows`, bans: [others, noReact] },
    { folder: `${name}/screens`, bans: [others, noClient] },
    { folder: `${name}/screens/*`, bans: [others, noClient, noNeighbours] },
  ]),
].map(({ folder, bans }) => ({
  files: [`widget/src/${folder}/**`],
  rules: ban(noServer, noSite, noTests, ...bans),
}))

export default defineConfig({
  jsPlugins: ['./scripts/lint/wire-names.ts'],
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'vitest', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['dist', '.cache', '.astro', 'data', 'node_modules'],
  rules: {
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'max-lines': ['error', { max: 400 }],
    'no-console': 'error',
    'react/exhaustive-deps': 'error',
    // An effect may run again because of what it does not read itself.
    'react/exhaustive-effect-dependencies': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/explicit-module-boundary-types': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    // Lengths and first letters are counted in code points, which is what spreading a text gives.
    'typescript/no-misused-spread': 'off',
    // Our objects are closures: their functions use no `this`.
    'typescript/unbound-method': 'off',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    // Vitest takes a second argument, and a struct's message is not ours to repeat.
    'vitest/require-to-throw-message': 'off',
    'vitest/valid-expect': 'off',
    // Waiting in turn is often the point: retries, batches, ordered writes.
    'no-await-in-loop': 'off',
    'no-shadow': ['error', { allow: ['_'] }],
    // Netlify and Cloudflare Pages named the file.
    'no-underscore-dangle': ['error', { allow: ['_headers'] }],
    // A loop may wait for what a callback changes.
    'no-unmodified-loop-condition': 'off',
    // Styles, custom elements and declarations are imported for their effect.
    'import/no-unassigned-import': 'off',
    'import/no-empty-named-blocks': 'off',
    'unicorn/require-module-specifiers': 'off',
    // fast-check is used as `fc`, as its documentation does.
    'import/no-named-as-default-member': 'off',
    // The last step of a chain answers nothing.
    'promise/always-return': 'off',
    'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
    // The compiler knows what a function returns; an effect returns a clean-up or nothing.
    'typescript/consistent-return': 'off',
    // JSON of tests, files and replies gets its type by `as`; what strangers send is checked by structs.
    'typescript/no-unsafe-type-assertion': 'off',
    // A helper may stand inside the one function that uses it.
    'unicorn/consistent-function-scoping': 'off',
    // Workers have no origin.
    'unicorn/require-post-message-target-origin': 'off',
  },
  overrides: [
    {
      files: ['protocol/**'],
      rules: ban(
        {
          regex: '(^|/)(server|widget|src|scripts)/',
          message: 'both sides import the protocol, so it imports neither',
        },
        noTests,
        {
          group: ['*', '!superstruct', '!./**', '!../**'],
          message: 'the protocol imports superstruct and nothing else',
        },
      ),
    },
    // A later entry replaces the bans of an earlier one for its files.
    { files: ['server/**'], rules: ban(noSql, onlyProtocol, noInsides, noTests) },
    { files: ['server/store/**'], rules: ban(onlyProtocol, noInsides, noTests, onlyBelowStore) },
    {
      // The types of calls, flows, repositories, and of all modules, are those of their functions.
      files: [
        'widget/src/client/calls/*.ts',
        'widget/captcha/{api,loader,session,surface,work,modes/track}.ts',
        'widget/src/client/{csrf,sealing,telemetry}.ts',
        'widget/src/**/flows/*.ts',
        'src/islands/{shared/notices,account-dashboard/load-organization}.ts',
        'src/islands/account-dashboard/messages.ts',
        'src/lib/content-lint/{page-index,release-index,source-text}.ts',
        'scripts/{deployment/build-image,deployment/start-image,element/variants}.ts',
        'server/store/*-repository.ts',
        'server/store/live-authorizations.ts',
        'server/services/bound-services.ts',
        'server/{accounts/accounts,accounts/former-addresses,account-recovery/account-recovery}.ts',
        'server/authenticator-apps/authenticator-apps.ts',
        'server/own-methods/{manage-apps,manage-passkeys}.ts',
        'server/passkeys/{challenges,check-created,passkeys,read-authenticator-data}.ts',
        'server/recovery-codes/draw-codes.ts',
        'server/{admin/config,import/places,tickets/tickets}.ts',
        'server/{captcha/site-level,captcha/work-pool,dispatch/csrf-guard,dispatch/dispatch}.ts',
        'server/lib/{concurrency-limit,cursors,sealed-id}.ts',
        'server/admin-api/{admit-token,reject-admin-call}.ts',
        'server/events/webhooks.ts',
        'server/{early-access/early-access,sessions/sessions}.ts',
        'server/two-step/{remembered-browsers,trusted-devices,verifications}.ts',
        'server/{apps/apps,captcha/captcha-limits,codes/code-attempts,codes/codes}.ts',
        'server/console/{console-sessions,pager,serve-page,settings-form,sign-in}.ts',
        'server/{attempts/attempt-budget,attempts/attempts,events/operator-record}.ts',
        'server/{start,lib/flusher,trace/trace,trace/trace-lines}.ts',
        'server/{metrics/load,operators/read-organization,personal-data/read-account}.ts',
        'server/delivery/{lane,mail-refusals,outbox-worker,webhook-worker}.ts',
        'server/{metrics/metrics,oauth/call-authorizations,oauth/oauth,oauth/signing-keys}.ts',
        'server/organizations/{memberships,organization-events,organization-ids}.ts',
        'server/{limits/limits,linked-accounts/linked-accounts,profiles/pictures}.ts',
        'server/passwords/{password-attempts,password-mix,passwords}.ts',
        'server/{providers/providers,store/write-probe}.ts',
        'server/{qr-sign-in/qr,seal/seal,two-step/proof-attempts}.ts',
      ],
      rules: { 'typescript/explicit-module-boundary-types': 'off' },
    },
    {
      files: ['puzzles/**'],
      rules: ban({
        regex: '(^|/)(protocol|server|widget|src|scripts|bench)/',
        message: 'puzzles know nothing of what they are used for',
      }),
    },
    { files: ['scripts/**'], rules: ban(noTests) },
    { files: ['widget/**'], rules: ban(noServer, noTests) },
    {
      files: ['widget/captcha/**'],
      rules: ban(
        { regex: '(^|/)src/', message: 'the captcha also works where no element is' },
        noServer,
        noTests,
      ),
    },
    { files: ['widget/src/**'], rules: ban(noServer, noSite, noTests) },
    {
      files: ['widget/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          {
            object: 'Promise',
            property: 'withResolvers',
            message: 'pages with an older zone.js lack it',
          },
        ],
      },
    },
    ...elementLayers,
    {
      files: ['widget/src/{ui,login,account,enterprise}/**', 'src/**'],
      rules: { 'passport/no-wire-names': 'error' },
    },
    {
      // Feeds and manifests have names of their own; texts are found by the names of what they explain.
      files: ['src/collections/{feed,manifest}.ts', 'src/messages/**'],
      rules: { 'passport/no-wire-names': 'off' },
    },
    {
      files: ['src/**'],
      rules: ban(
        { regex: '(^|/)server/', message: 'the site knows the widget and the protocol only' },
        noTests,
        {
          group: [
            '**/widget/src/**',
            // Calls of pages and islands.
            '!**/widget/src/client/index.ts',
            '!**/widget/src/client/calls/*.ts',
            // The first form as markup.
            '!**/widget/src/server.ts',
            // Pages and sections of the account, and what the page about embedding documents.
            '!**/widget/src/base/account-pages.ts',
            '!**/widget/src/base/contract.ts',
            '!**/widget/src/base/theme.ts',
            // Types of the element's events, which pages listen to.
            '!**/widget/src/base/public.ts',
            // What pages and elements share in a browser: telemetry, the last provider, for whom one acts.
            '!**/widget/src/base/acting.ts',
            '!**/widget/src/base/last-provider.ts',
            '!**/widget/src/base/start-telemetry.ts',
            // Names of changes in an organization, which console and dashboard share.
            '!**/widget/src/messages/*/enterprise-activity.ts',
          ],
          message: 'the site uses the public entries of the widget',
        },
      ),
    },
    {
      files: [
        '**/*.config.ts',
        '**/*.config.mjs',
        'src/content.config.ts',
        'tests/e2e/support/first-picture.ts',
        '**/*.d.ts',
        'examples/backends/next/app/**',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      // Tests state types, and what they look for, by a type argument.
      files: ['tests/types/**', 'tests/element/support/frame.ts'],
      rules: { 'typescript/no-unnecessary-type-parameters': 'off' },
    },
    {
      // A declared module may not import by a relative path.
      files: ['**/*.d.ts'],
      rules: {
        'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      },
    },
    {
      // Assertions in the browser are our own two functions; mocha's globals are not vitest's.
      files: ['tests/element/**'],
      rules: { 'vitest/expect-expect': 'off' },
    },
    {
      files: [
        'scripts/**',
        'bench/**',
        'tests/deploy/**',
        'puzzles/tools/**',
        'server/main.ts',
        'examples/**/server.mjs',
      ],
      rules: { 'no-console': 'off' },
    },
  ],
})
