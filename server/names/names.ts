import type { Config } from '../config/config.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { App } from '../store/app-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import { mixesScripts } from './scripts-of-names.ts'
import type { Account } from '../store/schema/accounts.ts'

/** Built-in roles, by the names that people see. */
const roleNames =
  'manager admin administrator member 管理責任者 管理者 メンバー 负责人 負責人 管理员 管理員 成员 成員'.split(
    ' ',
  )

const reservedNames = (
  'admin administrator root support system security official staff moderator help service ' +
  'owner webmaster postmaster abuse billing verified ' +
  '公式 運営 管理人 事務局 サポート ヘルプ スタッフ システム セキュリティ モデレーター ' +
  '官方 客服 客户服务 客戶服務 技术支持 技術支援 系统 系統 运营 營運 站长 站長 版主 工作人员 工作人員'
).split(' ')

/** Common letters that look like Latin ones (Unicode TR39), and digits that stand for letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...pairs('АВЕЅІЈКМНОРСТУХҮԌԚԜЬ', 'abesljkmhopctyxygqwb'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'abezhlkmnoptyx'),
  ...pairs('абсԁеһіјӏорԛѕтԝхуν', 'abcdehljlopqstwxyv'),
  ...pairs('ακορτυχιϲ', 'akoptuxlc'),
  ...pairs('ɑɡıɩłøđħŧ', 'aglllodht'),
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghljklmnoprstuvwyz'),
  ...pairs('ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᏔᏃ', 'abcdeghjklmprstvwz'),
  ...pairs('0135$@|!i', 'olessalll'),
}

/** Words that turn a reserved name into no other one. */
const fillers = (
  'the team account desk alert notice login sign in customer care inc ltd llc ' +
  'お客様 カスタマー センター デスク チーム アカウント 窓口 担当 担当者 者 中心 团队 團隊 人员 人員 账号 帳號 员 員'
).split(' ')

const roleSkeletons = skeletonsOf(roleNames)
const reservedSkeletons = skeletonsOf(reservedNames)
const fillerSkeletons = skeletonsOf(fillers)

// Japanese and Chinese write words without spaces. The longest come first, so that a name is read once.
const unspaced = new RegExp(
  [...reservedSkeletons, ...roleSkeletons, ...fillerSkeletons]
    .filter(isUnspaced)
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
  'g',
)
const unspacedReserved = [...reservedSkeletons].filter(isUnspaced)

/** Names that nobody else may have: the product's, and the brand's of an application. */
export type ProductNames = readonly string[]

/** Returns the names of the server and of an application. */
export function productNamesOf(
  { PRODUCT_NAME: product }: Pick<Config, 'PRODUCT_NAME'>,
  app: App | undefined,
): ProductNames {
  return [product, app?.settings.brand_name ?? ''].filter((name) => name !== '')
}

/** The parts of a call that say which names nobody may have. */
export interface NameContext {
  app: App
  services: { config: Pick<Config, 'PRODUCT_NAME'> }
}

/** @throws text_refused if the name of a person or an organization `isReservedName` */
export function requireName({ app, services }: NameContext, name: string): void {
  if (isReservedName(name, productNamesOf(services.config, app))) {
    throw new PassportError('text_refused')
  }
}

/** @throws text_refused if the name of a role `isReservedRole` */
export function requireRoleName({ app, services }: NameContext, name: string): void {
  if (isReservedRole(name, productNamesOf(services.config, app))) {
    throw new PassportError('text_refused')
  }
}

/** Returns whether a name, in any spelling, could impersonate the operator or a built-in role. */
export function isReservedName(typed: string, productNames: ProductNames): boolean {
  const products = skeletonsOf(productNames)
  const name = withoutSigns(typed)
  const skeleton = toSkeleton(name)
  if (isOfRole(typed, skeleton, products) || reservedSkeletons.has(skeleton)) return true
  const isReserved = (word: string): boolean => reservedSkeletons.has(word) || products.has(word)
  const words = name
    .split(
      /\s+|(?<=\p{sc=Latn})(?=[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}])|(?<=\p{sc=Hani})(?=\p{sc=Kana})|(?<=\p{sc=Kana})(?=\p{sc=Hani})/u,
    )
    .map(toSkeleton)
    .filter((word) => word !== '')
  return (
    (skeleton.replaceAll(unspaced, '') === '' &&
      unspacedReserved.some((word) => skeleton.includes(word))) ||
    (words.some(isReserved) && words.every((word) => isReserved(word) || fillerSkeletons.has(word)))
  )
}

/** Returns whether a role could be taken for a built-in one or, by its name, for one of the product. */
export function isReservedRole(name: string, productNames: ProductNames): boolean {
  return isOfRole(name, toSkeleton(withoutSigns(name)), skeletonsOf(productNames))
}

function isOfRole(typed: string, skeleton: string, products: ReadonlySet<string>): boolean {
  return (
    (skeleton === '' && toSkeleton(typed) === '') ||
    mixesScripts(typed) ||
    roleSkeletons.has(skeleton) ||
    products.has(skeleton)
  )
}

// Signs around and between words hide none; those that stand for a letter stay within a word.
function withoutSigns(name: string): string {
  return name
    .replaceAll(/[™℠]/gu, ' ')
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}$@|!]+|(?<![\p{L}\p{N}])[@|!]+|[$@|!]+(?![\p{L}\p{N}])/gu, ' ')
}

function isUnspaced(word: string): boolean {
  return /^[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}ー]+$/u.test(word)
}

function skeletonsOf(names: readonly string[]): Set<string> {
  return new Set(names.map((name) => toSkeleton(withoutSigns(name))))
}

/** Normalizes a display name. */
export function toName(input: string): string {
  return input.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
}

/** Normalizes a username to the form in which it is stored and compared. */
export function toUsername(input: string): string {
  return input.trim().normalize('NFKC').toLowerCase()
}

/**
 * Returns whether a username is allowed: 3 to 32 Latin letters, digits and single separators,
 * never to be confused with a number or address.
 */
export function isUsername(name: string, productNames: ProductNames): boolean {
  return (
    /^[a-z](?:[._-]?[a-z\d]+)*$/.test(name) &&
    name.length >= 3 &&
    name.length <= 32 &&
    !isReservedName(name, productNames)
  )
}

/** Returns which of an account's names nobody may have. */
export function refusedName(
  { name, username }: { name?: string | undefined; username?: string | undefined },
  productNames: ProductNames,
): 'personName' | 'username' | undefined {
  if (name !== undefined && isReservedName(name, productNames)) return 'personName'
  return username === undefined || isUsername(toUsername(username), productNames)
    ? undefined
    : 'username'
}

// Two names have the same skeleton if people may confuse them (Unicode TR39).
function toSkeleton(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/[\p{Cf}\p{M}\s._-]/gu, '')
  return [...letters]
    .map((letter) => lookAlikes[letter] ?? lookAlikes[letter.toLowerCase()] ?? letter.toLowerCase())
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Returns whether a word without Latin letters looks as if it had nothing else. */
export function looksLatin(word: string): boolean {
  return /^(?!\p{ASCII}*$)\P{sc=Latn}+$/u.test(word) && /^[a-z\d]+$/.test(toSkeleton(word))
}

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, at) => [letter, to.charAt(at)]))
}

/** Returns whether the person never chose a display name. */
export function hasDefaultName(account: Account, productNames: ProductNames): boolean {
  const { email, mobile, unverifiedEmail, username } = account
  const mail = email ?? unverifiedEmail
  return [
    ...(mail === null ? [] : [defaultName({ channel: 'email', address: mail }, productNames)]),
    ...(mobile === null ? [] : [defaultName({ channel: 'mobile', address: mobile }, productNames)]),
    ...(username === null ? [] : [username]),
    defaultName(undefined, productNames),
  ].includes(account.name)
}

/** Returns a display name derived from the mailbox or the last digits of the mobile number. */
export function defaultName(recipient: Recipient | undefined, productNames: ProductNames): string {
  if (recipient === undefined) return 'user'
  const { channel, address } = recipient
  if (channel === 'mobile') return `user${address.slice(-4)}`
  const mailbox = address.split('@')[0] ?? ''
  // A mailbox can contain characters that are not allowed in names, and `ann.lee` be a host.
  const name = mailbox
    .replaceAll(/[^\p{L}\p{N}._+-]/gu, '')
    .replaceAll('.', ' ')
    .trim()
    .slice(0, 32)
  return name === '' || isReservedName(name, productNames) ? 'user' : name
}
