import { noCharge } from './no-charge.ts'

/** Words of the pricing page; functions are left out, for they are sent to the browser as data. */
export const pricing = {
  title: 'Pricing',
  heading: 'Pay for the assistant, not for the editor',
  description:
    'The editor is free forever. Pro adds the assistant without limits, Team adds your colleagues.',
  crashed: {
    title: 'The prices cannot be switched right now',
    text: 'These are the prices for paying by the month.',
    button: 'Try again',
  },
  options: 'Show prices',
  billing: 'Billing',
  monthly: 'Monthly',
  yearly: 'Yearly',
  saving: 'save up to 20%',
  /** Shown until the visitor chooses another. */
  firstCurrency: 'USD' as 'USD' | 'JPY',
  currency: 'Currency',
  currencies: { USD: 'US dollar', JPY: 'Japanese yen' },
  perMonth: 'a month',
  perSeat: 'per person a month',
  billedYearly: 'billed once a year',
  orYearly: 'or {price} a month, billed once a year',
  forever: 'forever, no card needed',
  was: 'instead of',
  plans: {
    solo: {
      name: 'Solo',
      text: 'The whole editor, and enough of the assistant to find out whether you like it.',
      points: ['Every feature of the editor', '50 tasks a month', 'Index and search on your disk'],
      choose: 'Download',
    },
    pro: {
      name: 'Pro',
      text: 'For people who hand over a task before every coffee.',
      points: [
        'Unlimited tasks',
        'The larger models',
        'Several tasks at once',
        'E-mail answered within a day',
      ],
      choose: 'Choose Pro',
    },
    team: {
      name: 'Team',
      text: 'For groups that review together and need to know who may do what.',
      points: [
        'Everything in Pro',
        'Shared prompts and review rules',
        'Roles, invitations, rules for signing in',
        'One invoice',
      ],
      choose: 'Choose Team',
    },
  },
  manage: 'Manage your organization',
  compare: 'Compare the plans',
  feature: 'Feature',
  yes: 'included',
  no: 'not included',
  rows: [
    { name: 'Editor, themes, plug-ins', solo: true, pro: true, team: true },
    { name: 'Tasks a month', solo: '50', pro: 'unlimited', team: 'unlimited' },
    { name: 'Tasks at the same time', solo: '1', pro: '4', team: '8 per person' },
    { name: 'Models', solo: 'standard', pro: 'all', team: 'all' },
    { name: 'Code kept on your machine', solo: true, pro: true, team: true },
    { name: 'Log of everything sent', solo: true, pro: true, team: true },
    { name: 'Shared prompts and review rules', solo: false, pro: false, team: true },
    { name: 'Roles and members', solo: false, pro: false, team: true },
    { name: 'E-mail answered', solo: 'when we can', pro: 'in a day', team: 'in 4 hours' },
  ] as { name: string; solo: string | boolean; pro: string | boolean; team: string | boolean }[],
  promo: {
    checking: 'Checking the code {code}…',
    applied: 'The code {code} takes {percent}% off for {months} months.',
    appliedOnce: 'The code {code} takes {percent}% off for one month.',
    refused: 'The code {code} cannot be used: it is unknown, used up or expired.',
    failed: 'The code {code} could not be checked. These prices are without it.',
    have: 'I have a promo code',
    remove: 'Show prices without it',
  },
  questions: 'Questions',
  answers: [
    {
      question: 'What counts as a task?',
      answer:
        'One request to the assistant, however many files and hunks it ends up changing. Taking it back costs nothing.',
    },
    {
      question: 'Can I change or end a plan?',
      answer:
        'At any time, in your account. A plan you end runs until the end of the time you paid for, and the editor stays yours.',
    },
    {
      question: 'Are taxes included?',
      answer:
        'Prices in yen include consumption tax. Prices in dollars do not include tax, which depends on where you live.',
    },
  ],
  demo: noCharge,
}
