import { createElement, type ReactNode } from 'react'
import { lazyPart, type LazyPart } from '@host/plugin-sdk/shell'

/** A page before sign-in. */
export interface PublicPage {
  readonly shown: ReactNode
  /** Loads its chunk. @throws any loading error */
  readonly load: () => Promise<void>
}

/** The pages before sign-in, by the first segment of their address. */
const pages: ReadonlyMap<string, PublicPage> = new Map([
  ['login', pageOf(lazyPart(() => import('./login/LoginPage.tsx')))],
  ['setup', pageOf(lazyPart(() => import('./set-up/SetUpPage.tsx')))],
  ['register', pageOf(lazyPart(() => import('./recovery/RegisterPage.tsx')))],
  ['verify', pageOf(lazyPart(() => import('./recovery/VerifyPage.tsx')))],
  ['forgot', pageOf(lazyPart(() => import('./recovery/ForgotPage.tsx')))],
  ['reset', pageOf(lazyPart(() => import('./recovery/ResetPage.tsx')))],
  ['invitation', pageOf(lazyPart(() => import('./invitation/InvitationPage.tsx')))],
  ['confirm-email', pageOf(lazyPart(() => import('./recovery/ConfirmEmailPage.tsx')))],
  ['unsubscribe', pageOf(lazyPart(() => import('./unsubscribe/UnsubscribePage.tsx')))],
])

/** The page before sign-in that stands at an address; undefined when there is none. */
export function publicPage(first: string | undefined): PublicPage | undefined {
  return first === undefined ? undefined : pages.get(first)
}

function pageOf(part: LazyPart<object>): PublicPage {
  return { shown: createElement(part), load: part.load }
}
