import { notFoundMessage } from '#protocol/messages/en/not-found.ts'

/** Messages in replies of the server, in English. */
export const messages = {
  /** Text of the 404 reply. */
  notFound: `${notFoundMessage}\n`,
  /** Reason why a two-step verification is asked for, shown above its methods. */
  verifyReasons: {
    breachedPassword:
      'Your password has leaked somewhere, so others may know it. Please show once more that it is you.',
    newBrowser:
      'You have not signed in with this browser yet. Please show once more that it is you.',
    newNetwork:
      'You have not signed in from this network yet. Please show once more that it is you.',
    oldSignIn: 'You signed in a while ago. Please show once more that it is you.',
    secondProof: 'This needs a second proof. Please show once more that it is you.',
  },
  breachedPassword:
    'This password has leaked somewhere, so others try it first. Choose another one.',
  /** Shown for `code_frequency` where no code is on its way. */
  recoveredLately:
    'Your account was recovered less than a day ago. This can be changed once a day has passed.',
  codeLimit: 'No further code can be sent to this address for now.',
  /** Shown for `policy_refused`, by the rule. */
  ruleRefusals: {
    invite_domains_only: 'This organization invites addresses of its own domains only.',
    programs: 'This organization does not let its members use this application.',
  },
  /** Reason why the manager of organizations cannot delete their account. */
  stillManager: (names: string): string => `You manage ${names}. Hand over to somebody else first.`,
  /** Suggested display names are an adjective and a noun. */
  displayNames: {
    adjectives:
      'Quiet Amber Gentle Brave Early Golden Misty Calm Bright Drifting Silver Curious'.split(' '),
    nouns: 'Otter Maple Heron Harbor Lantern Meadow Willow Comet Pebble River Sparrow Cedar'.split(
      ' ',
    ),
    separator: ' ',
  },
}
