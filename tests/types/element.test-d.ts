import type { JSX as PreactJsx } from 'preact'
import type { JSX as ReactJsx } from 'react'
import type { SvelteHTMLElements } from 'svelte/elements'
import type { GlobalComponents } from 'vue'
import type {} from '../../widget/package/preact.ts'
import type {} from '../../widget/package/react.ts'
import type {} from '../../widget/package/svelte.ts'
import type {} from '../../widget/package/vue.ts'
import type { PassportLoginElement } from '../../widget/src/base/public.ts'

declare function expectType<Expected>(value: Expected): void
declare const element: HTMLElementTagNameMap['passport-login']

expectType<PassportLoginElement>(element)
element.aid = 1002
element.captchaShowMode = 'mask'
element.addEventListener('passport-success', (event) => expectType<string>(event.detail.user.name))
element.messages = { signIn: 'Log in', bind: { titles: { email: { add: 'Add' } } }, 1206: 'Wait.' }
// @ts-expect-error a word that takes an argument is a function
element.messages = { bind: { addOf: 'Add' } }
// @ts-expect-error no such view
element.view = 'somewhere'

type React = ReactJsx.IntrinsicElements['passport-login']
type Preact = PreactJsx.IntrinsicElements['passport-login']
type Svelte = SvelteHTMLElements['passport-login']
type Vue = InstanceType<GlobalComponents['passport-login']>['$props']

const react: React = {
  aid: 1002,
  'captcha-show-mode': 'mask',
  subjectAid: '2001',
  popup: true,
  className: 'card',
  'onpassport-success': (event) => expectType<string>(event.detail.next),
}
// @ts-expect-error an event without such a detail
react['onpassport-view'] = (event) => expectType<number>(event.detail.view)
const preact: Preact = { aid: '1002', lang: 'ja', 'onpassport-ready': () => {} }
const svelte: Svelte = { aid: 1002, theme: 'dark', 'onpassport-cancel': () => {} }
const vue: Vue = { aid: 1002, methods: 'password' }
// @ts-expect-error no such theme
svelte.theme = 'pink'
void [react, preact, svelte, vue]
