import { attributes, events } from '../../../widget/src/contract.ts'
import { parts, tokens } from '../../../widget/src/theme.ts'
import type { Lang } from '../../lib/languages.ts'

type Abouts<Rows> = Record<keyof Rows, string>

/** What each thing is that pages may rely on, in the words of one language. */
export interface EmbedAbout {
  attributes: Abouts<typeof attributes>
  /** What holds without an attribute; what is not here is the same in every language. */
  without: Partial<Abouts<typeof attributes>>
  events: Abouts<typeof events>
  tokens: Abouts<typeof tokens>
  parts: Abouts<typeof parts>
}

const ja: EmbedAbout = {
  attributes: {
    aid: '登録したアプリケーションの番号。必須',
    view: '最初の画面。`hosted` はアカウントサーバーのページでサインイン',
    methods: 'サインインの方法',
    providers: '表示する外部サービス（サーバーに設定済みのもの）',
    'providers-first': '`providers` をサーバーに尋ねず、すべてフォームの上に表示する',
    'oidc-title': '`providers-first` とともに使う。自社の OpenID プロバイダーの表示名',
    popup: '外部サービスまたはアカウントサーバーのページを別ウィンドウで開く',
    lang: '言語。`en-GB` のような地域付きも可',
    theme: '配色',
    presentation: '`dialog` は `open()` から `close()` までページの上にフォームを重ねて表示する',
    next: '成功後の移動先。パスまたは `https` のアドレス',
    autofocus: 'ほかにフォーカスがなければ最初の欄にカーソルを置く',
    pages: '自サイトの `/login`、`/sign-up`、`/reset-password` の前に付くパス。空のことが多い',
    server: 'アカウントサーバーのオリジン。空ならページと同じ',
    interface: '呼び出すパスと応答の読み方',
    'redirect-uri': 'サーバーが一度限りのコードを受け取るアドレス。登録したものと完全に一致させる',
    state: 'コードと一緒に戻る値。自サイトで始めたサインインだと確かめるために使う',
    'code-challenge': 'サーバーだけが知る検証値の SHA-256（base64url）',
    'subject-aid': '企業アプリケーションの番号。呼び出しは企業用のパスになる',
    telemetry:
      '表示回数、エラー、所要時間をアカウントサーバーで数える。Cookie は使わず、追跡を拒む利用者は数えない。`off` で停止',
    shadow: 'フォームをシャドウルートに入れる。多くのパスワードマネージャーはその中を見ない',
    region: '確認画面の配信地域',
    'captcha-show-mode':
      '`mask` はページに重なるダイアログ。種類を指定するとフォームの下に開き、サーバーの方針が許せばその種類になる',
    'sign-up-by':
      'アカウントの作り方。`user-name` は何も確認しないため、許可したアプリケーションだけで使える',
    'verify-first': 'コードと新しいパスワードを一度に尋ねず、先にコードを確認する',
    'profile-key': '`third-party` とともに使う。登録のない外部アカウントでのサインインが返した値',
    ticket: '`reset-password` とともに使う。このブラウザで確認したコードのチケット',
    service: '携帯端末でのサインインの目的地。完了画面で名前と戻り先を示す',
    'captcha-side-slide': '確認画面を横から表示する',
  },
  without: {
    providers: 'なし',
    'providers-first': 'サーバーの応答後、フォームの下に表示',
    popup: 'オフ（ページごと移動）',
    lang: 'ページの言語、なければブラウザの言語',
    theme: '`auto`（ページまたはシステムに合わせる）',
    presentation: '`inline`（ページの中に表示）',
    next: '移動せず、サインインした人を表示',
    autofocus: 'フォーカスしない',
    pages: 'その場で画面を切り替え',
    'verify-first': 'オフ',
    ticket: 'アドレスを尋ねる',
    'profile-key': '時間切れと表示',
    server: 'スクリプトのオリジン',
    'redirect-uri': 'コードなし',
    state: '空',
    'code-challenge': '`redirect-uri` があれば `passport-error`',
    telemetry: 'アカウントサーバー自身のページだけでオン',
    'captcha-side-slide': 'オフ',
    shadow: 'ページの中に置く',
  },
  events: {
    'passport-ready': '要素が使えるようになった',
    'passport-view': '別の画面になった',
    'passport-success': 'サインインまたは登録が完了した',
    'passport-authorized': 'サーバー用の一度限りのコードが届いた',
    'passport-changed': 'アカウントの内容が変更された',
    'passport-error': '呼び出しに失敗した、または属性の値が使えない',
    'passport-challenge': '人による操作の確認が必要になった',
    'passport-second-verify': '二段階目の確認が必要になった',
    'passport-cancel': '確認画面またはウィンドウが閉じられた',
  },
  tokens: {
    '--passport-accent': 'ボタン、リンク、フォーカス',
    '--passport-accent-strong': 'ポインターを重ねたときの色',
    '--passport-accent-ink': 'アクセント色の上の文字',
    '--passport-accent-soft': 'アクセントを淡く敷いた面',
    '--passport-surface': 'カード',
    '--passport-bg': '入力欄の内側',
    '--passport-sunken': 'タブと控えめなボタン',
    '--passport-ink': '文字',
    '--passport-ink-soft': '補足の文字',
    '--passport-line': '控えめな線',
    '--passport-line-strong': '入力欄の枠線（はっきり見える必要あり）',
    '--passport-danger': 'エラー',
    '--passport-danger-soft': 'エラーの背景',
    '--passport-ok': '成功',
    '--passport-ok-soft': '成功の背景',
    '--passport-radius': '入力欄、ボタン、カードの角',
    '--passport-radius-small': '小さな要素の角',
    '--passport-font': '欧文の書体',
    '--passport-font-ja': '和文の書体',
  },
  parts: {
    root: '要素の中身全体',
    card: '画面を載せる面',
    head: '見出しとその横の部分',
    heading: '画面の見出し',
    tabs: 'サインイン方法の切り替え',
    tab: 'そのひとつ',
    panel: '選ばれた方法の中身',
    form: 'フォーム',
    field: 'ラベル、入力欄、説明のまとまり',
    'label-row': 'ラベルとその端の部分',
    label: '入力欄のラベル',
    note: 'ラベルの横の補足',
    'input-box': '入力欄とその上に重なるもの',
    input: '入力欄',
    show: 'パスワードの表示切り替え',
    hint: '入力欄の下の説明',
    error: '入力欄の誤り',
    notice: 'フォーム全体の問題',
    sent: 'コードの送信先',
    button: '先へ進むボタン',
    link: 'リンク、またはリンクに見えるボタン',
    links: 'リンクのまとまり',
    foot: '最後の行',
    text: '段落',
    providers: '外部サービスのまとまり',
    provider: 'そのひとつ',
    'country-button': '携帯電話番号の横にある、国の一覧を開くボタン',
    countries: '国の一覧とその検索欄',
    'country-option': 'その一つ',
    choices: '本人確認の方法の一覧',
    choice: 'その一つ',
    members: '利用できるアカウントの一覧',
    member: 'その一つ。または連携する外部アカウントの持ち主',
    wait: 'これから表示される画面の場所',
    done: '最後の画面',
    tick: '完了の印',
  },
}

const en: EmbedAbout = {
  attributes: aboutOf(attributes),
  without: {},
  events: aboutOf(events),
  tokens: aboutOf(tokens),
  parts,
}

function aboutOf<Rows extends Readonly<Record<string, { about: string }>>>(
  rows: Rows,
): Abouts<Rows> {
  const pairs = Object.entries(rows).map(([name, { about }]) => [name, about])
  return Object.fromEntries(pairs) as Abouts<Rows>
}

/** Descriptions in one language; what has none in it yet keeps the English one of the tables. */
export function embedAbout(lang: Lang): EmbedAbout {
  if (lang === 'en') return en
  return {
    attributes: { ...en.attributes, ...ja.attributes },
    without: ja.without,
    events: { ...en.events, ...ja.events },
    tokens: { ...en.tokens, ...ja.tokens },
    parts: { ...en.parts, ...ja.parts },
  }
}
