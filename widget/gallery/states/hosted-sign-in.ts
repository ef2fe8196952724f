import type { HostedSignInFlow } from '../../src/login/flows/hosted-sign-in.ts'

/** Every state of signing in on a page of the account server. */
export const hostedStates: Record<string, HostedSignInFlow> = {
  idle: {
    href: () => 'https://id.example.com/passport/web/host/sign_in/',
    hostName: () => 'id.example.com',
    open: () => false,
    check: () => undefined,
    dispose: () => undefined,
  },
}
