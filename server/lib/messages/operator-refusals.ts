/** Values that a setting of an application takes. */
const allowedValues = {
  box: 'on or off',
  level: '1, 2 or 3',
  choice: 'refuse or accept',
  text: 'of the form that `app list` describes',
}

function taken(what: string): string {
  return `"${what}" belongs to another account: find that one, or give something else.`
}

/** Whether somebody may have meant a mobile number, although it was read as an id. */
export function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

/** What operators are refused, in English; the console says it in each of its languages. */
export const operatorRefusals = {
  /** What is meant is not there. */
  unknown: {
    account: (who: string): string =>
      `There is no account "${who}". "user list --search" finds people.${isDigits(who) ? ' A number needs + and its country.' : ''}`,
    accountGone: 'The account is gone.',
    app: (aid: number): string => `There is no application ${aid}. "app list" shows them.`,
    appSecret: (aid: number, id: string): string =>
      `Application ${aid} has no secret ${id}. "app secret list" shows them.`,
    client: (id: string): string => `There is no client "${id}". "client list" shows them.`,
    delivery: 'No such delivery has ended, or the webhook is off. "webhook deliveries" shows them.',
    domain: (organization: string, domain: string): string =>
      `${organization} has no domain "${domain}". "subject show" lists those.`,
    formerOwner: (address: string): string => `The account of ${address} is gone.`,
    login: (text: string): string => `"${text}" is neither an address nor a number.`,
    logId: (days: number): string =>
      `Nothing is kept of this log id: it is older than ${days} days, younger than two seconds, no step of signing in, or one of more than 60 refusals of a login or 300 of a network in an hour, which are only counted.`,
    member: (person: string, organization: string): string =>
      `${person} does not act for ${organization}.`,
    noFormerOwner: (address: string): string =>
      `${address} has left no account in the last 72 hours.`,
    operator: (account: string): string =>
      `Account ${account} is no operator. "operator list" shows them.`,
    organization: (id: string): string =>
      `There is no organization "${id}". "subject list" shows them.`,
    resource: (id: string): string =>
      `There is no resource "${id}". "resource list" shows them, "resource add" adds one.`,
    session: (account: string): string =>
      `Account ${account} has no such session among those that "user show" lists.`,
    token: (id: string): string =>
      `There is no token "${id}" that could end. "token list" shows them.`,
    unproved: (address: string, account: string): string =>
      `Nobody has proved "${address}". Account ${account} was made with it: give its id if you mean that one.`,
    webhook: (id: string): string => `There is no webhook ${id}. "webhook list" shows them.`,
  },
  /** The state of something forbids it. */
  conflict: {
    accountState: (person: string, state: string): string => `${person} is ${state}.`,
    addressClosed: (address: string): string =>
      `The account of ${address} was erased lately: the address is free again after CLOSED_ADDRESS_DAYS.`,
    addressTaken: (address: string): string => `${address} belongs to another account by now.`,
    appOfConsole: (aid: number): string =>
      `Application ${aid} is the console, whose address is CONSOLE_ORIGIN.`,
    appOfServer: (aid: number, what: 'origins' | 'registration'): string =>
      `The ${what} of application ${aid} is renewed at each start, from PUBLIC_ORIGIN and HOST_PAGE_ORIGINS.`,
    appSecrets: (aid: number, count: number): string =>
      `Application ${aid} has ${count} secrets: end one first.`,
    appTaken: (aid: number): string => `There is an application ${aid} already.`,
    clientSecrets: (id: string): string => `${id} has two secrets: end one first.`,
    frozen: (id: string): string => `${id} is frozen already.`,
    hasManager: (person: string, organization: string): string =>
      `${person} manages ${organization}, and there is one manager: put somebody else in their place with "subject manager".`,
    hasMember: (person: string, organization: string): string =>
      `${person} acts for ${organization} already.`,
    higherRole: 'Nobody acts on an operator of a higher role.',
    lastOwner: 'The last owner stays: make somebody else an owner first.',
    manager: (person: string): string => `${person} is the manager already, or frozen.`,
    managerState: (state: string): string =>
      `A manager needs an active account, and this one is ${state}.`,
    managerStays:
      'The manager stays: put somebody else in their place with "subject manager" first.',
    noAddress: (person: string): string =>
      `${person} has no proved address, so no code could set a new password.`,
    noSecondSecret: (id: string): string =>
      `There is no client "${id}" with two secrets. "client list" shows them.`,
    noSecret: (id: string): string => `${id} has no secret.`,
    onlyUsername: 'The username is all that signs this account in.',
    oneself: 'Operators do this to nobody but others: ask another one.',
    open: (id: string): string => `${id} is open already.`,
    severalFormer: (address: string, accounts: string): string =>
      `${address} has left several accounts: ${accounts}.`,
    webhookState: (id: string, state: 'on' | 'off'): string => `Webhook ${id} is ${state} already.`,
  },
  /** Another account has it. */
  taken: {
    email: (address: string): string => taken(address),
    externalId: (id: string): string => taken(id),
    mobile: (number: string): string => taken(number),
    username: (name: string): string => taken(name),
  },
  /** An organization would be left without a manager. */
  still_manager: {
    manages: (person: string, organizations: string): string =>
      `${person} manages ${organizations}: appoint somebody else first, by the command "subject manager" or in the console.`,
  },
  /** Something was given wrongly. */
  invalid: {
    aid: (text: string, most: number): string =>
      `The aid is "${text}", but must be a whole number from 1 to ${most}.`,
    appName: 'An application needs a name.',
    appOrigin: (text: string): string =>
      `"${text}" is no origin such as https://shop.example.com, without a path.`,
    appRedirect: (text: string): string =>
      `"${text}" is no address such as https://shop.example.com/signed-in.`,
    appSetting: (name: string, text: string, allowed: keyof typeof allowedValues): string =>
      `${name} is "${text}", but must be ${allowedValues[allowed]}.`,
    appSettingName: (name: string, names: string, guess: string | undefined): string =>
      `"${name}" is no setting of an application: ${guess === undefined ? names : `did you mean ${guess}?`}`,
    clientName: 'The name must be printable text of at most 64 characters.',
    clientOrigin: (text: string): string =>
      `"${text}" is no origin such as https://app.example.com or chrome-extension://<id>.`,
    clientRedirect: (text: string): string =>
      `"${text}" is no address such as https://app.example.com/callback, http://127.0.0.1/callback or com.example.app:/callback.`,
    confirmation: 'The id that was typed is not that of this account.',
    day: (name: string, text: string): string =>
      `${name} is "${text}", but must be a day such as 2027-03-31.`,
    dayOver: (name: string, text: string): string => `${name} is "${text}", but that day is over.`,
    kinds: (text: string, kinds: string): string =>
      `The kinds are "${text}", but must be all, or of ${kinds}.`,
    level: (text: string): string => `The required level is "${text}", but must be 1, 2 or 3.`,
    logo: (text: string): string =>
      `"${text}" is no address such as https://cdn.example.com/logo.png.`,
    logoutCall: (text: string): string =>
      `"${text}" is no address such as https://app.example.com/logout.`,
    mail: (text: string): string => `"${text}" is no e-mail address.`,
    name: 'The name must be printable text.',
    nationalNumber: (text: string): string =>
      `"${text}" is a number without its country: write + and the country before it, such as +81 90 1234 5678.`,
    noChange: 'Nothing is said about what to change.',
    noKinds: (kinds: string): string => `A webhook needs kinds, of ${kinds}.`,
    noRedirects: 'A client needs redirects, such as https://app.example.com/callback.',
    oldWays: (text: string): string => `The old ways are "${text}", but must be of get, query.`,
    oldWaysSecret: 'Old ways are for clients with a secret.',
    personName: 'The name has words of two alphabets, or is that of the product or of a role.',
    pkce: 'A client without a secret needs PKCE.',
    publicResources:
      'A public client has no --resources: it needs a secret or a key to get tokens without a person.',
    responseModes: (text: string, modes: string): string =>
      `The response modes are "${text}", but must be of ${modes}.`,
    scopes: (text: string, scopes: string): string =>
      `The scopes are "${text}", but must be of ${scopes}.`,
    siteShare: 'The site takes no sessions over, so 1001 cannot be listed.',
    subject: (text: string): string => `"${text}" is no address, number, username or log id.`,
    tokenLife: 'A token lives for a year at most.',
    tokenName: 'A token is named with 1 to 64 printable characters.',
    tokenNetwork: (text: string): string => `"${text}" is no network such as 10.0.0.0/8.`,
    tokenScope: (text: string, scopes: string): string =>
      `"${text}" is no scope; there are: ${scopes}.`,
    username:
      'A username has 3 to 32 of a-z, 0-9 and . _ -, begins with a letter, and is not that of the product or of a role.',
    webhookHost: (_host: string, why: string): string => `Webhooks cannot go there: ${why}.`,
    webhookUrl: (text: string): string =>
      `"${text}" is no address such as https://app.example/hook.`,
  },
}

export type OperatorRefusals = typeof operatorRefusals
