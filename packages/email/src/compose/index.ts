export { composeApart, type ComposeApartOptions } from './compose-apart.ts'
export { composeMessage, type ComposedMessage } from './compose-message.ts'
export { ComposeError, composeLimits, type OutgoingAttachment, type OutgoingMessage } from './outgoing-message.ts'
export { DkimSignError, signMessage, type DkimKey } from './sign-message.ts'
