import type { Messages } from '../messages.ts'

/** The download page in Japanese. */
export const download: Messages['download'] = {
  title: 'ダウンロード',
  heading: 'Sable をダウンロード',
  description: 'macOS、Windows、Linux 用の Sable。すべてのファイルにチェックサムがあります。',
  release: (version) => `バージョン ${version}、公開日`,
  changes: 'このバージョンの変更点',
  choose: 'システムを選ぶ',
  chooseText: 'Sable はパソコンで動きます。すべてのビルドを下に載せています。',
  forSystem: (system) => `${system} 用の Sable`,
  get: (processor) => `${processor}${/\w$/.test(processor) ? ' ' : ''}版をダウンロード`,
  notSure: 'どちらか分からないときは',
  which: {
    macos:
      'アップルメニューの「このMacについて」を開きます。チップが M1 以降なら Apple シリコンです。',
    windows: '「設定」→「システム」→「バージョン情報」の「システムの種類」で確かめられます。',
    linux: 'ターミナルで `uname -m` を実行すると、x86_64 か aarch64 と表示されます。',
  },
  processors: {
    'macos-arm64': 'Apple シリコン',
    'macos-x64': 'Intel',
    'windows-x64': 'Intel / AMD',
    'windows-arm64': 'ARM',
    'linux-x64': 'x86-64',
    'linux-arm64': 'ARM64',
  },
  needs: {
    macos: 'macOS 13 以降',
    windows: 'Windows 10 22H2 以降',
    linux: 'glibc 2.31 以降、X11 または Wayland',
  },
  all: 'すべてのビルド',
  size: 'サイズ',
  sha256: 'SHA-256',
  check: 'ファイルを確かめる',
  checkText:
    'チェックサムの一覧を同じフォルダに保存して、照合のコマンドを実行してください。正しく届いたファイルには OK と表示されます。',
  checkList: 'checksums.txt',
  checkWindows: 'PowerShell では、次の結果を一覧の行と見比べてください。',
  demo: 'Sable はデモ用の製品です。パッケージにはエディタの代わりに説明の文書が入っています。',
}
