import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { DkimKey } from '../sign-message.ts'

/** Two keys of a domain with their records. */
export interface SigningKeys {
  readonly keys: readonly DkimKey[]
  readonly records: Readonly<Record<string, string>>
}

export function signingKeys(domain = 'example.com'): SigningKeys {
  const edwards = generateKeyPairSync('ed25519')
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const raw = (key: KeyObject, skip: number): string =>
    key.export({ type: 'spki', format: 'der' }).subarray(skip).toString('base64')
  return {
    keys: [
      { domain, selector: 'e1', privateKey: edwards.privateKey },
      { domain, selector: 'r1', privateKey: rsa.privateKey },
    ],
    records: {
      [`e1._domainkey.${domain}`]: `v=DKIM1; k=ed25519; p=${raw(edwards.publicKey, 12)}`,
      [`r1._domainkey.${domain}`]: `v=DKIM1; k=rsa; p=${raw(rsa.publicKey, 0)}`,
    },
  }
}
