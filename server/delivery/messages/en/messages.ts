import { accountMessages } from './account.ts'
import { codeMessages } from './codes.ts'
import { earlyAccessMessages } from './early-access.ts'
import { mailMessages } from './mail.ts'
import { operatorMessages } from './operators.ts'
import { organizationMessages } from './organizations.ts'
import { securityMessages } from './security.ts'

/** Mails and text messages in English: by kind, and what all mails share. */
export const messages = {
  byKind: {
    ...codeMessages,
    ...securityMessages,
    ...accountMessages,
    ...earlyAccessMessages,
    ...operatorMessages,
    ...organizationMessages,
  },
  mail: mailMessages,
}
