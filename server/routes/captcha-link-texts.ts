import type { Language } from '#protocol/common-params.ts'

interface LinkTexts {
  ask: { title: string; body: string }
  passed: { title: string; body: string }
  over: { title: string; body: string }
  confirm: string
}

/** Words of the page behind a mailed link. */
export const linkTexts: Readonly<Record<Language, LinkTexts>> = {
  en: {
    ask: {
      title: 'Is this you?',
      body: 'A browser asked to go on with this mail address. If that was you, press the button and return to the page you came from. Otherwise close this page: nothing happens then.',
    },
    passed: {
      title: 'Thank you, that is done',
      body: 'You can close this page. The one you came from goes on by itself.',
    },
    over: {
      title: 'This link is over',
      body: 'It was used already, or too much time has passed. The page you came from can send another one.',
    },
    confirm: 'Yes, go on',
  },
  ja: {
    ask: {
      title: 'ご本人ですか？',
      body: 'このメールアドレスで続けようとしているブラウザがあります。ご本人であればボタンを押して、元のページにお戻りください。心当たりがなければ、このページを閉じてください。何も起こりません。',
    },
    passed: {
      title: '確認が完了しました',
      body: 'このページは閉じて構いません。元のページは自動で先へ進みます。',
    },
    over: {
      title: 'このリンクは使えません',
      body: 'すでに使われたか、時間が経ちすぎています。元のページから新しいリンクを送れます。',
    },
    confirm: 'はい、続けます',
  },
  zh: {
    ask: {
      title: '是您本人吗？',
      body: '有一个浏览器想用这个邮箱地址继续操作。如果是您本人，请按下按钮，然后回到原来的页面。如果不是，请关闭本页，不会发生任何事情。',
    },
    passed: {
      title: '确认完成',
      body: '您可以关闭本页，原来的页面会自动继续。',
    },
    over: {
      title: '此链接已失效',
      body: '它已被使用，或时间已过。您可以在原来的页面重新发送一个链接。',
    },
    confirm: '是的，继续',
  },
}
