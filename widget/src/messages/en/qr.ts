/** Messages of signing in by QR code. */
export const qr = {
  title: 'Sign in with your phone',
  instructions: 'Scan the code with the camera of a phone on which you are signed in.',
  picture: 'QR code for signing in',
  loading: 'Getting a code…',
  number: 'The phone asks for this number:',
  offline: 'No connection. We keep trying.',
  scanned: 'Scanned',
  scannedBy: (who: string): string => `Scanned by ${who}. Confirm on the phone.`,
  refused: 'Refused on the phone',
  refusedText: 'Nobody was signed in.',
  expired: 'The code has expired',
  paused: 'Waiting for you',
  failed: 'No code can be shown',
  newCode: 'Show a new code',
  otherWays: 'Other ways to sign in',
}
