/** Words of the check. Functions take what is put in. */
export const en = {
  title: 'A quick check',
  purpose:
    'This keeps programs out. If you would rather not solve a picture, there is another way.',
  close: 'Close',
  loading: 'Getting a picture…',
  slideTask: 'Move the piece to where it fits',
  slideHint: 'Only one of the gaps continues the picture.',
  slideLabel: 'Place of the piece',
  slidePlace: (percent: number): string => `piece ${percent} % across`,
  pictureLabel: 'A picture with three gaps of the same shape',
  left: 'Move left',
  right: 'Move right',
  confirm: 'Confirm',
  refresh: 'Another picture',
  noRefresh: 'No further picture',
  otherWay: 'Use another way',
  puzzleWay: 'Back to the picture',
  checking: 'Checking…',
  wrong: 'Not quite. Here is another picture.',
  fresh: 'Here is a fresh picture.',
  triesLeft: (count: number): string => (count === 1 ? 'One try left' : `${count} tries left`),
  working: 'Your device is doing a short calculation instead. Nothing to do for you.',
  workShare: (percent: number): string => `${percent} %`,
  passed: 'Done, thank you.',
  offline: 'The check could not be reached.',
  unreadable: 'The picture could not be shown.',
  retry: 'Try again',
  waiting: 'Too many tries. It goes on by itself.',
  waitLeft: (seconds: number): string => `${seconds} s`,
  ended: 'This check has ended. Close it and try once more.',
}

/** The shape of every language. */
export type Messages = typeof en
