import { clock } from './clock.ts'

/** Words of the check. Functions take what is put in. */
export const en = {
  title: 'A quick check',
  purpose:
    'This keeps programs out. If you would rather not solve a picture, there is another way.',
  close: 'Close',
  /** Ends a sentence where two are heard one after the other. */
  stop: '. ',
  loading: 'Getting a picture…',
  slideTask: 'Move the piece to where it fits',
  slideHint: 'Only one of the gaps continues the picture.',
  slideLabel: 'Place of the piece',
  slidePlace: (percent: number): string => `piece ${percent} % across`,
  slidePicture: 'A picture with gaps of the same shape',
  left: 'Move left',
  right: 'Move right',
  whirlTask: 'Turn the picture upright',
  whirlHint: 'Turn it until up is up: drag it, or use the slider.',
  whirlLabel: 'Turn of the picture',
  whirlPlace: (degrees: number): string =>
    degrees === 1 ? 'turned by 1 degree' : `turned by ${degrees} degrees`,
  whirlPicture: 'A round picture that is not upright',
  turnLeft: 'Turn left',
  turnRight: 'Turn right',
  textTask: 'Click these characters, in this order',
  textHint: 'In the picture they may be slanted, and others stand between them.',
  textPrompt: 'The characters to click, as a picture',
  textPicture: 'A picture with characters',
  /** The thing comes with its article: “the cup”. */
  thingTask: (thing: string): string => `Click ${thing}`,
  thingHint: 'One click is enough, anywhere on it.',
  pairTask: 'Click the two things that are alike',
  pairHint: 'They have the same shape; size, colour and side may differ.',
  thingPicture: 'A picture with things on a table',
  boardKeys:
    'Arrow keys move a cross over the picture, with Shift in single steps. Enter sets a mark, Backspace takes the last one back.',
  cross: (across: number, down: number): string => `cross ${across} % across, ${down} % down`,
  marked: (number: number, count: number): string => `mark ${number} of ${count} set`,
  unmarked: (count: number): string => (count === 0 ? 'no marks left' : `marks left: ${count}`),
  allMarked: 'All marks are set. Enter confirms, Backspace takes one back.',
  undo: 'Take back',
  confirm: 'Confirm',
  refresh: 'Another picture',
  noRefresh: 'No further picture',
  otherWay: 'Use another way',
  ways: 'Other ways, just as good',
  workWay: 'Let this device compute',
  workWayHint: 'A few seconds, nothing to do for you.',
  mailWay: 'Get a link by e-mail',
  mailWayHint: 'Open it on any device; it goes on here.',
  mailing: 'Sending the link…',
  mailed: (address: string): string =>
    `A link is on its way to ${address}. Open it on any device and press its button; this page then goes on by itself.`,
  mailAgain: 'Send it again',
  puzzleWay: 'Back to the picture',
  checking: 'Checking…',
  wrong: 'Not quite. Here is another picture.',
  fresh: 'Here is a fresh picture.',
  expired: 'The picture had grown old, so here is a fresh one. That does not count as a try.',
  triesLeft: (count: number): string => (count === 1 ? 'One try left.' : `${count} tries left.`),
  /** Two sentences one after the other. */
  both: (first: string, second: string): string => `${first} ${second}`,
  silent: 'Checking your browser. Nothing to do for you.',
  working: 'Your device is doing a short calculation instead. Nothing to do for you.',
  workShare: (percent: number): string => `${percent} %`,
  passed: 'Done, thank you.',
  offline: 'The check could not be reached.',
  unreadable: 'The picture could not be shown.',
  retry: 'Try again',
  waiting: 'Too many tries. It goes on by itself.',
  waitLeft: (seconds: number): string => clock(seconds, 's'),
  ended: 'This check has ended. Close it and try once more.',
}

/** The shape of every language. */
export type Messages = typeof en
