import { createHmac } from 'node:crypto'
import { People } from '@host/plugin'
import type { TestHost } from '@host/testing'
import type { Browser } from './browser.ts'

/** Lets strangers make accounts. */
export async function openRegistration(host: TestHost): Promise<void> {
  await host.service(People).changeSignIn(host.userIds.instanceAdmin, { registration: true })
}

/** Sets an authenticator app up. */
export async function switchOnTotp(browser: Browser): Promise<void> {
  const begun = (await (await browser.send('POST', '/api/auth/totp')).json()) as { readonly secret: string }
  const confirmed = await browser.send('PUT', '/api/auth/totp', { code: codeOf(begun.secret) })
  if (!confirmed.ok) throw new Error(`Setting up the app answered ${confirmed.status}`)
}

/** The code of a secret at this moment (RFC 6238). */
function codeOf(secret: string): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', Buffer.from(bytes)).update(step).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
