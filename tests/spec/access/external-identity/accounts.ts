import { generateSync } from 'otplib'
import { People } from '@host/plugin/platform'
import type { TestHost } from '@host/testing'
import type { Browser } from './browser.ts'

/** Lets anonymous clients make accounts. */
export async function openRegistration(host: TestHost): Promise<void> {
  await host.service(People).changeSignIn(host.userIds.instanceAdmin, { registration: true })
}

/** Sets an authenticator app up. */
export async function switchOnTotp(browser: Browser, { clock }: TestHost): Promise<void> {
  const begun = (await (await browser.send('POST', '/api/auth/totp')).json()) as { readonly secret: string }
  const code = generateSync({ secret: begun.secret, epoch: Math.floor(clock.now() / 1000) })
  const confirmed = await browser.send('PUT', '/api/auth/totp', { code })
  if (!confirmed.ok) throw new Error(`Setting up the app answered ${confirmed.status}`)
}
