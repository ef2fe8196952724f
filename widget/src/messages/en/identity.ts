/** Messages of choosing whom to act for. */
export const identity = {
  title: 'Continue as',
  intro: 'You can use more than one account. Choose which.',
  loading: 'Looking up your accounts…',
  oneself: 'Personal account',
  frozen: 'Frozen',
  current: 'In use',
  noOther: 'There is no other account that you can use here.',
  unnamed: 'Without a name',
  noAccount: 'New here?',
  noAccountText: 'There is no account for this address yet. Shall we make one?',
  createAccount: 'Create account',
  otherAccount: 'Use another account',
}
