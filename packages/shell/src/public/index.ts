/** Pages without sign-in. They share no module with the frame but those of the SDK. */
export { publicApp, readSentPage } from './PublicApp.tsx'
export type { PublicEdition } from './PublicApp.tsx'
