import type { Messages } from '../messages.ts'

/** The download page in Japanese. */
export const download: Messages['download'] = {
  title: 'ダウンロード',
  heading: 'Sableをダウンロード',
  description: 'macOS、Windows、Linux用のSable。すべてのファイルにチェックサムがあります。',
  release: (version) => `バージョン${version}、公開日`,
  changes: 'このバージョンの変更点',
  choose: 'システムを選ぶ',
  chooseText: 'Sableはパソコンで動きます。すべてのビルドを下に載せています。',
  forSystem: (system) => `${system}用のSable`,
  get: (processor) => `${processor}版をダウンロード`,
  notSure: 'どちらか分からないときは',
  which: {
    macos: 'アップルメニューの「このMacについて」を開きます。チップがM1以降ならAppleシリコンです。',
    windows: '「設定」→「システム」→「バージョン情報」の「システムの種類」で確かめられます。',
    linux: 'ターミナルで `uname -m` を実行すると、x86_64かaarch64と表示されます。',
  },
  processors: {
    'macos-arm64': 'Appleシリコン',
    'macos-x64': 'Intel',
    'windows-x64': 'Intel / AMD',
    'windows-arm64': 'ARM',
    'linux-x64': 'x86-64',
    'linux-arm64': 'ARM64',
  },
  needs: {
    macos: 'macOS 13以降',
    windows: 'Windows 10 22H2以降',
    linux: 'glibc 2.31以降、X11またはWayland',
  },
  all: 'すべてのビルド',
  size: 'サイズ',
  sha256: 'SHA-256',
  check: 'ファイルを確かめる',
  checkText:
    'チェックサムの一覧を同じフォルダに保存して、照合のコマンドを実行してください。正しく届いたファイルにはOKと表示されます。',
  checkList: 'checksums.txt',
  checkWindows: 'PowerShellでは、次の結果を一覧の行と見比べてください。',
  demo: 'Sableはデモ用の製品です。パッケージにはエディタの代わりに説明の文書が入っています。',
}
