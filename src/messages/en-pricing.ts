/** Words of the pricing page; functions are left out, for they are sent to the browser as data. */
export const pricing = {
  title: 'Pricing',
  heading: 'Pay for the assistant, not for the editor',
  description:
    'The editor is free for good. Pro adds the assistant without limits, Team adds people.',
  crashed: {
    title: 'The prices cannot be switched right now',
    text: 'They are shown as they are paid by the month.',
    button: 'Try again',
  },
  options: 'Show prices',
  billing: 'Billing',
  monthly: 'Monthly',
  yearly: 'Yearly',
  saving: 'up to 20 % less',
  currency: 'Currency',
  currencies: { USD: 'US dollar', JPY: 'Japanese yen' },
  perMonth: 'a month',
  perSeat: 'per person, a month',
  billedYearly: 'billed once a year',
  billedMonthly: 'billed every month',
  orYearly: 'or {price} a month, billed once a year',
  forever: 'for good, no card needed',
  was: 'instead of',
  plans: {
    solo: {
      name: 'Solo',
      text: 'The whole editor, with enough of the assistant to find out whether you like it.',
      points: ['Every feature of the editor', '50 tasks a month', 'Index and search on your disk'],
      choose: 'Download',
    },
    pro: {
      name: 'Pro',
      text: 'For people who hand over a task before every coffee.',
      points: [
        'Tasks without limit',
        'The larger models',
        'Tasks run beside each other',
        'Answers to mail within a day',
      ],
      choose: 'Choose Pro',
    },
    team: {
      name: 'Team',
      text: 'For groups that review together and need to know who may do what.',
      points: [
        'Everything in Pro',
        'Shared prompts and review rules',
        'Roles, invitations, sign-on',
        'One invoice',
      ],
      choose: 'Choose Team',
    },
  },
  compare: 'Compare the plans',
  feature: 'Feature',
  yes: 'included',
  no: 'not included',
  rows: [
    { name: 'Editor, themes, plug-ins', solo: true, pro: true, team: true },
    { name: 'Tasks a month', solo: '50', pro: 'no limit', team: 'no limit' },
    { name: 'Tasks at the same time', solo: '1', pro: '4', team: '8 per person' },
    { name: 'Models', solo: 'standard', pro: 'all', team: 'all' },
    { name: 'Code kept on your machine', solo: true, pro: true, team: true },
    { name: 'Log of everything sent', solo: true, pro: true, team: true },
    { name: 'Shared prompts and review rules', solo: false, pro: false, team: true },
    { name: 'Roles and sub-accounts', solo: false, pro: false, team: true },
    { name: 'Answers to mail', solo: 'when we can', pro: 'in a day', team: 'in four hours' },
  ] as { name: string; solo: string | boolean; pro: string | boolean; team: string | boolean }[],
  promo: {
    checking: 'Checking the code {code}…',
    applied: 'The code {code} takes {percent} % off for {months} months.',
    appliedOnce: 'The code {code} takes {percent} % off for one month.',
    refused: 'The code {code} cannot be used: it is unknown, used up or too old.',
    failed: 'The code {code} could not be checked. The prices are shown without it.',
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
        'At any time, in your account. A plan that ends runs to the end of what is paid, and the editor stays.',
    },
    {
      question: 'Are taxes included?',
      answer:
        'Prices in yen include consumption tax. Prices in dollars are without tax, which depends on where you live.',
    },
  ],
  demo: 'Sable is a demonstration product: choosing a plan opens an account and takes no money.',
}
