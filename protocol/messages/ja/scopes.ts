import type { ScopeName } from '../../scopes.ts'

/** Descriptions of the scopes, in Japanese. */
export const scopes: Record<ScopeName, string> = {
  openid: 'あなたであることの確認',
  user_info: '名前と画像',
  profile: '名前、ユーザー名、画像、言語',
  email: 'メールアドレス',
  phone: '携帯電話番号',
  'enterprise.read': '所属する組織と、組織での名前とロール',
  offline_access: 'アプリを使っていない間も続くアクセス',
}
