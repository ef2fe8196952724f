import { alertKinds } from '../markdown/alerts.ts'

const QUOTE_ALL = 'put the whole value between quotation marks'

function marks(depth: number): string {
  return '#'.repeat(depth)
}

function delimiters(columns: number): string {
  return `|${' --- |'.repeat(columns)}`
}

interface Table {
  [name: string]: string | ((...args: never[]) => string) | Table
}

/** Says of how many further places of a text a finding speaks. */
function andMore(others: number): string {
  if (others === 0) return ''
  return `, and ${others === 1 ? 'once' : `${others} times`} more in this text`
}

/** Messages of the lint: what is wrong and how to fix it; file and line precede them. */
export const messages = {
  readable: {
    empty:
      'is missing because the file is empty: delete it, run npm run new post "Title", and see docs/editing.md',
    notUtf8: 'contains characters that cannot be read: save the file as UTF-8',
    unseen:
      'contains an invisible control character: delete the words around it and type them again',
    headNotFirst: 'does not begin on the first line: remove everything before the first ---',
    headTooLong:
      'begins with more than three hyphens: write exactly three, here and below the last field',
    headWithoutEnd: 'is not closed: write a line of three hyphens --- below the last field',
    noHead: 'is missing: begin the file with a line ---, the fields, and another line ---',
  },
  frontMatter: {
    noFields:
      'has no fields: write each on its own line, such as title: Faster search, with an ordinary colon and a space',
  },
  unknownField: (advice: string) => `is not a field we know: ${advice}`,
  yaml: {
    sign: (sign: string) => `a value cannot begin with ${sign}: ${QUOTE_ALL}`,
    cut: `everything after # is ignored: ${QUOTE_ALL}`,
    tab: 'there is a tab on this line: use spaces instead',
    twice: 'is here twice: keep one of the two lines',
    quoteOpen: (quote: string) =>
      `the quotation mark ${quote} is not closed: add another at the end of the value`,
    afterQuote: (quote: string) =>
      `there is more after the second ${quote}: put the whole value between two ${quote === '"' ? "'" : '"'}`,
    listOpen: 'the list is not closed: end it with ], for example [editor, review]',
    wideColon: 'the colon after the name is full-width: write : and a space',
    wideSpace: 'there is a full-width space on this line: use an ordinary space instead',
    noSpace: 'there is no space after the colon: add one',
    colon: `there is a colon in the value: ${QUOTE_ALL}`,
    indented: 'the line is indented: remove the spaces before it',
    notUnderstood:
      'is not understood: write the name of a field, a colon, a space and its value on one line',
  },
  knownNames: {
    author: (name: string, advice: string) =>
      `"${name}" is not in src/content/authors.json: ${advice}`,
    useAuthor: (known: Iterable<string>) =>
      `use one of ${[...known].join(', ')}, or add the person there`,
    topic: (name: string, advice: string) => `"${name}" is not in src/content/tags.json: ${advice}`,
    useTopic: (known: Iterable<string>) =>
      `use one of ${[...known].join(', ')}, or name the topic there in both languages`,
    apart: 'write a comma and a space between topics, for example [editor, review]',
    version: (version: string) =>
      `"${version}" and the file name differ: name the file ${version}.md`,
  },
  days: {
    beforePublication: (updated: string, date: string) =>
      `${updated} is before the publication date, ${date}: correct one of the two`,
    notYet: (day: string) =>
      `${day} is in the future: write the day on which the text last changed`,
    otherThanEnglish: (day: string, english: string) =>
      `"${day}" is not the day of the English text: write ${english}, or change both`,
  },
  uniqueTitle: (file: string) => `is also the title of ${file}: write another`,
  cover: {
    size: (url: string, width: number, height: number, fault: string) =>
      `${url} is ${width} × ${height} pixels, ${fault}: take a landscape picture of 1200 × 630 or, better, 1600 × 900`,
    noCover: 'describes a cover, but there is none: add the cover, or remove the line',
    noDescription: 'is missing: write what the cover shows, for somebody who cannot see it',
  },
  addressName: {
    noPage: (advice: string) => `no page shows it: ${advice}`,
    nameAfter: (names: readonly string[]) => `name the file after one of ${names.join(', ')}`,
  },
  fileNames: {
    noLanguage: (folder: string) =>
      `is in no language folder: move it into ${folder}/en or ${folder}/ja`,
    folder: (folder: string, lang: string) =>
      `is a folder, and files in it are ignored: move them to ${folder}/${lang}`,
    noEnglish: (folder: string, name: string) =>
      `has no English text of the same name: add ${folder}/en/${name}, or give both files one name`,
    picture: (folder: string) => `is a picture: move it into src/content/${folder}/pictures`,
    ending: (example: string) =>
      `is not a text that the site shows: end its name with .md, for example ${example}`,
  },
  textPresent: 'is empty: write something below the second line of hyphens',
  ownLanguage: (language: string, folder: string) =>
    `is not in ${language}, as texts in ${folder} are: translate it, or move the file to its language`,
  templateWords: 'is still the text of the template: write your own',
  headingOrder: {
    tooLarge: (depth: number, first: number) =>
      `${marks(depth)} is too large here, because the page itself has larger headings: begin with ${marks(first)}`,
    skips: (depth: number, above: number, first: number) =>
      `${marks(depth)} skips a level after ${above < first ? 'the title' : marks(above)}: use ${marks(above + 1)}`,
  },
  headingUnderlined: (underline: string, depth: number, words: string) => {
    const rule = underline.startsWith('-') ? ', or leave an empty line in between' : ''
    return `the line ${underline} below makes this a heading: write ${marks(depth)} ${words} in place of both${rule}`
  },
  headingWords: 'has no words: write some after the #, or remove the line',
  changeKind: (words: string, kinds: readonly string[]) =>
    `"${words}" is no kind of change that readers can choose: write ${kinds.map((kind) => `### ${kind}`).join(' or ')}, without other signs`,
  altText: {
    missing: (url: string) =>
      `the picture ${url} has no description: write what it shows between the brackets`,
    vague: (words: string, url: string) =>
      `"${words}" does not describe ${url}: write what it shows, for somebody who cannot see it`,
    tooLong: (url: string, most: number) =>
      `the description of ${url} is longer than ${most} characters: say the rest in the text`,
  },
  pictureFile: {
    noAddress: 'the picture has no address: write ../pictures/ and the name of its file',
    elsewhere: (url: string, folder: string, name: string) =>
      `the picture ${url} is elsewhere: put a copy into ${folder} and write ../pictures/${name}`,
    otherFolder: (url: string, folder: string, name: string) =>
      `the picture ${url} is not where pictures are: put it into ${folder} and write ../pictures/${name}`,
    missing: (name: string, folder: string, advice: string) =>
      `there is no picture ${name} in ${folder}: ${advice}`,
    putFile: 'put the file there, or correct its name',
    name: (name: string) =>
      `the picture ${name} has a name that may break addresses: use lower-case letters, digits and hyphens`,
    kind: (name: string) =>
      `${name} is not a picture that browsers show: save it as .png, .jpg or .webp`,
    unreadable: (name: string) =>
      `${name} cannot be read as a picture: save it again as .png, .jpg or .webp`,
    cutOff: (name: string) => `${name} is incomplete: copy it here again, or save it again`,
    heavy: (name: string, size: string, most: string) =>
      `${name} is ${size} MB: make it smaller than ${most} MB, for example as .jpg or .webp`,
    huge: (name: string, width: number, height: number, most: number) =>
      `${name} is ${width} × ${height} pixels: make it at most ${most} wide and high`,
  },
  linkWords: {
    missing: (url: string) => `the link to ${url} has no words: say where it leads`,
    noAddress: (words: string) =>
      `the link "${words}" has no address: write it between the brackets`,
    vague: (words: string) =>
      `the link "${words}" does not say where it leads: use words that make sense alone`,
  },
  noDeadLink: {
    correctAddress: 'correct the address',
    noHeading: (url: string, advice: string) =>
      `there is no heading ${url} in this text: ${advice}`,
    noHeadingThere: (heading: string, path: string, advice: string) =>
      `there is no heading #${heading} on ${path}: ${advice}`,
    noPage: (path: string, advice: string) => `there is no page ${path}: ${advice}`,
    ownMachine: "leads to the reader's own machine",
    mail: (address: string) => `${address} is an e-mail address: begin it with mailto:`,
    notSecure: (address: string) => `${address} is not secure: begin it with https://`,
    noAddress: (address: string) => `"${address}" is not an address: begin it with / or https://`,
    picture: (address: string) => `${address} is a picture: write ! before the [ to show it`,
    otherLanguage: ([there, here]: readonly string[]) =>
      `leads from the ${here} pages to the ${there} ones`,
    slash: 'ends with a slash, as no page does',
    write: (url: string, faults: readonly string[], right: string) =>
      `${url} ${faults.join(', and ')}: write ${right}`,
    nowhere: (url: string, faults: readonly string[], noPage: string) =>
      faults.length === 0 ? noPage : `${url} ${[...faults, noPage].join(', and ')}`,
  },
  pageIndex: {
    correctHeading: 'correct the part after the #',
    noPosts: 'has no published posts yet: give one the topic, or remove the link',
    draft: 'is a draft, so nobody can open it: publish it first, or remove the link',
    waits: (day: string) =>
      `is published on ${day}: publish this text then or later, or remove the link`,
    releaseMoved: (address: string) => `the release is on ${address}`,
    releaseWaits: (anchor: string, day: string) =>
      `has no ${anchor} before ${day}: publish this text then or later, or remove the link`,
    noReleases: 'has no published releases yet: remove the link',
  },
  referenceDefined: {
    unused: (name: string) =>
      `readers do not see this note, because nothing refers to it: write [^${name}] in the text, or remove the note`,
    note: (name: string) =>
      `[^${name}] is shown as typed: write the note at the end of the text, as [^${name}]: and its words`,
    link: (typed: string, words: string, isPicture: boolean) => {
      const right = isPicture
        ? `![${words}](../pictures/name.png)`
        : `[${words}](/blog/local-index)`
      return `${typed} is shown as typed, because no line gives its address: write ${right}`
    },
  },
  tableColumns: {
    tooManyCells: (cells: number, columns: number) =>
      `has more cells than its table has columns, ${cells} for ${columns}, and readers would not see the rest: remove a cell, add a column to the first two lines, or write \\| for a literal |`,
    wrongDelimiters: (columns: number) =>
      `the line above has ${columns === 1 ? 'one column' : `${columns} columns`}, so this must be ${delimiters(columns)}`,
    noDelimiters: (columns: number) =>
      `a line is missing between the first line of the table and this one: write ${delimiters(columns)}`,
  },
  codeClosed: {
    atEdge: 'a code block begins here and never ends: write ``` on a line after it',
    inItem:
      'a code block begins here and ends with its list item: indent each of its lines, including the last ```, to the first letter of the item',
  },
  htmlAllowed: {
    picture: (words: string, file: string) =>
      `is written as <img>: write ![${words}](../pictures/${file})`,
    link: (address: string) =>
      `is written as <a>: write [the words](${/[\s()<>]/.test(address) ? `<${address}>` : address})`,
    heading: (name: string, depth: number) =>
      `is written as <${name}>: write ${marks(depth)} and the words`,
    script: 'contains a script, a style or a frame, which the site does not run: remove it',
    attribute: (name: string) =>
      /^(?:id|class)$/i.test(name)
        ? `contains ${name}="…", which belongs to the page around the text: remove it`
        : `contains ${name}="…", which the site does not run: remove it`,
    unknown: (tag: string) =>
      `contains ${tag}, which is not allowed in texts: remove it, or put it between backticks`,
  },
  htmlClosed: {
    noBracket: (tag: string) =>
      `${tag} is missing its >: add it, or put the words between backticks`,
    neverEnds: (name: string) =>
      `<${name}> begins here and never ends: write </${name}> after its words`,
    neverBegins: (name: string) =>
      `</${name}> ends something that never begins: write <${name}> before its words, or remove it`,
    noteNeverEnds:
      'a comment begins here and never ends, so everything below is lost: write --> after it',
    noteInParagraph:
      'a comment begins here and does not end in its paragraph, so readers see it: write --> after it, or begin it on its own line',
  },
  shownAsTyped: {
    wideMark: (depth: number, first: number, words: string) =>
      `begins with a full-width ＃, which makes no heading: write ${marks(Math.max(depth, first))} ${words}`.trim(),
    headingSpace: (depth: number, first: number, words: string) =>
      `needs a space: write ${marks(Math.max(depth, first))} ${words}`,
    itemSpace: (typed: string, right: string) =>
      `"${typed}" makes no list item: write ${right}, with an ordinary space, or put \\ before a literal character`,
    foreignItem: (typed: string, right: string) => `"${typed}" makes no list item: write ${right}`,
    wideSign: (sign: string) =>
      `${sign} is full-width, and readers see it: write ${sign.normalize('NFKC')}`,
    alert: (typed: string) =>
      `${typed} is shown as typed: write > [!NOTE] on its own line, with one of ${alertKinds.map((kind) => kind.toUpperCase()).join(', ')}, and > before each line below it`,
    foreign: (sign: string) =>
      `${sign} has no meaning here, and readers see it: remove it, or put it between backticks`,
    spaceInAddress: (address: string) =>
      `there is a space in the address "${address}", so it is no link: remove it`,
    beforeAddress: (bracket: string, address: string) =>
      /[（］]/.test(bracket)
        ? `the brackets at ${address} are full-width, so it is no link: write [the words](${address})`
        : `there is a space before (${address}), so it is no link: remove it`,
    openStars: (words: string) =>
      `"${words}" has ** on one side only, which readers see: write ** on both sides of the words, without spaces inside`,
  },
  spelling: (word: string, near: readonly string[]) => {
    const question = near.length === 0 ? 'if' : `did you mean ${near.join(' or ')}? If`
    return `"${word}" is not in the dictionary: ${question} it is right, add it to src/content/words.txt`
  },
  letterWidth: (letters: string, width: string) =>
    `"${letters}" is ${width}: write ${letters.normalize('NFKC')}. If it is right, add it to src/content/words.txt`,
  japaneseTerm: (found: string, right: string, others: number) =>
    `"${found}" is written ${right} in all other texts: write it the same way${andMore(others)}`,
  spaced: (found: string, right: string, others: number) =>
    `"${found}" has a space, since the page adds the gap itself: write ${right}${andMore(others)}`,
  listFiles: {
    missing: 'is missing: put it back, because the site is built from it',
    noList: 'is not a list of names: begin the file with { and end it with }',
    empty: 'is empty: put its entries back, because the site is built from them',
    twice: 'is here twice: keep one of the two',
    noKey: (example: string) =>
      `is not a key: use lower-case letters, digits, and hyphens between them only, with a letter, for example ${example}`,
    noPlan: (names: readonly string[]) =>
      `is missing: the page of prices shows ${names.join(', ')}`,
    noFile: (file: string, advice: string) => `${file} is not in public/downloads: ${advice}`,
    putFile: 'put the file there, or correct its name',
  },
  json: {
    quotes: (sign: string) => `${sign} is not a quotation mark here: write " instead`,
    notUnderstood: (word: string) =>
      `${word} is not understood: put text between two ", and write a number alone`,
    textOpen:
      'a quotation mark is missing: close what begins with " with another " on the same line',
    commaMissing: 'a comma is missing at the end of this line: add it',
    commaLast: 'there is a comma after the last entry: remove it',
    endsEarly: 'ends too early: close each { with } and each " with another "',
    notClear:
      'is not understood: look for a quotation mark, a comma or a colon that is missing on this line or the one before',
  },
} satisfies Table
