/** Messages about handing an organization over. */
export const transfer = {
  title: 'Hand over',
  stepOf: (step: number, all: number): string => `Step ${step} of ${all}`,
  begin: (organization: string): string =>
    `The manager of ${organization} can do everything, and there is only one. Hand over, and another member manages; you stay as an administrator. For three days after it, it cannot be deleted or handed over again, and its rules and domains stay as they are.`,
  prove: 'First show that it is you.',
  sendTo: (address: string): string => `We send a code to ${address}.`,
  send: 'Send me a code',
  confirm: 'Confirm',
  held: 'The manager has just changed',
  heldUntil: (time: string): string =>
    `For three days after a hand-over, until ${time}, the organization cannot be deleted or handed over again, and its rules and domains stay as they are.`,
  noAddress:
    'Add an e-mail address or a mobile number to your account first, so that you can prove who you are.',
  choose: 'Choose the new manager',
  chooseText: 'They get a code and have to agree.',
  chooseOne: (name: string): string => `Choose ${name}`,
  chooseShort: 'Choose',
  nobody: 'There is nobody to hand over to',
  nobodyText: 'Invite somebody first, and wait until they have accepted.',
  wait: (name: string): string => `Waiting for ${name}`,
  waitText: (name: string): string =>
    `${name} has got a code. They open this page, choose Hand-over and enter it. Or they tell it to you, and you enter it here.`,
  agreed: (name: string): string => `${name} agrees`,
  agreedText: 'One step is left, and it counts at once.',
  finish: {
    title: (name: string): string => `Make ${name} the manager?`,
    text: 'You become an administrator. Other sessions of both of you end. For three days, the organization cannot be deleted or handed over again, and its rules and domains stay as they are.',
    button: 'Hand over',
  },
  done: (name: string): string => `${name} is the manager now`,
  doneText: (organization: string): string =>
    `You are an administrator of ${organization}: you still look after its people and roles. Only the manager changes its rules, hands it over or deletes it.`,
  yours: (organization: string): string => `${organization} is yours now`,
  proceed: 'Continue',
  notHere: 'A hand-over is under way',
  notHereText:
    'It was started in another tab or browser. Continue there, or cancel it and start again.',
  requested: (name: string): string => `${name} wants you to manage`,
  requestedText: (organization: string): string =>
    `Enter the code that we sent you, and you agree to manage ${organization}.`,
  agree: 'I agree',
  hasAgreed: 'You have agreed',
  hasAgreedText: (name: string): string =>
    `${name} finishes the hand-over. Then you are signed out here, and manage after you have signed in again.`,
  signInToManage: (organization: string): string =>
    `You have agreed to manage ${organization}, and the end of the hand-over ends your session. Sign in once more to go on.`,
  notStarted: 'No hand-over is under way',
  notStartedText: 'The manager begins one here. The chosen member then gets a code.',
  until: (time: string): string => `Until ${time}.`,
  cancel: {
    title: 'Cancel the hand-over?',
    text: 'The manager stays the same. To hand over later, start again: both of you get new codes then.',
    button: 'Cancel the hand-over',
  },
  cancelled: 'The hand-over is cancelled.',
  ended: 'The hand-over has ended: the member refused or left, or the time ran out.',
}
